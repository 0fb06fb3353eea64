define internal void @layer_norm.packet(ptr noalias nonnull readonly align 8 captures(none) %record, i64 %program, i32 %active_lanes) #4 {
entry:
  %.splatinsert = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat = shufflevector <4 x i32> %.splatinsert, <4 x i32> poison, <4 x i32> zeroinitializer
  %active = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %.splat
  %0 = getelementptr inbounds i8, ptr %record, i64 80
  %eps = load float, ptr %0, align 4, !invariant.load !0
  %accumulators = alloca [16 x <4 x float>], align 16
  %1 = getelementptr inbounds i8, ptr %record, i64 32
  %x = load ptr, ptr %1, align 8, !invariant.load !0
  %2 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride = load i64, ptr %2, align 8, !invariant.load !0
  %3 = mul i64 %program, %x.stride
  %x.row = getelementptr float, ptr %x, i64 %3
  %accumulators5 = alloca [32 x <4 x float>], align 16
  %4 = getelementptr inbounds i8, ptr %record, i64 48
  %weight = load ptr, ptr %4, align 8, !invariant.load !0
  %5 = getelementptr inbounds i8, ptr %record, i64 64
  %bias = load ptr, ptr %5, align 8, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %record, i64 96
  %y = load ptr, ptr %6, align 8, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %record, i64 104
  %y.stride = load i64, ptr %7, align 8, !invariant.load !0
  %8 = mul i64 %program, %y.stride
  %y.row = getelementptr float, ptr %y, i64 %8
  br label %sweeps

sweeps:                                           ; preds = %steps.done, %entry
  %sweeps.i = phi i64 [ 0, %entry ], [ %77, %steps.done ]
  %9 = mul i64 %sweeps.i, 8
  %10 = mul i64 %9, 4
  br label %steps

steps:                                            ; preds = %steps, %sweeps
  %steps.i = phi i64 [ 0, %sweeps ], [ %60, %steps ]
  %11 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %24, %steps ]
  %12 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %29, %steps ]
  %13 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %34, %steps ]
  %14 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %39, %steps ]
  %15 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %44, %steps ]
  %16 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %49, %steps ]
  %17 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %54, %steps ]
  %18 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %59, %steps ]
  %19 = mul i64 %steps.i, 64
  %20 = add i64 %10, %19
  %21 = getelementptr inbounds float, ptr %x.row, i64 %20
  %22 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %21, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %23 = fadd <4 x float> %11, %22
  %24 = select <4 x i1> %active, <4 x float> %23, <4 x float> %11
  %25 = add i64 %20, 4
  %26 = getelementptr inbounds float, ptr %x.row, i64 %25
  %27 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %26, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %28 = fadd <4 x float> %12, %27
  %29 = select <4 x i1> %active, <4 x float> %28, <4 x float> %12
  %30 = add i64 %20, 8
  %31 = getelementptr inbounds float, ptr %x.row, i64 %30
  %32 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %31, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %33 = fadd <4 x float> %13, %32
  %34 = select <4 x i1> %active, <4 x float> %33, <4 x float> %13
  %35 = add i64 %20, 12
  %36 = getelementptr inbounds float, ptr %x.row, i64 %35
  %37 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %36, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %38 = fadd <4 x float> %14, %37
  %39 = select <4 x i1> %active, <4 x float> %38, <4 x float> %14
  %40 = add i64 %20, 16
  %41 = getelementptr inbounds float, ptr %x.row, i64 %40
  %42 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %41, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %43 = fadd <4 x float> %15, %42
  %44 = select <4 x i1> %active, <4 x float> %43, <4 x float> %15
  %45 = add i64 %20, 20
  %46 = getelementptr inbounds float, ptr %x.row, i64 %45
  %47 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %46, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %48 = fadd <4 x float> %16, %47
  %49 = select <4 x i1> %active, <4 x float> %48, <4 x float> %16
  %50 = add i64 %20, 24
  %51 = getelementptr inbounds float, ptr %x.row, i64 %50
  %52 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %51, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %53 = fadd <4 x float> %17, %52
  %54 = select <4 x i1> %active, <4 x float> %53, <4 x float> %17
  %55 = add i64 %20, 28
  %56 = getelementptr inbounds float, ptr %x.row, i64 %55
  %57 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %56, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %58 = fadd <4 x float> %18, %57
  %59 = select <4 x i1> %active, <4 x float> %58, <4 x float> %18
  %60 = add nuw nsw i64 %steps.i, 1
  %61 = icmp ult i64 %60, 1
  br i1 %61, label %steps, label %steps.done

steps.done:                                       ; preds = %steps
  %62 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %9
  store <4 x float> %24, ptr %62, align 16
  %63 = add i64 %9, 1
  %64 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %63
  store <4 x float> %29, ptr %64, align 16
  %65 = add i64 %9, 2
  %66 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %65
  store <4 x float> %34, ptr %66, align 16
  %67 = add i64 %9, 3
  %68 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %67
  store <4 x float> %39, ptr %68, align 16
  %69 = add i64 %9, 4
  %70 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %69
  store <4 x float> %44, ptr %70, align 16
  %71 = add i64 %9, 5
  %72 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %71
  store <4 x float> %49, ptr %72, align 16
  %73 = add i64 %9, 6
  %74 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %73
  store <4 x float> %54, ptr %74, align 16
  %75 = add i64 %9, 7
  %76 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %75
  store <4 x float> %59, ptr %76, align 16
  %77 = add nuw nsw i64 %sweeps.i, 1
  %78 = icmp ult i64 %77, 2
  br i1 %78, label %sweeps, label %sweeps.done

sweeps.done:                                      ; preds = %steps.done
  %79 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 0
  %80 = load <4 x float>, ptr %79, align 16
  %81 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 1
  %82 = load <4 x float>, ptr %81, align 16
  %83 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 2
  %84 = load <4 x float>, ptr %83, align 16
  %85 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 3
  %86 = load <4 x float>, ptr %85, align 16
  %87 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  %88 = load <4 x float>, ptr %87, align 16
  %89 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 5
  %90 = load <4 x float>, ptr %89, align 16
  %91 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 6
  %92 = load <4 x float>, ptr %91, align 16
  %93 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 7
  %94 = load <4 x float>, ptr %93, align 16
  %95 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 8
  %96 = load <4 x float>, ptr %95, align 16
  %97 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 9
  %98 = load <4 x float>, ptr %97, align 16
  %99 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 10
  %100 = load <4 x float>, ptr %99, align 16
  %101 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 11
  %102 = load <4 x float>, ptr %101, align 16
  %103 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 12
  %104 = load <4 x float>, ptr %103, align 16
  %105 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 13
  %106 = load <4 x float>, ptr %105, align 16
  %107 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 14
  %108 = load <4 x float>, ptr %107, align 16
  %109 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 15
  %110 = load <4 x float>, ptr %109, align 16
  %111 = getelementptr inbounds float, ptr %x.row, i64 64
  %112 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %111, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %113 = fadd <4 x float> %80, %112
  %114 = select <4 x i1> %active, <4 x float> %113, <4 x float> %80
  %.splatinsert1 = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat2 = shufflevector <4 x i32> %.splatinsert1, <4 x i32> poison, <4 x i32> zeroinitializer
  %115 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat2
  %116 = getelementptr inbounds float, ptr %x.row, i64 68
  %117 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %116, i32 4, <4 x i1> %115, <4 x float> zeroinitializer), !noalias !1
  %118 = fadd <4 x float> %82, %117
  %.splatinsert3 = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat4 = shufflevector <4 x i32> %.splatinsert3, <4 x i32> poison, <4 x i32> zeroinitializer
  %119 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat4
  %120 = select <4 x i1> %119, <4 x float> %118, <4 x float> %82
  %121 = fadd <4 x float> %114, %96
  %122 = fadd <4 x float> %120, %98
  %123 = fadd <4 x float> %84, %100
  %124 = fadd <4 x float> %86, %102
  %125 = fadd <4 x float> %88, %104
  %126 = fadd <4 x float> %90, %106
  %127 = fadd <4 x float> %92, %108
  %128 = fadd <4 x float> %94, %110
  %129 = fadd <4 x float> %121, %125
  %130 = fadd <4 x float> %122, %126
  %131 = fadd <4 x float> %123, %127
  %132 = fadd <4 x float> %124, %128
  %133 = fadd <4 x float> %129, %131
  %134 = fadd <4 x float> %130, %132
  %135 = fadd <4 x float> %133, %134
  %136 = shufflevector <4 x float> %135, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %137 = shufflevector <4 x float> %135, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %138 = fadd <2 x float> %137, %136
  %139 = extractelement <2 x float> %138, i64 1
  %140 = extractelement <2 x float> %138, i64 0
  %141 = fadd float %140, %139
  %142 = fdiv float %141, 7.000000e+01
  br label %sweeps6

