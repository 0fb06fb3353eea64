define internal void @rms_norm.packet(ptr noalias nonnull readonly align 8 captures(none) %record, i64 %program, i32 %active_lanes) #4 {
entry:
  %.splatinsert = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat = shufflevector <4 x i32> %.splatinsert, <4 x i32> poison, <4 x i32> zeroinitializer
  %active = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %.splat
  %0 = getelementptr inbounds i8, ptr %record, i64 64
  %eps = load float, ptr %0, align 4, !invariant.load !0
  %accumulators = alloca [16 x <4 x float>], align 16
  %1 = getelementptr inbounds i8, ptr %record, i64 32
  %x = load ptr, ptr %1, align 8, !invariant.load !0
  %2 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride = load i64, ptr %2, align 8, !invariant.load !0
  %3 = mul i64 %program, %x.stride
  %x.row = getelementptr float, ptr %x, i64 %3
  %4 = getelementptr inbounds i8, ptr %record, i64 48
  %weight = load ptr, ptr %4, align 8, !invariant.load !0
  %5 = getelementptr inbounds i8, ptr %record, i64 80
  %y = load ptr, ptr %5, align 8, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %record, i64 88
  %y.stride = load i64, ptr %6, align 8, !invariant.load !0
  %7 = mul i64 %program, %y.stride
  %y.row = getelementptr float, ptr %y, i64 %7
  br label %sweeps

sweeps:                                           ; preds = %steps.done, %entry
  %sweeps.i = phi i64 [ 0, %entry ], [ %84, %steps.done ]
  %8 = mul i64 %sweeps.i, 8
  %9 = mul i64 %8, 4
  br label %steps

steps:                                            ; preds = %steps, %sweeps
  %steps.i = phi i64 [ 0, %sweeps ], [ %67, %steps ]
  %10 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %24, %steps ]
  %11 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %30, %steps ]
  %12 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %36, %steps ]
  %13 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %42, %steps ]
  %14 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %48, %steps ]
  %15 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %54, %steps ]
  %16 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %60, %steps ]
  %17 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %66, %steps ]
  %18 = mul i64 %steps.i, 64
  %19 = add i64 %9, %18
  %20 = getelementptr inbounds float, ptr %x.row, i64 %19
  %21 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %20, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %22 = fmul <4 x float> %21, %21
  %23 = fadd <4 x float> %10, %22
  %24 = select <4 x i1> %active, <4 x float> %23, <4 x float> %10
  %25 = add i64 %19, 4
  %26 = getelementptr inbounds float, ptr %x.row, i64 %25
  %27 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %26, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %28 = fmul <4 x float> %27, %27
  %29 = fadd <4 x float> %11, %28
  %30 = select <4 x i1> %active, <4 x float> %29, <4 x float> %11
  %31 = add i64 %19, 8
  %32 = getelementptr inbounds float, ptr %x.row, i64 %31
  %33 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %32, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %34 = fmul <4 x float> %33, %33
  %35 = fadd <4 x float> %12, %34
  %36 = select <4 x i1> %active, <4 x float> %35, <4 x float> %12
  %37 = add i64 %19, 12
  %38 = getelementptr inbounds float, ptr %x.row, i64 %37
  %39 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %38, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %40 = fmul <4 x float> %39, %39
  %41 = fadd <4 x float> %13, %40
  %42 = select <4 x i1> %active, <4 x float> %41, <4 x float> %13
  %43 = add i64 %19, 16
  %44 = getelementptr inbounds float, ptr %x.row, i64 %43
  %45 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %44, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %46 = fmul <4 x float> %45, %45
  %47 = fadd <4 x float> %14, %46
  %48 = select <4 x i1> %active, <4 x float> %47, <4 x float> %14
  %49 = add i64 %19, 20
  %50 = getelementptr inbounds float, ptr %x.row, i64 %49
  %51 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %50, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %52 = fmul <4 x float> %51, %51
  %53 = fadd <4 x float> %15, %52
  %54 = select <4 x i1> %active, <4 x float> %53, <4 x float> %15
  %55 = add i64 %19, 24
  %56 = getelementptr inbounds float, ptr %x.row, i64 %55
  %57 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %56, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %58 = fmul <4 x float> %57, %57
  %59 = fadd <4 x float> %16, %58
  %60 = select <4 x i1> %active, <4 x float> %59, <4 x float> %16
  %61 = add i64 %19, 28
  %62 = getelementptr inbounds float, ptr %x.row, i64 %61
  %63 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %62, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %64 = fmul <4 x float> %63, %63
  %65 = fadd <4 x float> %17, %64
  %66 = select <4 x i1> %active, <4 x float> %65, <4 x float> %17
  %67 = add nuw nsw i64 %steps.i, 1
  %68 = icmp ult i64 %67, 1
  br i1 %68, label %steps, label %steps.done