sweeps6:                                          ; preds = %steps8.done, %sweeps.done
  %sweeps.i7 = phi i64 [ 0, %sweeps.done ], [ %210, %steps8.done ]
  %143 = mul i64 %sweeps.i7, 4
  %144 = mul i64 %143, 4
  br label %steps8

steps8:                                           ; preds = %steps8, %sweeps6
  %steps.i9 = phi i64 [ 0, %sweeps6 ], [ %190, %steps8 ]
  %145 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %160, %steps8 ]
  %146 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %169, %steps8 ]
  %147 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %178, %steps8 ]
  %148 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %187, %steps8 ]
  %149 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %162, %steps8 ]
  %150 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %171, %steps8 ]
  %151 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %180, %steps8 ]
  %152 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %189, %steps8 ]
  %153 = mul i64 %steps.i9, 64
  %154 = add i64 %144, %153
  %155 = getelementptr inbounds float, ptr %x.row, i64 %154
  %156 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %155, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %.splatinsert10 = insertelement <4 x float> poison, float %142, i64 0
  %.splat11 = shufflevector <4 x float> %.splatinsert10, <4 x float> poison, <4 x i32> zeroinitializer
  %157 = fsub <4 x float> %156, %.splat11
  %158 = fmul <4 x float> %157, %157
  %159 = fadd <4 x float> %145, %157
  %160 = select <4 x i1> %active, <4 x float> %159, <4 x float> %145
  %161 = fadd <4 x float> %149, %158
  %162 = select <4 x i1> %active, <4 x float> %161, <4 x float> %149
  %163 = add i64 %154, 4
  %164 = getelementptr inbounds float, ptr %x.row, i64 %163
  %165 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %164, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %.splatinsert12 = insertelement <4 x float> poison, float %142, i64 0
  %.splat13 = shufflevector <4 x float> %.splatinsert12, <4 x float> poison, <4 x i32> zeroinitializer
  %166 = fsub <4 x float> %165, %.splat13
  %167 = fmul <4 x float> %166, %166
  %168 = fadd <4 x float> %146, %166
  %169 = select <4 x i1> %active, <4 x float> %168, <4 x float> %146
  %170 = fadd <4 x float> %150, %167
  %171 = select <4 x i1> %active, <4 x float> %170, <4 x float> %150
  %172 = add i64 %154, 8
  %173 = getelementptr inbounds float, ptr %x.row, i64 %172
  %174 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %173, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %.splatinsert14 = insertelement <4 x float> poison, float %142, i64 0
  %.splat15 = shufflevector <4 x float> %.splatinsert14, <4 x float> poison, <4 x i32> zeroinitializer
  %175 = fsub <4 x float> %174, %.splat15
  %176 = fmul <4 x float> %175, %175
  %177 = fadd <4 x float> %147, %175
  %178 = select <4 x i1> %active, <4 x float> %177, <4 x float> %147
  %179 = fadd <4 x float> %151, %176
  %180 = select <4 x i1> %active, <4 x float> %179, <4 x float> %151
  %181 = add i64 %154, 12
  %182 = getelementptr inbounds float, ptr %x.row, i64 %181
  %183 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %182, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %.splatinsert16 = insertelement <4 x float> poison, float %142, i64 0
  %.splat17 = shufflevector <4 x float> %.splatinsert16, <4 x float> poison, <4 x i32> zeroinitializer
  %184 = fsub <4 x float> %183, %.splat17
  %185 = fmul <4 x float> %184, %184
  %186 = fadd <4 x float> %148, %184
  %187 = select <4 x i1> %active, <4 x float> %186, <4 x float> %148
  %188 = fadd <4 x float> %152, %185
  %189 = select <4 x i1> %active, <4 x float> %188, <4 x float> %152
  %190 = add nuw nsw i64 %steps.i9, 1
  %191 = icmp ult i64 %190, 1
  br i1 %191, label %steps8, label %steps8.done

steps8.done:                                      ; preds = %steps8
  %192 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %143
  store <4 x float> %160, ptr %192, align 16
  %193 = add i64 %143, 1
  %194 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %193
  store <4 x float> %169, ptr %194, align 16
  %195 = add i64 %143, 2
  %196 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %195
  store <4 x float> %178, ptr %196, align 16
  %197 = add i64 %143, 3
  %198 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %197
  store <4 x float> %187, ptr %198, align 16
  %199 = add i64 %143, 16
  %200 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %199
  store <4 x float> %162, ptr %200, align 16
  %201 = add i64 %143, 1
  %202 = add i64 %201, 16
  %203 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %202
  store <4 x float> %171, ptr %203, align 16
  %204 = add i64 %143, 2
  %205 = add i64 %204, 16
  %206 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %205
  store <4 x float> %180, ptr %206, align 16
  %207 = add i64 %143, 3
  %208 = add i64 %207, 16
  %209 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %208
  store <4 x float> %189, ptr %209, align 16
  %210 = add nuw nsw i64 %sweeps.i7, 1
  %211 = icmp ult i64 %210, 4
  br i1 %211, label %sweeps6, label %sweeps6.done