steps.done:                                       ; preds = %steps
  %69 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %8
  store <4 x float> %24, ptr %69, align 16
  %70 = add i64 %8, 1
  %71 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %70
  store <4 x float> %30, ptr %71, align 16
  %72 = add i64 %8, 2
  %73 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %72
  store <4 x float> %36, ptr %73, align 16
  %74 = add i64 %8, 3
  %75 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %74
  store <4 x float> %42, ptr %75, align 16
  %76 = add i64 %8, 4
  %77 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %76
  store <4 x float> %48, ptr %77, align 16
  %78 = add i64 %8, 5
  %79 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %78
  store <4 x float> %54, ptr %79, align 16
  %80 = add i64 %8, 6
  %81 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %80
  store <4 x float> %60, ptr %81, align 16
  %82 = add i64 %8, 7
  %83 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %82
  store <4 x float> %66, ptr %83, align 16
  %84 = add nuw nsw i64 %sweeps.i, 1
  %85 = icmp ult i64 %84, 2
  br i1 %85, label %sweeps, label %sweeps.done

sweeps.done:                                      ; preds = %steps.done
  %86 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 0
  %87 = load <4 x float>, ptr %86, align 16
  %88 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 1
  %89 = load <4 x float>, ptr %88, align 16
  %90 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 2
  %91 = load <4 x float>, ptr %90, align 16
  %92 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 3
  %93 = load <4 x float>, ptr %92, align 16
  %94 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  %95 = load <4 x float>, ptr %94, align 16
  %96 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 5
  %97 = load <4 x float>, ptr %96, align 16
  %98 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 6
  %99 = load <4 x float>, ptr %98, align 16
  %100 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 7
  %101 = load <4 x float>, ptr %100, align 16
  %102 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 8
  %103 = load <4 x float>, ptr %102, align 16
  %104 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 9
  %105 = load <4 x float>, ptr %104, align 16
  %106 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 10
  %107 = load <4 x float>, ptr %106, align 16
  %108 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 11
  %109 = load <4 x float>, ptr %108, align 16
  %110 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 12
  %111 = load <4 x float>, ptr %110, align 16
  %112 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 13
  %113 = load <4 x float>, ptr %112, align 16
  %114 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 14
  %115 = load <4 x float>, ptr %114, align 16
  %116 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 15
  %117 = load <4 x float>, ptr %116, align 16
  %118 = getelementptr inbounds float, ptr %x.row, i64 64
  %119 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %118, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %120 = fmul <4 x float> %119, %119
  %121 = fadd <4 x float> %87, %120
  %122 = select <4 x i1> %active, <4 x float> %121, <4 x float> %87
  %.splatinsert1 = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat2 = shufflevector <4 x i32> %.splatinsert1, <4 x i32> poison, <4 x i32> zeroinitializer
  %123 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat2
  %124 = getelementptr inbounds float, ptr %x.row, i64 68
  %125 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %124, i32 4, <4 x i1> %123, <4 x float> zeroinitializer), !noalias !1
  %126 = fmul <4 x float> %125, %125
  %127 = fadd <4 x float> %89, %126
  %.splatinsert3 = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat4 = shufflevector <4 x i32> %.splatinsert3, <4 x i32> poison, <4 x i32> zeroinitializer
  %128 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat4
  %129 = select <4 x i1> %128, <4 x float> %127, <4 x float> %89
  %130 = fadd <4 x float> %122, %103
  %131 = fadd <4 x float> %129, %105
  %132 = fadd <4 x float> %91, %107
  %133 = fadd <4 x float> %93, %109
  %134 = fadd <4 x float> %95, %111
  %135 = fadd <4 x float> %97, %113
  %136 = fadd <4 x float> %99, %115
  %137 = fadd <4 x float> %101, %117
  %138 = fadd <4 x float> %130, %134
  %139 = fadd <4 x float> %131, %135
  %140 = fadd <4 x float> %132, %136
  %141 = fadd <4 x float> %133, %137
  %142 = fadd <4 x float> %138, %140
  %143 = fadd <4 x float> %139, %141
  %144 = fadd <4 x float> %142, %143
  %145 = shufflevector <4 x float> %144, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %146 = shufflevector <4 x float> %144, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %147 = fadd <2 x float> %146, %145
  %148 = extractelement <2 x float> %147, i64 1
  %149 = extractelement <2 x float> %147, i64 0
  %150 = fadd float %149, %148
  %151 = fdiv float %150, 7.000000e+01
  %152 = fadd float %151, %eps
  %153 = fcmp oge float %152, 0x39B0000000000000
  %154 = fcmp ole float %152, 0x47EFFFFFE0000000
  %155 = and i1 %153, %154
  %156 = xor i1 %155, true
  br i1 %156, label %rescue, label %ordinary, !prof !7