sweeps6.done:                                     ; preds = %steps8.done
  %212 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 0
  %213 = load <4 x float>, ptr %212, align 16
  %214 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 1
  %215 = load <4 x float>, ptr %214, align 16
  %216 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 2
  %217 = load <4 x float>, ptr %216, align 16
  %218 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 3
  %219 = load <4 x float>, ptr %218, align 16
  %220 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 4
  %221 = load <4 x float>, ptr %220, align 16
  %222 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 5
  %223 = load <4 x float>, ptr %222, align 16
  %224 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 6
  %225 = load <4 x float>, ptr %224, align 16
  %226 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 7
  %227 = load <4 x float>, ptr %226, align 16
  %228 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 8
  %229 = load <4 x float>, ptr %228, align 16
  %230 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 9
  %231 = load <4 x float>, ptr %230, align 16
  %232 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 10
  %233 = load <4 x float>, ptr %232, align 16
  %234 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 11
  %235 = load <4 x float>, ptr %234, align 16
  %236 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 12
  %237 = load <4 x float>, ptr %236, align 16
  %238 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 13
  %239 = load <4 x float>, ptr %238, align 16
  %240 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 14
  %241 = load <4 x float>, ptr %240, align 16
  %242 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 15
  %243 = load <4 x float>, ptr %242, align 16
  %244 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 16
  %245 = load <4 x float>, ptr %244, align 16
  %246 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 17
  %247 = load <4 x float>, ptr %246, align 16
  %248 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 18
  %249 = load <4 x float>, ptr %248, align 16
  %250 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 19
  %251 = load <4 x float>, ptr %250, align 16
  %252 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 20
  %253 = load <4 x float>, ptr %252, align 16
  %254 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 21
  %255 = load <4 x float>, ptr %254, align 16
  %256 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 22
  %257 = load <4 x float>, ptr %256, align 16
  %258 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 23
  %259 = load <4 x float>, ptr %258, align 16
  %260 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 24
  %261 = load <4 x float>, ptr %260, align 16
  %262 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 25
  %263 = load <4 x float>, ptr %262, align 16
  %264 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 26
  %265 = load <4 x float>, ptr %264, align 16
  %266 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 27
  %267 = load <4 x float>, ptr %266, align 16
  %268 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 28
  %269 = load <4 x float>, ptr %268, align 16
  %270 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 29
  %271 = load <4 x float>, ptr %270, align 16
  %272 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 30
  %273 = load <4 x float>, ptr %272, align 16
  %274 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 31
  %275 = load <4 x float>, ptr %274, align 16
  %276 = getelementptr inbounds float, ptr %x.row, i64 64
  %277 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %276, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %.splatinsert18 = insertelement <4 x float> poison, float %142, i64 0
  %.splat19 = shufflevector <4 x float> %.splatinsert18, <4 x float> poison, <4 x i32> zeroinitializer
  %278 = fsub <4 x float> %277, %.splat19
  %279 = fmul <4 x float> %278, %278
  %280 = fadd <4 x float> %213, %278
  %281 = select <4 x i1> %active, <4 x float> %280, <4 x float> %213
  %282 = fadd <4 x float> %245, %279
  %283 = select <4 x i1> %active, <4 x float> %282, <4 x float> %245
  %.splatinsert20 = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat21 = shufflevector <4 x i32> %.splatinsert20, <4 x i32> poison, <4 x i32> zeroinitializer
  %284 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat21
  %285 = getelementptr inbounds float, ptr %x.row, i64 68
  %286 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %285, i32 4, <4 x i1> %284, <4 x float> zeroinitializer), !noalias !1
  %.splatinsert22 = insertelement <4 x float> poison, float %142, i64 0
  %.splat23 = shufflevector <4 x float> %.splatinsert22, <4 x float> poison, <4 x i32> zeroinitializer
  %287 = fsub <4 x float> %286, %.splat23
  %288 = fmul <4 x float> %287, %287
  %289 = fadd <4 x float> %215, %287
  %.splatinsert24 = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat25 = shufflevector <4 x i32> %.splatinsert24, <4 x i32> poison, <4 x i32> zeroinitializer
  %290 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat25
  %291 = select <4 x i1> %290, <4 x float> %289, <4 x float> %215
  %292 = fadd <4 x float> %247, %288
  %.splatinsert26 = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat27 = shufflevector <4 x i32> %.splatinsert26, <4 x i32> poison, <4 x i32> zeroinitializer
  %293 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat27
  %294 = select <4 x i1> %293, <4 x float> %292, <4 x float> %247
  %295 = fadd <4 x float> %281, %229
  %296 = fadd <4 x float> %291, %231
  %297 = fadd <4 x float> %217, %233
  %298 = fadd <4 x float> %219, %235
  %299 = fadd <4 x float> %221, %237
  %300 = fadd <4 x float> %223, %239
  %301 = fadd <4 x float> %225, %241
  %302 = fadd <4 x float> %227, %243
  %303 = fadd <4 x float> %295, %299
  %304 = fadd <4 x float> %296, %300
  %305 = fadd <4 x float> %297, %301
  %306 = fadd <4 x float> %298, %302
  %307 = fadd <4 x float> %303, %305
  %308 = fadd <4 x float> %304, %306
  %309 = fadd <4 x float> %307, %308
  %310 = shufflevector <4 x float> %309, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %311 = shufflevector <4 x float> %309, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %312 = fadd <2 x float> %311, %310
  %313 = extractelement <2 x float> %312, i64 1
  %314 = extractelement <2 x float> %312, i64 0
  %315 = fadd float %314, %313
  %316 = fadd <4 x float> %283, %261
  %317 = fadd <4 x float> %294, %263
  %318 = fadd <4 x float> %249, %265
  %319 = fadd <4 x float> %251, %267
  %320 = fadd <4 x float> %253, %269
  %321 = fadd <4 x float> %255, %271
  %322 = fadd <4 x float> %257, %273
  %323 = fadd <4 x float> %259, %275
  %324 = fadd <4 x float> %316, %320
  %325 = fadd <4 x float> %317, %321
  %326 = fadd <4 x float> %318, %322
  %327 = fadd <4 x float> %319, %323
  %328 = fadd <4 x float> %324, %326
  %329 = fadd <4 x float> %325, %327
  %330 = fadd <4 x float> %328, %329
  %331 = shufflevector <4 x float> %330, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %332 = shufflevector <4 x float> %330, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %333 = fadd <2 x float> %332, %331
  %334 = extractelement <2 x float> %333, i64 1
  %335 = extractelement <2 x float> %333, i64 0
  %336 = fadd float %335, %334
  %337 = fdiv float %315, 7.000000e+01
  %338 = fdiv float %336, 7.000000e+01
  %339 = fmul float %337, %337
  %340 = fsub float %338, %339
  %341 = fadd float %340, %eps
  %342 = fcmp oge float %341, 0x39B0000000000000
  %343 = fcmp ole float %341, 0x47EFFFFFE0000000
  %344 = and i1 %342, %343
  %345 = fmul float %341, 8.000000e+00
  %346 = fcmp ole float %339, %345
  %347 = and i1 %344, %346
  %348 = xor i1 %347, true
  br i1 %348, label %rescue, label %ordinary, !prof !7

rescue:                                           ; preds = %sweeps6.done
  call void @layer_norm.rescue(ptr %record, i64 %program, i32 %active_lanes)
  ret void

ordinary:                                         ; preds = %sweeps6.done
  %349 = call float @llvm.sqrt.f32(float %341)
  %350 = fdiv float 1.000000e+00, %349
  br label %elements

elements:                                         ; preds = %elements, %ordinary
  %elements.i = phi i64 [ 0, %ordinary ], [ %403, %elements ]
  %351 = mul i64 %elements.i, 16
  %352 = getelementptr inbounds float, ptr %x.row, i64 %351
  %353 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %352, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %354 = getelementptr inbounds float, ptr %weight, i64 %351
  %355 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %354, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %356 = getelementptr inbounds float, ptr %bias, i64 %351
  %357 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %356, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %.splatinsert28 = insertelement <4 x float> poison, float %142, i64 0
  %.splat29 = shufflevector <4 x float> %.splatinsert28, <4 x float> poison, <4 x i32> zeroinitializer
  %358 = fsub <4 x float> %353, %.splat29
  %.splatinsert30 = insertelement <4 x float> poison, float %337, i64 0
  %.splat31 = shufflevector <4 x float> %.splatinsert30, <4 x float> poison, <4 x i32> zeroinitializer
  %359 = fsub <4 x float> %358, %.splat31
  %.splatinsert32 = insertelement <4 x float> poison, float %350, i64 0
  %.splat33 = shufflevector <4 x float> %.splatinsert32, <4 x float> poison, <4 x i32> zeroinitializer
  %360 = fmul <4 x float> %359, %.splat33
  %361 = fmul <4 x float> %360, %355
  %362 = fadd <4 x float> %361, %357
  %363 = getelementptr inbounds float, ptr %y.row, i64 %351
  call void @llvm.masked.store.v4f32.p0(<4 x float> %362, ptr %363, i32 4, <4 x i1> %active), !noalias !6
  %364 = add i64 %351, 4
  %365 = getelementptr inbounds float, ptr %x.row, i64 %364
  %366 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %365, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %367 = getelementptr inbounds float, ptr %weight, i64 %364
  %368 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %367, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %369 = getelementptr inbounds float, ptr %bias, i64 %364
  %370 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %369, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %.splatinsert34 = insertelement <4 x float> poison, float %142, i64 0
  %.splat35 = shufflevector <4 x float> %.splatinsert34, <4 x float> poison, <4 x i32> zeroinitializer
  %371 = fsub <4 x float> %366, %.splat35
  %.splatinsert36 = insertelement <4 x float> poison, float %337, i64 0
  %.splat37 = shufflevector <4 x float> %.splatinsert36, <4 x float> poison, <4 x i32> zeroinitializer
  %372 = fsub <4 x float> %371, %.splat37
  %.splatinsert38 = insertelement <4 x float> poison, float %350, i64 0
  %.splat39 = shufflevector <4 x float> %.splatinsert38, <4 x float> poison, <4 x i32> zeroinitializer
  %373 = fmul <4 x float> %372, %.splat39
  %374 = fmul <4 x float> %373, %368
  %375 = fadd <4 x float> %374, %370
  %376 = getelementptr inbounds float, ptr %y.row, i64 %364
  call void @llvm.masked.store.v4f32.p0(<4 x float> %375, ptr %376, i32 4, <4 x i1> %active), !noalias !6
  %377 = add i64 %351, 8
  %378 = getelementptr inbounds float, ptr %x.row, i64 %377
  %379 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %378, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %380 = getelementptr inbounds float, ptr %weight, i64 %377
  %381 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %380, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %382 = getelementptr inbounds float, ptr %bias, i64 %377
  %383 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %382, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %.splatinsert40 = insertelement <4 x float> poison, float %142, i64 0
  %.splat41 = shufflevector <4 x float> %.splatinsert40, <4 x float> poison, <4 x i32> zeroinitializer
  %384 = fsub <4 x float> %379, %.splat41
  %.splatinsert42 = insertelement <4 x float> poison, float %337, i64 0
  %.splat43 = shufflevector <4 x float> %.splatinsert42, <4 x float> poison, <4 x i32> zeroinitializer
  %385 = fsub <4 x float> %384, %.splat43
  %.splatinsert44 = insertelement <4 x float> poison, float %350, i64 0
  %.splat45 = shufflevector <4 x float> %.splatinsert44, <4 x float> poison, <4 x i32> zeroinitializer
  %386 = fmul <4 x float> %385, %.splat45
  %387 = fmul <4 x float> %386, %381
  %388 = fadd <4 x float> %387, %383
  %389 = getelementptr inbounds float, ptr %y.row, i64 %377
  call void @llvm.masked.store.v4f32.p0(<4 x float> %388, ptr %389, i32 4, <4 x i1> %active), !noalias !6
  %390 = add i64 %351, 12
  %391 = getelementptr inbounds float, ptr %x.row, i64 %390
  %392 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %391, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %393 = getelementptr inbounds float, ptr %weight, i64 %390
  %394 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %393, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %395 = getelementptr inbounds float, ptr %bias, i64 %390
  %396 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %395, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %.splatinsert46 = insertelement <4 x float> poison, float %142, i64 0
  %.splat47 = shufflevector <4 x float> %.splatinsert46, <4 x float> poison, <4 x i32> zeroinitializer
  %397 = fsub <4 x float> %392, %.splat47
  %.splatinsert48 = insertelement <4 x float> poison, float %337, i64 0
  %.splat49 = shufflevector <4 x float> %.splatinsert48, <4 x float> poison, <4 x i32> zeroinitializer
  %398 = fsub <4 x float> %397, %.splat49
  %.splatinsert50 = insertelement <4 x float> poison, float %350, i64 0
  %.splat51 = shufflevector <4 x float> %.splatinsert50, <4 x float> poison, <4 x i32> zeroinitializer
  %399 = fmul <4 x float> %398, %.splat51
  %400 = fmul <4 x float> %399, %394
  %401 = fadd <4 x float> %400, %396
  %402 = getelementptr inbounds float, ptr %y.row, i64 %390
  call void @llvm.masked.store.v4f32.p0(<4 x float> %401, ptr %402, i32 4, <4 x i1> %active), !noalias !6
  %403 = add nuw nsw i64 %elements.i, 1
  %404 = icmp ult i64 %403, 4
  br i1 %404, label %elements, label %elements.done

elements.done:                                    ; preds = %elements
  %405 = getelementptr inbounds float, ptr %x.row, i64 64
  %406 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %405, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !1
  %407 = getelementptr inbounds float, ptr %weight, i64 64
  %408 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %407, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %409 = getelementptr inbounds float, ptr %bias, i64 64
  %410 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %409, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %.splatinsert52 = insertelement <4 x float> poison, float %142, i64 0
  %.splat53 = shufflevector <4 x float> %.splatinsert52, <4 x float> poison, <4 x i32> zeroinitializer
  %411 = fsub <4 x float> %406, %.splat53
  %.splatinsert54 = insertelement <4 x float> poison, float %337, i64 0
  %.splat55 = shufflevector <4 x float> %.splatinsert54, <4 x float> poison, <4 x i32> zeroinitializer
  %412 = fsub <4 x float> %411, %.splat55
  %.splatinsert56 = insertelement <4 x float> poison, float %350, i64 0
  %.splat57 = shufflevector <4 x float> %.splatinsert56, <4 x float> poison, <4 x i32> zeroinitializer
  %413 = fmul <4 x float> %412, %.splat57
  %414 = fmul <4 x float> %413, %408
  %415 = fadd <4 x float> %414, %410
  %416 = getelementptr inbounds float, ptr %y.row, i64 64
  call void @llvm.masked.store.v4f32.p0(<4 x float> %415, ptr %416, i32 4, <4 x i1> %active), !noalias !6
  %.splatinsert58 = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat59 = shufflevector <4 x i32> %.splatinsert58, <4 x i32> poison, <4 x i32> zeroinitializer
  %417 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat59
  %418 = getelementptr inbounds float, ptr %x.row, i64 68
  %419 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %418, i32 4, <4 x i1> %417, <4 x float> zeroinitializer), !noalias !1
  %420 = getelementptr inbounds float, ptr %weight, i64 68
  %421 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %420, i32 4, <4 x i1> %417, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %422 = getelementptr inbounds float, ptr %bias, i64 68
  %423 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %422, i32 4, <4 x i1> %417, <4 x float> zeroinitializer), !alias.scope !4, !noalias !1
  %.splatinsert60 = insertelement <4 x float> poison, float %142, i64 0
  %.splat61 = shufflevector <4 x float> %.splatinsert60, <4 x float> poison, <4 x i32> zeroinitializer
  %424 = fsub <4 x float> %419, %.splat61
  %.splatinsert62 = insertelement <4 x float> poison, float %337, i64 0
  %.splat63 = shufflevector <4 x float> %.splatinsert62, <4 x float> poison, <4 x i32> zeroinitializer
  %425 = fsub <4 x float> %424, %.splat63
  %.splatinsert64 = insertelement <4 x float> poison, float %350, i64 0
  %.splat65 = shufflevector <4 x float> %.splatinsert64, <4 x float> poison, <4 x i32> zeroinitializer
  %426 = fmul <4 x float> %425, %.splat65
  %427 = fmul <4 x float> %426, %421
  %428 = fadd <4 x float> %427, %423
  %429 = getelementptr inbounds float, ptr %y.row, i64 68
  call void @llvm.masked.store.v4f32.p0(<4 x float> %428, ptr %429, i32 4, <4 x i1> %417), !noalias !6
  ret void
}