rescue:                                           ; preds = %sweeps.done
  call void @rms_norm.rescue(ptr %record, i64 %program, i32 %active_lanes)
  ret void

ordinary:                                         ; preds = %sweeps.done
  %157 = call float @llvm.sqrt.f32(float %152)
  %158 = fdiv float 1.000000e+00, %157
  br label %elements

elements:                                         ; preds = %elements, %ordinary
  %elements.i = phi i64 [ 0, %ordinary ], [ %191, %elements ]
  %159 = mul i64 %elements.i, 16
  %160 = getelementptr inbounds float, ptr %x.row, i64 %159
  %161 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %160, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %162 = getelementptr inbounds float, ptr %weight, i64 %159
  %163 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %162, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %.splatinsert5 = insertelement <4 x float> poison, float %158, i64 0
  %.splat6 = shufflevector <4 x float> %.splatinsert5, <4 x float> poison, <4 x i32> zeroinitializer
  %164 = fmul <4 x float> %161, %.splat6
  %165 = fmul <4 x float> %164, %163
  %166 = getelementptr inbounds float, ptr %y.row, i64 %159
  call void @llvm.masked.store.v4f32.p0(<4 x float> %165, ptr %166, i32 4, <4 x i1> %active), !noalias !6
  %167 = add i64 %159, 4
  %168 = getelementptr inbounds float, ptr %x.row, i64 %167
  %169 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %168, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %170 = getelementptr inbounds float, ptr %weight, i64 %167
  %171 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %170, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %.splatinsert7 = insertelement <4 x float> poison, float %158, i64 0
  %.splat8 = shufflevector <4 x float> %.splatinsert7, <4 x float> poison, <4 x i32> zeroinitializer
  %172 = fmul <4 x float> %169, %.splat8
  %173 = fmul <4 x float> %172, %171
  %174 = getelementptr inbounds float, ptr %y.row, i64 %167
  call void @llvm.masked.store.v4f32.p0(<4 x float> %173, ptr %174, i32 4, <4 x i1> %active), !noalias !6
  %175 = add i64 %159, 8
  %176 = getelementptr inbounds float, ptr %x.row, i64 %175
  %177 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %176, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %178 = getelementptr inbounds float, ptr %weight, i64 %175
  %179 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %178, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %.splatinsert9 = insertelement <4 x float> poison, float %158, i64 0
  %.splat10 = shufflevector <4 x float> %.splatinsert9, <4 x float> poison, <4 x i32> zeroinitializer
  %180 = fmul <4 x float> %177, %.splat10
  %181 = fmul <4 x float> %180, %179
  %182 = getelementptr inbounds float, ptr %y.row, i64 %175
  call void @llvm.masked.store.v4f32.p0(<4 x float> %181, ptr %182, i32 4, <4 x i1> %active), !noalias !6
  %183 = add i64 %159, 12
  %184 = getelementptr inbounds float, ptr %x.row, i64 %183
  %185 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %184, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %186 = getelementptr inbounds float, ptr %weight, i64 %183
  %187 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %186, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %.splatinsert11 = insertelement <4 x float> poison, float %158, i64 0
  %.splat12 = shufflevector <4 x float> %.splatinsert11, <4 x float> poison, <4 x i32> zeroinitializer
  %188 = fmul <4 x float> %185, %.splat12
  %189 = fmul <4 x float> %188, %187
  %190 = getelementptr inbounds float, ptr %y.row, i64 %183
  call void @llvm.masked.store.v4f32.p0(<4 x float> %189, ptr %190, i32 4, <4 x i1> %active), !noalias !6
  %191 = add nuw nsw i64 %elements.i, 1
  %192 = icmp ult i64 %191, 4
  br i1 %192, label %elements, label %elements.done

elements.done:                                    ; preds = %elements
  %193 = getelementptr inbounds float, ptr %x.row, i64 64
  %194 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %193, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %195 = getelementptr inbounds float, ptr %weight, i64 64
  %196 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %195, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %.splatinsert13 = insertelement <4 x float> poison, float %158, i64 0
  %.splat14 = shufflevector <4 x float> %.splatinsert13, <4 x float> poison, <4 x i32> zeroinitializer
  %197 = fmul <4 x float> %194, %.splat14
  %198 = fmul <4 x float> %197, %196
  %199 = getelementptr inbounds float, ptr %y.row, i64 64
  call void @llvm.masked.store.v4f32.p0(<4 x float> %198, ptr %199, i32 4, <4 x i1> %active), !noalias !6
  %.splatinsert15 = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat16 = shufflevector <4 x i32> %.splatinsert15, <4 x i32> poison, <4 x i32> zeroinitializer
  %200 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat16
  %201 = getelementptr inbounds float, ptr %x.row, i64 68
  %202 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %201, i32 4, <4 x i1> %200, <4 x float> zeroinitializer), !noalias !1
  %203 = getelementptr inbounds float, ptr %weight, i64 68
  %204 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %203, i32 4, <4 x i1> %200, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %.splatinsert17 = insertelement <4 x float> poison, float %158, i64 0
  %.splat18 = shufflevector <4 x float> %.splatinsert17, <4 x float> poison, <4 x i32> zeroinitializer
  %205 = fmul <4 x float> %202, %.splat18
  %206 = fmul <4 x float> %205, %204
  %207 = getelementptr inbounds float, ptr %y.row, i64 68
  call void @llvm.masked.store.v4f32.p0(<4 x float> %206, ptr %207, i32 4, <4 x i1> %200), !noalias !6
  ret void
}

define internal void @rms_norm.full_packet(ptr noalias nonnull readonly align 8 captures(none) %record, i64 %program) #4 {
entry:
  %.splatinsert = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat = shufflevector <4 x i32> %.splatinsert, <4 x i32> poison, <4 x i32> zeroinitializer
  %active = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %.splat
  %0 = getelementptr inbounds i8, ptr %record, i64 64
  %eps = load float, ptr %0, align 4, !invariant.load !0
  %accumulators = alloca [16 x <4 x float>], align 16
  %1 = getelementptr inbounds i8, ptr %record, i64 32
  %x = load ptr, ptr %1, align 8, !invariant.load !0
  %2 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride = load i64, ptr %2, align 8, !invariant.load !0
  %3 = mul i64 %program, %x.stride
  %x.row = getelementptr float, ptr %x, i64 %3
  %4 = getelementptr inbounds i8, ptr %record, i64 48
  %weight = load ptr, ptr %4, align 8, !invariant.load !0
  %5 = getelementptr inbounds i8, ptr %record, i64 80
  %y = load ptr, ptr %5, align 8, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %record, i64 88
  %y.stride = load i64, ptr %6, align 8, !invariant.load !0
  %7 = mul i64 %program, %y.stride
  %y.row = getelementptr float, ptr %y, i64 %7
  br label %sweeps

sweeps:                                           ; preds = %steps.done, %entry
  %sweeps.i = phi i64 [ 0, %entry ], [ %84, %steps.done ]
  %8 = mul i64 %sweeps.i, 8
  %9 = mul i64 %8, 4
  br label %steps