define internal void @layer_norm.full_packet(ptr noalias nonnull readonly align 8 captures(none) %record, i64 %program) #4 {
entry:
  %.splatinsert = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat = shufflevector <4 x i32> %.splatinsert, <4 x i32> poison, <4 x i32> zeroinitializer
  %active = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %.splat
  %0 = getelementptr inbounds i8, ptr %record, i64 80
  %eps = load float, ptr %0, align 4, !invariant.load !0
  %accumulators = alloca [16 x <4 x float>], align 16
  %1 = getelementptr inbounds i8, ptr %record, i64 32
  %x = load ptr, ptr %1, align 8, !invariant.load !0
  %2 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride = load i64, ptr %2, align 8, !invariant.load !0
  %3 = mul i64 %program, %x.stride
  %x.row = getelementptr float, ptr %x, i64 %3
  %accumulators5 = alloca [32 x <4 x float>], align 16
  %4 = getelementptr inbounds i8, ptr %record, i64 48
  %weight = load ptr, ptr %4, align 8, !invariant.load !0
  %5 = getelementptr inbounds i8, ptr %record, i64 64
  %bias = load ptr, ptr %5, align 8, !invariant.load !0
  %6 = getelementptr inbounds i8, ptr %record, i64 96
  %y = load ptr, ptr %6, align 8, !invariant.load !0
  %7 = getelementptr inbounds i8, ptr %record, i64 104
  %y.stride = load i64, ptr %7, align 8, !invariant.load !0
  %8 = mul i64 %program, %y.stride
  %y.row = getelementptr float, ptr %y, i64 %8
  br label %sweeps

sweeps:                                           ; preds = %steps.done, %entry
  %sweeps.i = phi i64 [ 0, %entry ], [ %77, %steps.done ]
  %9 = mul i64 %sweeps.i, 8
  %10 = mul i64 %9, 4
  br label %steps

steps:                                            ; preds = %steps, %sweeps
  %steps.i = phi i64 [ 0, %sweeps ], [ %60, %steps ]
  %11 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %24, %steps ]
  %12 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %29, %steps ]
  %13 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %34, %steps ]
  %14 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %39, %steps ]
  %15 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %44, %steps ]
  %16 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %49, %steps ]
  %17 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %54, %steps ]
  %18 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps ], [ %59, %steps ]
  %19 = mul i64 %steps.i, 64
  %20 = add i64 %10, %19
  %21 = getelementptr inbounds float, ptr %x.row, i64 %20
  %22 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %21, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %23 = fadd <4 x float> %11, %22
  %24 = select <4 x i1> %active, <4 x float> %23, <4 x float> %11
  %25 = add i64 %20, 4
  %26 = getelementptr inbounds float, ptr %x.row, i64 %25
  %27 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %26, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %28 = fadd <4 x float> %12, %27
  %29 = select <4 x i1> %active, <4 x float> %28, <4 x float> %12
  %30 = add i64 %20, 8
  %31 = getelementptr inbounds float, ptr %x.row, i64 %30
  %32 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %31, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %33 = fadd <4 x float> %13, %32
  %34 = select <4 x i1> %active, <4 x float> %33, <4 x float> %13
  %35 = add i64 %20, 12
  %36 = getelementptr inbounds float, ptr %x.row, i64 %35
  %37 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %36, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %38 = fadd <4 x float> %14, %37
  %39 = select <4 x i1> %active, <4 x float> %38, <4 x float> %14
  %40 = add i64 %20, 16
  %41 = getelementptr inbounds float, ptr %x.row, i64 %40
  %42 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %41, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %43 = fadd <4 x float> %15, %42
  %44 = select <4 x i1> %active, <4 x float> %43, <4 x float> %15
  %45 = add i64 %20, 20
  %46 = getelementptr inbounds float, ptr %x.row, i64 %45
  %47 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %46, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %48 = fadd <4 x float> %16, %47
  %49 = select <4 x i1> %active, <4 x float> %48, <4 x float> %16
  %50 = add i64 %20, 24
  %51 = getelementptr inbounds float, ptr %x.row, i64 %50
  %52 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %51, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %53 = fadd <4 x float> %17, %52
  %54 = select <4 x i1> %active, <4 x float> %53, <4 x float> %17
  %55 = add i64 %20, 28
  %56 = getelementptr inbounds float, ptr %x.row, i64 %55
  %57 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %56, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %58 = fadd <4 x float> %18, %57
  %59 = select <4 x i1> %active, <4 x float> %58, <4 x float> %18
  %60 = add nuw nsw i64 %steps.i, 1
  %61 = icmp ult i64 %60, 1
  br i1 %61, label %steps, label %steps.done

steps.done:                                       ; preds = %steps
  %62 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %9
  store <4 x float> %24, ptr %62, align 16
  %63 = add i64 %9, 1
  %64 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %63
  store <4 x float> %29, ptr %64, align 16
  %65 = add i64 %9, 2
  %66 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %65
  store <4 x float> %34, ptr %66, align 16
  %67 = add i64 %9, 3
  %68 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %67
  store <4 x float> %39, ptr %68, align 16
  %69 = add i64 %9, 4
  %70 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %69
  store <4 x float> %44, ptr %70, align 16
  %71 = add i64 %9, 5
  %72 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %71
  store <4 x float> %49, ptr %72, align 16
  %73 = add i64 %9, 6
  %74 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %73
  store <4 x float> %54, ptr %74, align 16
  %75 = add i64 %9, 7
  %76 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %75
  store <4 x float> %59, ptr %76, align 16
  %77 = add nuw nsw i64 %sweeps.i, 1
  %78 = icmp ult i64 %77, 2
  br i1 %78, label %sweeps, label %sweeps.done

sweeps.done:                                      ; preds = %steps.done
  %79 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 0
  %80 = load <4 x float>, ptr %79, align 16
  %81 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 1
  %82 = load <4 x float>, ptr %81, align 16
  %83 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 2
  %84 = load <4 x float>, ptr %83, align 16
  %85 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 3
  %86 = load <4 x float>, ptr %85, align 16
  %87 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  %88 = load <4 x float>, ptr %87, align 16
  %89 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 5
  %90 = load <4 x float>, ptr %89, align 16
  %91 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 6
  %92 = load <4 x float>, ptr %91, align 16
  %93 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 7
  %94 = load <4 x float>, ptr %93, align 16
  %95 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 8
  %96 = load <4 x float>, ptr %95, align 16
  %97 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 9
  %98 = load <4 x float>, ptr %97, align 16
  %99 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 10
  %100 = load <4 x float>, ptr %99, align 16
  %101 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 11
  %102 = load <4 x float>, ptr %101, align 16
  %103 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 12
  %104 = load <4 x float>, ptr %103, align 16
  %105 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 13
  %106 = load <4 x float>, ptr %105, align 16
  %107 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 14
  %108 = load <4 x float>, ptr %107, align 16
  %109 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 15
  %110 = load <4 x float>, ptr %109, align 16
  %111 = getelementptr inbounds float, ptr %x.row, i64 64
  %112 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %111, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %113 = fadd <4 x float> %80, %112
  %114 = select <4 x i1> %active, <4 x float> %113, <4 x float> %80
  %.splatinsert1 = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat2 = shufflevector <4 x i32> %.splatinsert1, <4 x i32> poison, <4 x i32> zeroinitializer
  %115 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat2
  %116 = getelementptr inbounds float, ptr %x.row, i64 68
  %117 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %116, i32 4, <4 x i1> %115, <4 x float> zeroinitializer), !noalias !8
  %118 = fadd <4 x float> %82, %117
  %.splatinsert3 = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat4 = shufflevector <4 x i32> %.splatinsert3, <4 x i32> poison, <4 x i32> zeroinitializer
  %119 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat4
  %120 = select <4 x i1> %119, <4 x float> %118, <4 x float> %82
  %121 = fadd <4 x float> %114, %96
  %122 = fadd <4 x float> %120, %98
  %123 = fadd <4 x float> %84, %100
  %124 = fadd <4 x float> %86, %102
  %125 = fadd <4 x float> %88, %104
  %126 = fadd <4 x float> %90, %106
  %127 = fadd <4 x float> %92, %108
  %128 = fadd <4 x float> %94, %110
  %129 = fadd <4 x float> %121, %125
  %130 = fadd <4 x float> %122, %126
  %131 = fadd <4 x float> %123, %127
  %132 = fadd <4 x float> %124, %128
  %133 = fadd <4 x float> %129, %131
  %134 = fadd <4 x float> %130, %132
  %135 = fadd <4 x float> %133, %134
  %136 = shufflevector <4 x float> %135, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %137 = shufflevector <4 x float> %135, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %138 = fadd <2 x float> %137, %136
  %139 = extractelement <2 x float> %138, i64 1
  %140 = extractelement <2 x float> %138, i64 0
  %141 = fadd float %140, %139
  %142 = fdiv float %141, 7.000000e+01
  br label %sweeps6

sweeps6:                                          ; preds = %steps8.done, %sweeps.done
  %sweeps.i7 = phi i64 [ 0, %sweeps.done ], [ %210, %steps8.done ]
  %143 = mul i64 %sweeps.i7, 4
  %144 = mul i64 %143, 4
  br label %steps8

steps8:                                           ; preds = %steps8, %sweeps6
  %steps.i9 = phi i64 [ 0, %sweeps6 ], [ %190, %steps8 ]
  %145 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %160, %steps8 ]
  %146 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %169, %steps8 ]
  %147 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %178, %steps8 ]
  %148 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %187, %steps8 ]
  %149 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %162, %steps8 ]
  %150 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %171, %steps8 ]
  %151 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %180, %steps8 ]
  %152 = phi <4 x float> [ splat (float -0.000000e+00), %sweeps6 ], [ %189, %steps8 ]
  %153 = mul i64 %steps.i9, 64
  %154 = add i64 %144, %153
  %155 = getelementptr inbounds float, ptr %x.row, i64 %154
  %156 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %155, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %.splatinsert10 = insertelement <4 x float> poison, float %142, i64 0
  %.splat11 = shufflevector <4 x float> %.splatinsert10, <4 x float> poison, <4 x i32> zeroinitializer
  %157 = fsub <4 x float> %156, %.splat11
  %158 = fmul <4 x float> %157, %157
  %159 = fadd <4 x float> %145, %157
  %160 = select <4 x i1> %active, <4 x float> %159, <4 x float> %145
  %161 = fadd <4 x float> %149, %158
  %162 = select <4 x i1> %active, <4 x float> %161, <4 x float> %149
  %163 = add i64 %154, 4
  %164 = getelementptr inbounds float, ptr %x.row, i64 %163
  %165 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %164, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %.splatinsert12 = insertelement <4 x float> poison, float %142, i64 0
  %.splat13 = shufflevector <4 x float> %.splatinsert12, <4 x float> poison, <4 x i32> zeroinitializer
  %166 = fsub <4 x float> %165, %.splat13
  %167 = fmul <4 x float> %166, %166
  %168 = fadd <4 x float> %146, %166
  %169 = select <4 x i1> %active, <4 x float> %168, <4 x float> %146
  %170 = fadd <4 x float> %150, %167
  %171 = select <4 x i1> %active, <4 x float> %170, <4 x float> %150
  %172 = add i64 %154, 8
  %173 = getelementptr inbounds float, ptr %x.row, i64 %172
  %174 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %173, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %.splatinsert14 = insertelement <4 x float> poison, float %142, i64 0
  %.splat15 = shufflevector <4 x float> %.splatinsert14, <4 x float> poison, <4 x i32> zeroinitializer
  %175 = fsub <4 x float> %174, %.splat15
  %176 = fmul <4 x float> %175, %175
  %177 = fadd <4 x float> %147, %175
  %178 = select <4 x i1> %active, <4 x float> %177, <4 x float> %147
  %179 = fadd <4 x float> %151, %176
  %180 = select <4 x i1> %active, <4 x float> %179, <4 x float> %151
  %181 = add i64 %154, 12
  %182 = getelementptr inbounds float, ptr %x.row, i64 %181
  %183 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %182, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %.splatinsert16 = insertelement <4 x float> poison, float %142, i64 0
  %.splat17 = shufflevector <4 x float> %.splatinsert16, <4 x float> poison, <4 x i32> zeroinitializer
  %184 = fsub <4 x float> %183, %.splat17
  %185 = fmul <4 x float> %184, %184
  %186 = fadd <4 x float> %148, %184
  %187 = select <4 x i1> %active, <4 x float> %186, <4 x float> %148
  %188 = fadd <4 x float> %152, %185
  %189 = select <4 x i1> %active, <4 x float> %188, <4 x float> %152
  %190 = add nuw nsw i64 %steps.i9, 1
  %191 = icmp ult i64 %190, 1
  br i1 %191, label %steps8, label %steps8.done

steps8.done:                                      ; preds = %steps8
  %192 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %143
  store <4 x float> %160, ptr %192, align 16
  %193 = add i64 %143, 1
  %194 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %193
  store <4 x float> %169, ptr %194, align 16
  %195 = add i64 %143, 2
  %196 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %195
  store <4 x float> %178, ptr %196, align 16
  %197 = add i64 %143, 3
  %198 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %197
  store <4 x float> %187, ptr %198, align 16
  %199 = add i64 %143, 16
  %200 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %199
  store <4 x float> %162, ptr %200, align 16
  %201 = add i64 %143, 1
  %202 = add i64 %201, 16
  %203 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %202
  store <4 x float> %171, ptr %203, align 16
  %204 = add i64 %143, 2
  %205 = add i64 %204, 16
  %206 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %205
  store <4 x float> %180, ptr %206, align 16
  %207 = add i64 %143, 3
  %208 = add i64 %207, 16
  %209 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 %208
  store <4 x float> %189, ptr %209, align 16
  %210 = add nuw nsw i64 %sweeps.i7, 1
  %211 = icmp ult i64 %210, 4
  br i1 %211, label %sweeps6, label %sweeps6.done