steps:                                            ; preds = %steps, %sweeps
  %steps.i = phi i64 [ 0, %sweeps ], [ %67, %steps ]
  %10 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %24, %steps ]
  %11 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %30, %steps ]
  %12 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %36, %steps ]
  %13 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %42, %steps ]
  %14 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %48, %steps ]
  %15 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %54, %steps ]
  %16 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %60, %steps ]
  %17 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %66, %steps ]
  %18 = mul i64 %steps.i, 64
  %19 = add i64 %9, %18
  %20 = getelementptr inbounds float, ptr %x.row, i64 %19
  %21 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %20, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %22 = fmul <4 x float> %21, %21
  %23 = fadd <4 x float> %10, %22
  %24 = select <4 x i1> %active, <4 x float> %23, <4 x float> %10
  %25 = add i64 %19, 4
  %26 = getelementptr inbounds float, ptr %x.row, i64 %25
  %27 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %26, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %28 = fmul <4 x float> %27, %27
  %29 = fadd <4 x float> %11, %28
  %30 = select <4 x i1> %active, <4 x float> %29, <4 x float> %11
  %31 = add i64 %19, 8
  %32 = getelementptr inbounds float, ptr %x.row, i64 %31
  %33 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %32, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %34 = fmul <4 x float> %33, %33
  %35 = fadd <4 x float> %12, %34
  %36 = select <4 x i1> %active, <4 x float> %35, <4 x float> %12
  %37 = add i64 %19, 12
  %38 = getelementptr inbounds float, ptr %x.row, i64 %37
  %39 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %38, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %40 = fmul <4 x float> %39, %39
  %41 = fadd <4 x float> %13, %40
  %42 = select <4 x i1> %active, <4 x float> %41, <4 x float> %13
  %43 = add i64 %19, 16
  %44 = getelementptr inbounds float, ptr %x.row, i64 %43
  %45 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %44, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %46 = fmul <4 x float> %45, %45
  %47 = fadd <4 x float> %14, %46
  %48 = select <4 x i1> %active, <4 x float> %47, <4 x float> %14
  %49 = add i64 %19, 20
  %50 = getelementptr inbounds float, ptr %x.row, i64 %49
  %51 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %50, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %52 = fmul <4 x float> %51, %51
  %53 = fadd <4 x float> %15, %52
  %54 = select <4 x i1> %active, <4 x float> %53, <4 x float> %15
  %55 = add i64 %19, 24
  %56 = getelementptr inbounds float, ptr %x.row, i64 %55
  %57 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %56, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %58 = fmul <4 x float> %57, %57
  %59 = fadd <4 x float> %16, %58
  %60 = select <4 x i1> %active, <4 x float> %59, <4 x float> %16
  %61 = add i64 %19, 28
  %62 = getelementptr inbounds float, ptr %x.row, i64 %61
  %63 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %62, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %64 = fmul <4 x float> %63, %63
  %65 = fadd <4 x float> %17, %64
  %66 = select <4 x i1> %active, <4 x float> %65, <4 x float> %17
  %67 = add nuw nsw i64 %steps.i, 1
  %68 = icmp ult i64 %67, 1
  br i1 %68, label %steps, label %steps.done

steps.done:                                       ; preds = %steps
  %69 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %8
  store <4 x float> %24, ptr %69, align 16
  %70 = add i64 %8, 1
  %71 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %70
  store <4 x float> %30, ptr %71, align 16
  %72 = add i64 %8, 2
  %73 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %72
  store <4 x float> %36, ptr %73, align 16
  %74 = add i64 %8, 3
  %75 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %74
  store <4 x float> %42, ptr %75, align 16
  %76 = add i64 %8, 4
  %77 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %76
  store <4 x float> %48, ptr %77, align 16
  %78 = add i64 %8, 5
  %79 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %78
  store <4 x float> %54, ptr %79, align 16
  %80 = add i64 %8, 6
  %81 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %80
  store <4 x float> %60, ptr %81, align 16
  %82 = add i64 %8, 7
  %83 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %82
  store <4 x float> %66, ptr %83, align 16
  %84 = add nuw nsw i64 %sweeps.i, 1
  %85 = icmp ult i64 %84, 2
  br i1 %85, label %sweeps, label %sweeps.done

sweeps.done:                                      ; preds = %steps.done
  %86 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 0
  %87 = load <4 x float>, ptr %86, align 16
  %88 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 1
  %89 = load <4 x float>, ptr %88, align 16
  %90 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 2
  %91 = load <4 x float>, ptr %90, align 16
  %92 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 3
  %93 = load <4 x float>, ptr %92, align 16
  %94 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  %95 = load <4 x float>, ptr %94, align 16
  %96 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 5
  %97 = load <4 x float>, ptr %96, align 16
  %98 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 6
  %99 = load <4 x float>, ptr %98, align 16
  %100 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 7
  %101 = load <4 x float>, ptr %100, align 16
  %102 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 8
  %103 = load <4 x float>, ptr %102, align 16
  %104 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 9
  %105 = load <4 x float>, ptr %104, align 16
  %106 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 10
  %107 = load <4 x float>, ptr %106, align 16
  %108 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 11
  %109 = load <4 x float>, ptr %108, align 16
  %110 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 12
  %111 = load <4 x float>, ptr %110, align 16
  %112 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 13
  %113 = load <4 x float>, ptr %112, align 16
  %114 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 14
  %115 = load <4 x float>, ptr %114, align 16
  %116 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 15
  %117 = load <4 x float>, ptr %116, align 16
  %118 = getelementptr inbounds float, ptr %x.row, i64 64
  %119 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %118, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %120 = fmul <4 x float> %119, %119
  %121 = fadd <4 x float> %87, %120
  %122 = select <4 x i1> %active, <4 x float> %121, <4 x float> %87
  %.splatinsert1 = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat2 = shufflevector <4 x i32> %.splatinsert1, <4 x i32> poison, <4 x i32> zeroinitializer
  %123 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat2
  %124 = getelementptr inbounds float, ptr %x.row, i64 68
  %125 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %124, i32 4, <4 x i1> %123, <4 x float> zeroinitializer), !noalias !8
  %126 = fmul <4 x float> %125, %125
  %127 = fadd <4 x float> %89, %126
  %.splatinsert3 = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat4 = shufflevector <4 x i32> %.splatinsert3, <4 x i32> poison, <4 x i32> zeroinitializer
  %128 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat4
  %129 = select <4 x i1> %128, <4 x float> %127, <4 x float> %89
  %130 = fadd <4 x float> %122, %103
  %131 = fadd <4 x float> %129, %105
  %132 = fadd <4 x float> %91, %107
  %133 = fadd <4 x float> %93, %109
  %134 = fadd <4 x float> %95, %111
  %135 = fadd <4 x float> %97, %113
  %136 = fadd <4 x float> %99, %115
  %137 = fadd <4 x float> %101, %117
  %138 = fadd <4 x float> %130, %134
  %139 = fadd <4 x float> %131, %135
  %140 = fadd <4 x float> %132, %136
  %141 = fadd <4 x float> %133, %137
  %142 = fadd <4 x float> %138, %140
  %143 = fadd <4 x float> %139, %141
  %144 = fadd <4 x float> %142, %143
  %145 = shufflevector <4 x float> %144, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %146 = shufflevector <4 x float> %144, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %147 = fadd <2 x float> %146, %145
  %148 = extractelement <2 x float> %147, i64 1
  %149 = extractelement <2 x float> %147, i64 0
  %150 = fadd float %149, %148
  %151 = fdiv float %150, 7.000000e+01
  %152 = fadd float %151, %eps
  %153 = fcmp oge float %152, 0x39B0000000000000
  %154 = fcmp ole float %152, 0x47EFFFFFE0000000
  %155 = and i1 %153, %154
  %156 = xor i1 %155, true
  br i1 %156, label %rescue, label %ordinary, !prof !7

rescue:                                           ; preds = %sweeps.done
  call void @rms_norm.rescue(ptr %record, i64 %program, i32 4)
  ret void

ordinary:                                         ; preds = %sweeps.done
  %157 = call float @llvm.sqrt.f32(float %152)
  %158 = fdiv float 1.000000e+00, %157
  br label %elements