sweeps6.done:                                     ; preds = %steps8.done
  %212 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 0
  %213 = load <4 x float>, ptr %212, align 16
  %214 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 1
  %215 = load <4 x float>, ptr %214, align 16
  %216 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 2
  %217 = load <4 x float>, ptr %216, align 16
  %218 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 3
  %219 = load <4 x float>, ptr %218, align 16
  %220 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 4
  %221 = load <4 x float>, ptr %220, align 16
  %222 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 5
  %223 = load <4 x float>, ptr %222, align 16
  %224 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 6
  %225 = load <4 x float>, ptr %224, align 16
  %226 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 7
  %227 = load <4 x float>, ptr %226, align 16
  %228 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 8
  %229 = load <4 x float>, ptr %228, align 16
  %230 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 9
  %231 = load <4 x float>, ptr %230, align 16
  %232 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 10
  %233 = load <4 x float>, ptr %232, align 16
  %234 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 11
  %235 = load <4 x float>, ptr %234, align 16
  %236 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 12
  %237 = load <4 x float>, ptr %236, align 16
  %238 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 13
  %239 = load <4 x float>, ptr %238, align 16
  %240 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 14
  %241 = load <4 x float>, ptr %240, align 16
  %242 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 15
  %243 = load <4 x float>, ptr %242, align 16
  %244 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 16
  %245 = load <4 x float>, ptr %244, align 16
  %246 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 17
  %247 = load <4 x float>, ptr %246, align 16
  %248 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 18
  %249 = load <4 x float>, ptr %248, align 16
  %250 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 19
  %251 = load <4 x float>, ptr %250, align 16
  %252 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 20
  %253 = load <4 x float>, ptr %252, align 16
  %254 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 21
  %255 = load <4 x float>, ptr %254, align 16
  %256 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 22
  %257 = load <4 x float>, ptr %256, align 16
  %258 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 23
  %259 = load <4 x float>, ptr %258, align 16
  %260 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 24
  %261 = load <4 x float>, ptr %260, align 16
  %262 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 25
  %263 = load <4 x float>, ptr %262, align 16
  %264 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 26
  %265 = load <4 x float>, ptr %264, align 16
  %266 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 27
  %267 = load <4 x float>, ptr %266, align 16
  %268 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 28
  %269 = load <4 x float>, ptr %268, align 16
  %270 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 29
  %271 = load <4 x float>, ptr %270, align 16
  %272 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 30
  %273 = load <4 x float>, ptr %272, align 16
  %274 = getelementptr inbounds <4 x float>, ptr %accumulators5, i64 31
  %275 = load <4 x float>, ptr %274, align 16
  %276 = getelementptr inbounds float, ptr %x.row, i64 64
  %277 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %276, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %.splatinsert18 = insertelement <4 x float> poison, float %142, i64 0
  %.splat19 = shufflevector <4 x float> %.splatinsert18, <4 x float> poison, <4 x i32> zeroinitializer
  %278 = fsub <4 x float> %277, %.splat19
  %279 = fmul <4 x float> %278, %278
  %280 = fadd <4 x float> %213, %278
  %281 = select <4 x i1> %active, <4 x float> %280, <4 x float> %213
  %282 = fadd <4 x float> %245, %279
  %283 = select <4 x i1> %active, <4 x float> %282, <4 x float> %245
  %.splatinsert20 = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat21 = shufflevector <4 x i32> %.splatinsert20, <4 x i32> poison, <4 x i32> zeroinitializer
  %284 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat21
  %285 = getelementptr inbounds float, ptr %x.row, i64 68
  %286 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %285, i32 4, <4 x i1> %284, <4 x float> zeroinitializer), !noalias !8
  %.splatinsert22 = insertelement <4 x float> poison, float %142, i64 0
  %.splat23 = shufflevector <4 x float> %.splatinsert22, <4 x float> poison, <4 x i32> zeroinitializer
  %287 = fsub <4 x float> %286, %.splat23
  %288 = fmul <4 x float> %287, %287
  %289 = fadd <4 x float> %215, %287
  %.splatinsert24 = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat25 = shufflevector <4 x i32> %.splatinsert24, <4 x i32> poison, <4 x i32> zeroinitializer
  %290 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat25
  %291 = select <4 x i1> %290, <4 x float> %289, <4 x float> %215
  %292 = fadd <4 x float> %247, %288
  %.splatinsert26 = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat27 = shufflevector <4 x i32> %.splatinsert26, <4 x i32> poison, <4 x i32> zeroinitializer
  %293 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat27
  %294 = select <4 x i1> %293, <4 x float> %292, <4 x float> %247
  %295 = fadd <4 x float> %281, %229
  %296 = fadd <4 x float> %291, %231
  %297 = fadd <4 x float> %217, %233
  %298 = fadd <4 x float> %219, %235
  %299 = fadd <4 x float> %221, %237
  %300 = fadd <4 x float> %223, %239
  %301 = fadd <4 x float> %225, %241
  %302 = fadd <4 x float> %227, %243
  %303 = fadd <4 x float> %295, %299
  %304 = fadd <4 x float> %296, %300
  %305 = fadd <4 x float> %297, %301
  %306 = fadd <4 x float> %298, %302
  %307 = fadd <4 x float> %303, %305
  %308 = fadd <4 x float> %304, %306
  %309 = fadd <4 x float> %307, %308
  %310 = shufflevector <4 x float> %309, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %311 = shufflevector <4 x float> %309, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %312 = fadd <2 x float> %311, %310
  %313 = extractelement <2 x float> %312, i64 1
  %314 = extractelement <2 x float> %312, i64 0
  %315 = fadd float %314, %313
  %316 = fadd <4 x float> %283, %261
  %317 = fadd <4 x float> %294, %263
  %318 = fadd <4 x float> %249, %265
  %319 = fadd <4 x float> %251, %267
  %320 = fadd <4 x float> %253, %269
  %321 = fadd <4 x float> %255, %271
  %322 = fadd <4 x float> %257, %273
  %323 = fadd <4 x float> %259, %275
  %324 = fadd <4 x float> %316, %320
  %325 = fadd <4 x float> %317, %321
  %326 = fadd <4 x float> %318, %322
  %327 = fadd <4 x float> %319, %323
  %328 = fadd <4 x float> %324, %326
  %329 = fadd <4 x float> %325, %327
  %330 = fadd <4 x float> %328, %329
  %331 = shufflevector <4 x float> %330, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %332 = shufflevector <4 x float> %330, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %333 = fadd <2 x float> %332, %331
  %334 = extractelement <2 x float> %333, i64 1
  %335 = extractelement <2 x float> %333, i64 0
  %336 = fadd float %335, %334
  %337 = fdiv float %315, 7.000000e+01
  %338 = fdiv float %336, 7.000000e+01
  %339 = fmul float %337, %337
  %340 = fsub float %338, %339
  %341 = fadd float %340, %eps
  %342 = fcmp oge float %341, 0x39B0000000000000
  %343 = fcmp ole float %341, 0x47EFFFFFE0000000
  %344 = and i1 %342, %343
  %345 = fmul float %341, 8.000000e+00
  %346 = fcmp ole float %339, %345
  %347 = and i1 %344, %346
  %348 = xor i1 %347, true
  br i1 %348, label %rescue, label %ordinary, !prof !7

rescue:                                           ; preds = %sweeps6.done
  call void @layer_norm.rescue(ptr %record, i64 %program, i32 4)
  ret void

ordinary:                                         ; preds = %sweeps6.done
  %349 = call float @llvm.sqrt.f32(float %341)
  %350 = fdiv float 1.000000e+00, %349
  br label %elements