elements:                                         ; preds = %elements, %ordinary
  %elements.i = phi i64 [ 0, %ordinary ], [ %191, %elements ]
  %159 = mul i64 %elements.i, 16
  %160 = getelementptr inbounds float, ptr %x.row, i64 %159
  %161 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %160, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %162 = getelementptr inbounds float, ptr %weight, i64 %159
  %163 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %162, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %.splatinsert5 = insertelement <4 x float> poison, float %158, i64 0
  %.splat6 = shufflevector <4 x float> %.splatinsert5, <4 x float> poison, <4 x i32> zeroinitializer
  %164 = fmul <4 x float> %161, %.splat6
  %165 = fmul <4 x float> %164, %163
  %166 = getelementptr inbounds float, ptr %y.row, i64 %159
  call void @llvm.masked.store.v4f32.p0(<4 x float> %165, ptr %166, i32 4, <4 x i1> %active), !noalias !13
  %167 = add i64 %159, 4
  %168 = getelementptr inbounds float, ptr %x.row, i64 %167
  %169 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %168, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %170 = getelementptr inbounds float, ptr %weight, i64 %167
  %171 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %170, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %.splatinsert7 = insertelement <4 x float> poison, float %158, i64 0
  %.splat8 = shufflevector <4 x float> %.splatinsert7, <4 x float> poison, <4 x i32> zeroinitializer
  %172 = fmul <4 x float> %169, %.splat8
  %173 = fmul <4 x float> %172, %171
  %174 = getelementptr inbounds float, ptr %y.row, i64 %167
  call void @llvm.masked.store.v4f32.p0(<4 x float> %173, ptr %174, i32 4, <4 x i1> %active), !noalias !13
  %175 = add i64 %159, 8
  %176 = getelementptr inbounds float, ptr %x.row, i64 %175
  %177 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %176, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %178 = getelementptr inbounds float, ptr %weight, i64 %175
  %179 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %178, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %.splatinsert9 = insertelement <4 x float> poison, float %158, i64 0
  %.splat10 = shufflevector <4 x float> %.splatinsert9, <4 x float> poison, <4 x i32> zeroinitializer
  %180 = fmul <4 x float> %177, %.splat10
  %181 = fmul <4 x float> %180, %179
  %182 = getelementptr inbounds float, ptr %y.row, i64 %175
  call void @llvm.masked.store.v4f32.p0(<4 x float> %181, ptr %182, i32 4, <4 x i1> %active), !noalias !13
  %183 = add i64 %159, 12
  %184 = getelementptr inbounds float, ptr %x.row, i64 %183
  %185 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %184, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %186 = getelementptr inbounds float, ptr %weight, i64 %183
  %187 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %186, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %.splatinsert11 = insertelement <4 x float> poison, float %158, i64 0
  %.splat12 = shufflevector <4 x float> %.splatinsert11, <4 x float> poison, <4 x i32> zeroinitializer
  %188 = fmul <4 x float> %185, %.splat12
  %189 = fmul <4 x float> %188, %187
  %190 = getelementptr inbounds float, ptr %y.row, i64 %183
  call void @llvm.masked.store.v4f32.p0(<4 x float> %189, ptr %190, i32 4, <4 x i1> %active), !noalias !13
  %191 = add nuw nsw i64 %elements.i, 1
  %192 = icmp ult i64 %191, 4
  br i1 %192, label %elements, label %elements.done