elements:                                         ; preds = %elements, %ordinary
  %elements.i = phi i64 [ 0, %ordinary ], [ %403, %elements ]
  %351 = mul i64 %elements.i, 16
  %352 = getelementptr inbounds float, ptr %x.row, i64 %351
  %353 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %352, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %354 = getelementptr inbounds float, ptr %weight, i64 %351
  %355 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %354, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %356 = getelementptr inbounds float, ptr %bias, i64 %351
  %357 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %356, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %.splatinsert28 = insertelement <4 x float> poison, float %142, i64 0
  %.splat29 = shufflevector <4 x float> %.splatinsert28, <4 x float> poison, <4 x i32> zeroinitializer
  %358 = fsub <4 x float> %353, %.splat29
  %.splatinsert30 = insertelement <4 x float> poison, float %337, i64 0
  %.splat31 = shufflevector <4 x float> %.splatinsert30, <4 x float> poison, <4 x i32> zeroinitializer
  %359 = fsub <4 x float> %358, %.splat31
  %.splatinsert32 = insertelement <4 x float> poison, float %350, i64 0
  %.splat33 = shufflevector <4 x float> %.splatinsert32, <4 x float> poison, <4 x i32> zeroinitializer
  %360 = fmul <4 x float> %359, %.splat33
  %361 = fmul <4 x float> %360, %355
  %362 = fadd <4 x float> %361, %357
  %363 = getelementptr inbounds float, ptr %y.row, i64 %351
  call void @llvm.masked.store.v4f32.p0(<4 x float> %362, ptr %363, i32 4, <4 x i1> %active), !noalias !13
  %364 = add i64 %351, 4
  %365 = getelementptr inbounds float, ptr %x.row, i64 %364
  %366 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %365, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %367 = getelementptr inbounds float, ptr %weight, i64 %364
  %368 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %367, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %369 = getelementptr inbounds float, ptr %bias, i64 %364
  %370 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %369, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %.splatinsert34 = insertelement <4 x float> poison, float %142, i64 0
  %.splat35 = shufflevector <4 x float> %.splatinsert34, <4 x float> poison, <4 x i32> zeroinitializer
  %371 = fsub <4 x float> %366, %.splat35
  %.splatinsert36 = insertelement <4 x float> poison, float %337, i64 0
  %.splat37 = shufflevector <4 x float> %.splatinsert36, <4 x float> poison, <4 x i32> zeroinitializer
  %372 = fsub <4 x float> %371, %.splat37
  %.splatinsert38 = insertelement <4 x float> poison, float %350, i64 0
  %.splat39 = shufflevector <4 x float> %.splatinsert38, <4 x float> poison, <4 x i32> zeroinitializer
  %373 = fmul <4 x float> %372, %.splat39
  %374 = fmul <4 x float> %373, %368
  %375 = fadd <4 x float> %374, %370
  %376 = getelementptr inbounds float, ptr %y.row, i64 %364
  call void @llvm.masked.store.v4f32.p0(<4 x float> %375, ptr %376, i32 4, <4 x i1> %active), !noalias !13
  %377 = add i64 %351, 8
  %378 = getelementptr inbounds float, ptr %x.row, i64 %377
  %379 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %378, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %380 = getelementptr inbounds float, ptr %weight, i64 %377
  %381 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %380, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %382 = getelementptr inbounds float, ptr %bias, i64 %377
  %383 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %382, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %.splatinsert40 = insertelement <4 x float> poison, float %142, i64 0
  %.splat41 = shufflevector <4 x float> %.splatinsert40, <4 x float> poison, <4 x i32> zeroinitializer
  %384 = fsub <4 x float> %379, %.splat41
  %.splatinsert42 = insertelement <4 x float> poison, float %337, i64 0
  %.splat43 = shufflevector <4 x float> %.splatinsert42, <4 x float> poison, <4 x i32> zeroinitializer
  %385 = fsub <4 x float> %384, %.splat43
  %.splatinsert44 = insertelement <4 x float> poison, float %350, i64 0
  %.splat45 = shufflevector <4 x float> %.splatinsert44, <4 x float> poison, <4 x i32> zeroinitializer
  %386 = fmul <4 x float> %385, %.splat45
  %387 = fmul <4 x float> %386, %381
  %388 = fadd <4 x float> %387, %383
  %389 = getelementptr inbounds float, ptr %y.row, i64 %377
  call void @llvm.masked.store.v4f32.p0(<4 x float> %388, ptr %389, i32 4, <4 x i1> %active), !noalias !13
  %390 = add i64 %351, 12
  %391 = getelementptr inbounds float, ptr %x.row, i64 %390
  %392 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %391, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %393 = getelementptr inbounds float, ptr %weight, i64 %390
  %394 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %393, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %395 = getelementptr inbounds float, ptr %bias, i64 %390
  %396 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %395, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %.splatinsert46 = insertelement <4 x float> poison, float %142, i64 0
  %.splat47 = shufflevector <4 x float> %.splatinsert46, <4 x float> poison, <4 x i32> zeroinitializer
  %397 = fsub <4 x float> %392, %.splat47
  %.splatinsert48 = insertelement <4 x float> poison, float %337, i64 0
  %.splat49 = shufflevector <4 x float> %.splatinsert48, <4 x float> poison, <4 x i32> zeroinitializer
  %398 = fsub <4 x float> %397, %.splat49
  %.splatinsert50 = insertelement <4 x float> poison, float %350, i64 0
  %.splat51 = shufflevector <4 x float> %.splatinsert50, <4 x float> poison, <4 x i32> zeroinitializer
  %399 = fmul <4 x float> %398, %.splat51
  %400 = fmul <4 x float> %399, %394
  %401 = fadd <4 x float> %400, %396
  %402 = getelementptr inbounds float, ptr %y.row, i64 %390
  call void @llvm.masked.store.v4f32.p0(<4 x float> %401, ptr %402, i32 4, <4 x i1> %active), !noalias !13
  %403 = add nuw nsw i64 %elements.i, 1
  %404 = icmp ult i64 %403, 4
  br i1 %404, label %elements, label %elements.done

elements.done:                                    ; preds = %elements
  %405 = getelementptr inbounds float, ptr %x.row, i64 64
  %406 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %405, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !noalias !8
  %407 = getelementptr inbounds float, ptr %weight, i64 64
  %408 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %407, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %409 = getelementptr inbounds float, ptr %bias, i64 64
  %410 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %409, i32 4, <4 x i1> %active, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %.splatinsert52 = insertelement <4 x float> poison, float %142, i64 0
  %.splat53 = shufflevector <4 x float> %.splatinsert52, <4 x float> poison, <4 x i32> zeroinitializer
  %411 = fsub <4 x float> %406, %.splat53
  %.splatinsert54 = insertelement <4 x float> poison, float %337, i64 0
  %.splat55 = shufflevector <4 x float> %.splatinsert54, <4 x float> poison, <4 x i32> zeroinitializer
  %412 = fsub <4 x float> %411, %.splat55
  %.splatinsert56 = insertelement <4 x float> poison, float %350, i64 0
  %.splat57 = shufflevector <4 x float> %.splatinsert56, <4 x float> poison, <4 x i32> zeroinitializer
  %413 = fmul <4 x float> %412, %.splat57
  %414 = fmul <4 x float> %413, %408
  %415 = fadd <4 x float> %414, %410
  %416 = getelementptr inbounds float, ptr %y.row, i64 64
  call void @llvm.masked.store.v4f32.p0(<4 x float> %415, ptr %416, i32 4, <4 x i1> %active), !noalias !13
  %.splatinsert58 = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat59 = shufflevector <4 x i32> %.splatinsert58, <4 x i32> poison, <4 x i32> zeroinitializer
  %417 = icmp ult <4 x i32> <i32 0, i32 1, i32 -1, i32 -1>, %.splat59
  %418 = getelementptr inbounds float, ptr %x.row, i64 68
  %419 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %418, i32 4, <4 x i1> %417, <4 x float> zeroinitializer), !noalias !8
  %420 = getelementptr inbounds float, ptr %weight, i64 68
  %421 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %420, i32 4, <4 x i1> %417, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %422 = getelementptr inbounds float, ptr %bias, i64 68
  %423 = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %422, i32 4, <4 x i1> %417, <4 x float> zeroinitializer), !alias.scope !11, !noalias !8
  %.splatinsert60 = insertelement <4 x float> poison, float %142, i64 0
  %.splat61 = shufflevector <4 x float> %.splatinsert60, <4 x float> poison, <4 x i32> zeroinitializer
  %424 = fsub <4 x float> %419, %.splat61
  %.splatinsert62 = insertelement <4 x float> poison, float %337, i64 0
  %.splat63 = shufflevector <4 x float> %.splatinsert62, <4 x float> poison, <4 x i32> zeroinitializer
  %425 = fsub <4 x float> %424, %.splat63
  %.splatinsert64 = insertelement <4 x float> poison, float %350, i64 0
  %.splat65 = shufflevector <4 x float> %.splatinsert64, <4 x float> poison, <4 x i32> zeroinitializer
  %426 = fmul <4 x float> %425, %.splat65
  %427 = fmul <4 x float> %426, %421
  %428 = fadd <4 x float> %427, %423
  %429 = getelementptr inbounds float, ptr %y.row, i64 68
  call void @llvm.masked.store.v4f32.p0(<4 x float> %428, ptr %429, i32 4, <4 x i1> %417), !noalias !13
  ret void
}

define internal void @layer_norm.block(ptr %record, i64 %first, i64 %programs) #4 {
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
  call void @layer_norm.full_packet(ptr %record, i64 %2) #5
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
  call void @layer_norm.full_packet(ptr %record, i64 %8) #5
  %12 = add nuw nsw i64 %packets.partial.i, 1
  %13 = icmp ult i64 %12, %full
  br i1 %13, label %packets.partial, label %packets.partial.done

packets.partial.done:                             ; preds = %packets.partial
  br label %rest
}

define void @layer_norm(ptr %record) #4 {
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
  call void @layer_norm.block(ptr %record, i64 %first, i64 %programs)
  %3 = call i64 @llvm.umin.i64(i64 %programs, i64 16)
  %next = add i64 %first, %3
  %4 = getelementptr inbounds i8, ptr %record, i64 0
  store i64 %next, ptr %4, align 8
  %5 = icmp ult i64 %next, %end
  br i1 %5, label %blocks, label %done

done:                                             ; preds = %blocks, %entry
  ret void
}