elements.done:                                    ; preds = %elements
  %193 = getelementptr inbounds float, ptr %x.row, i64 64
  %194 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %193, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %195 = getelementptr inbounds float, ptr %weight, i64 64
  %196 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %195, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %.splatinsert13 = insertelement <4 x float> poison, float %158, i64 0
  %.splat14 = shufflevector <4 x float> %.splatinsert13, <4 x float> poison, <4 x i32> zeroinitializer
  %197 = fmul <4 x float> %194, %.splat14
  %198 = fmul <4 x float> %197, %196
  %199 = getelementptr inbounds float, ptr %y.row, i64 64
  call void @llvm.masked.store.v4f32.p0(<4 x float> %198, ptr %199, i32 4, <4 x i1> %active), !noalias !13
  %.splatinsert15 = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat16 = shufflevector <4 x i32> %.splatinsert15, <4 x i32> poison, <4 x i32> zeroinitializer
  %200 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat16
  %201 = getelementptr inbounds float, ptr %x.row, i64 68
  %202 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %201, i32 4, <4 x i1> %200, <4 x float> zeroinitializer), !noalias !8
  %203 = getelementptr inbounds float, ptr %weight, i64 68
  %204 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %203, i32 4, <4 x i1> %200, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %.splatinsert17 = insertelement <4 x float> poison, float %158, i64 0
  %.splat18 = shufflevector <4 x float> %.splatinsert17, <4 x float> poison, <4 x i32> zeroinitializer
  %205 = fmul <4 x float> %202, %.splat18
  %206 = fmul <4 x float> %205, %204
  %207 = getelementptr inbounds float, ptr %y.row, i64 68
  call void @llvm.masked.store.v4f32.p0(<4 x float> %206, ptr %207, i32 4, <4 x i1> %200), !noalias !13
  ret void
}

define internal void @rms_norm.block(ptr %record, i64 %first, i64 %programs) #4 {
entry:
  %lanes = mul i64 %programs, 4
  %0 = icmp uge i64 %lanes, 64
  br i1 %0, label %whole, label %partial

whole:                                            ; preds = %entry
  br label %packets

partial:                                          ; preds = %entry
  %full = udiv i64 %lanes, 4
  %1 = icmp ne i64 %full, 0
  br i1 %1, label %some, label %rest

some:                                             ; preds = %partial
  br label %packets.partial

rest:                                             ; preds = %packets.partial.done, %partial
  br label %done

done:                                             ; preds = %rest, %packets.done
  ret void

packets:                                          ; preds = %packets, %whole
  %packets.i = phi i64 [ 0, %whole ], [ %6, %packets ]
  %2 = add i64 %first, %packets.i
  %3 = mul i64 %packets.i, 4
  %remaining = sub i64 %lanes, %3
  %4 = call i64 @llvm.umin.i64(i64 4, i64 %remaining)
  %5 = trunc i64 %4 to i32
  call void @rms_norm.full_packet(ptr %record, i64 %2) #5
  %6 = add nuw nsw i64 %packets.i, 1
  %7 = icmp ult i64 %6, 16
  br i1 %7, label %packets, label %packets.done

packets.done:                                     ; preds = %packets
  br label %done

packets.partial:                                  ; preds = %packets.partial, %some
  %packets.partial.i = phi i64 [ 0, %some ], [ %12, %packets.partial ]
  %8 = add i64 %first, %packets.partial.i
  %9 = mul i64 %packets.partial.i, 4
  %remaining1 = sub i64 %lanes, %9
  %10 = call i64 @llvm.umin.i64(i64 4, i64 %remaining1)
  %11 = trunc i64 %10 to i32
  call void @rms_norm.full_packet(ptr %record, i64 %8) #5
  %12 = add nuw nsw i64 %packets.partial.i, 1
  %13 = icmp ult i64 %12, %full
  br i1 %13, label %packets.partial, label %packets.partial.done

packets.partial.done:                             ; preds = %packets.partial
  br label %rest
}

define void @rms_norm(ptr %record) #4 {
entry:
  %0 = getelementptr inbounds i8, ptr %record, i64 0
  %begin = load i64, ptr %0, align 8
  %1 = getelementptr inbounds i8, ptr %record, i64 8
  %end = load i64, ptr %1, align 8
  %2 = icmp ult i64 %begin, %end
  br i1 %2, label %blocks, label %done

blocks:                                           ; preds = %blocks, %entry
  %first = phi i64 [ %begin, %entry ], [ %next, %blocks ]
  %programs = sub i64 %end, %first
  call void @rms_norm.block(ptr %record, i64 %first, i64 %programs)
  %3 = call i64 @llvm.umin.i64(i64 %programs, i64 16)
  %next = add i64 %first, %3
  %4 = getelementptr inbounds i8, ptr %record, i64 0
  store i64 %next, ptr %4, align 8
  %5 = icmp ult i64 %next, %end
  br i1 %5, label %blocks, label %done

done:                                             ; preds = %blocks, %entry
  ret void
}
