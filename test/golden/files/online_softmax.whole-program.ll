define internal void @online_softmax.packet(ptr noalias nonnull readonly align 8 captures(none) %record, i64 %program, i32 %active_lanes) #0 {
entry:
  %.splatinsert = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat = shufflevector <4 x i32> %.splatinsert, <4 x i32> poison, <4 x i32> zeroinitializer
  %active = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %.splat
  %0 = icmp ne i32 %active_lanes, 0
  %1 = getelementptr inbounds i8, ptr %record, i64 32
  %x = load ptr, ptr %1, align 8, !invariant.load !0
  %2 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride = load i64, ptr %2, align 8, !invariant.load !0
  %3 = mul i64 %program, %x.stride
  %x.row = getelementptr float, ptr %x, i64 %3
  %4 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride1 = load i64, ptr %4, align 8, !invariant.load !0
  %5 = icmp ugt i32 %active_lanes, 1
  %6 = select i1 %5, i64 %x.stride1, i64 0
  %7 = mul i64 %x.stride1, 2
  %8 = icmp ugt i32 %active_lanes, 2
  %9 = select i1 %8, i64 %7, i64 0
  %10 = mul i64 %x.stride1, 3
  %11 = icmp ugt i32 %active_lanes, 3
  %12 = select i1 %11, i64 %10, i64 0
  %accumulators = alloca [64 x <4 x float>], align 16
  %scratch = alloca [4 x <4 x float>], align 64
  %.splatinsert20 = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat21 = shufflevector <4 x i32> %.splatinsert20, <4 x i32> poison, <4 x i32> zeroinitializer
  %13 = getelementptr inbounds i8, ptr %record, i64 48
  %y = load ptr, ptr %13, align 8, !invariant.load !0
  %14 = getelementptr inbounds i8, ptr %record, i64 56
  %y.stride = load i64, ptr %14, align 8, !invariant.load !0
  %15 = mul i64 %program, %y.stride
  %y.row = getelementptr float, ptr %y, i64 %15
  %16 = getelementptr inbounds i8, ptr %record, i64 56
  %y.stride22 = load i64, ptr %16, align 8, !invariant.load !0
  %17 = select i1 %5, i64 %y.stride22, i64 0
  %18 = mul i64 %y.stride22, 2
  %19 = select i1 %8, i64 %18, i64 0
  %20 = mul i64 %y.stride22, 3
  %21 = select i1 %11, i64 %20, i64 0
  %22 = getelementptr inbounds i8, ptr %record, i64 64
  %lse = load ptr, ptr %22, align 8, !invariant.load !0
  %23 = getelementptr inbounds i8, ptr %record, i64 72
  %lse.stride = load i64, ptr %23, align 8, !invariant.load !0
  %24 = mul i64 %program, %lse.stride
  %lse.row = getelementptr float, ptr %lse, i64 %24
  %25 = getelementptr inbounds i8, ptr %record, i64 72
  %lse.stride31 = load i64, ptr %25, align 8, !invariant.load !0
  %26 = select i1 %5, i64 %lse.stride31, i64 0
  %27 = mul i64 %lse.stride31, 2
  %28 = select i1 %8, i64 %27, i64 0
  %29 = mul i64 %lse.stride31, 3
  %30 = select i1 %11, i64 %29, i64 0
  br i1 %0, label %some, label %none

some:                                             ; preds = %entry
  br label %tiles

none:                                             ; preds = %entry
  ret void

tiles:                                            ; preds = %absent4.done, %some
  %tiles.i = phi i64 [ 0, %some ], [ %235, %absent4.done ]
  %31 = phi <4 x float> [ splat (float 0xFFF0000000000000), %some ], [ %73, %absent4.done ]
  %32 = phi <4 x float> [ zeroinitializer, %some ], [ %234, %absent4.done ]
  %33 = mul i64 %tiles.i, 24
  br label %units

units:                                            ; preds = %units, %tiles
  %units.i = phi i64 [ 0, %tiles ], [ %66, %units ]
  %34 = mul i64 %units.i, 4
  %35 = mul i64 %units.i, 4
  %36 = add i64 %33, %35
  %37 = getelementptr float, ptr %x.row, i64 %36
  %38 = load <4 x float>, ptr %37, align 4, !noalias !1
  %39 = getelementptr float, ptr %x.row, i64 %36
  %40 = getelementptr float, ptr %39, i64 %6
  %41 = load <4 x float>, ptr %40, align 4, !noalias !1
  %42 = getelementptr float, ptr %x.row, i64 %36
  %43 = getelementptr float, ptr %42, i64 %9
  %44 = load <4 x float>, ptr %43, align 4, !noalias !1
  %45 = getelementptr float, ptr %x.row, i64 %36
  %46 = getelementptr float, ptr %45, i64 %12
  %47 = load <4 x float>, ptr %46, align 4, !noalias !1
  %48 = shufflevector <4 x float> %38, <4 x float> %41, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %49 = shufflevector <4 x float> %44, <4 x float> %47, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %50 = shufflevector <4 x float> %48, <4 x float> %49, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %51 = shufflevector <4 x float> %48, <4 x float> %49, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %52 = shufflevector <4 x float> %38, <4 x float> %41, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %53 = shufflevector <4 x float> %44, <4 x float> %47, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %54 = shufflevector <4 x float> %52, <4 x float> %53, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %55 = shufflevector <4 x float> %52, <4 x float> %53, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %56 = add i64 %35, 1
  %57 = add i64 %35, 2
  %58 = add i64 %35, 3
  %59 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %34
  store <4 x float> %50, ptr %59, align 16
  %60 = add i64 %34, 1
  %61 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %60
  store <4 x float> %51, ptr %61, align 16
  %62 = add i64 %34, 2
  %63 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %62
  store <4 x float> %54, ptr %63, align 16
  %64 = add i64 %34, 3
  %65 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %64
  store <4 x float> %55, ptr %65, align 16
  %66 = add nuw nsw i64 %units.i, 1
  %67 = icmp ult i64 %66, 6
  br i1 %67, label %units, label %units.done

units.done:                                       ; preds = %units
  br label %absent

absent:                                           ; preds = %absent, %units.done
  %absent.i = phi i64 [ 0, %units.done ], [ %70, %absent ]
  %68 = add i64 %absent.i, 24
  %69 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %68
  store <4 x float> splat (float 0xFFF0000000000000), ptr %69, align 16
  %70 = add nuw nsw i64 %absent.i, 1
  %71 = icmp ult i64 %70, 8
  br i1 %71, label %absent, label %absent.done

absent.done:                                      ; preds = %absent
  %72 = call <4 x float> @online_softmax.join_max_f32x4_32(ptr %accumulators)
  %73 = call <4 x float> @llvm.maximum.v4f32(<4 x float> %31, <4 x float> %72)
  %74 = fsub <4 x float> %31, %73
  %75 = fcmp ogt <4 x float> %74, splat (float 8.900000e+01)
  %76 = select <4 x i1> %75, <4 x float> splat (float 8.900000e+01), <4 x float> %74
  %77 = fcmp olt <4 x float> %76, splat (float -1.055000e+02)
  %78 = select <4 x i1> %77, <4 x float> splat (float -1.055000e+02), <4 x float> %76
  %79 = call <4 x float> @llvm.fma.v4f32(<4 x float> %78, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %80 = fsub <4 x float> %79, splat (float 0x4168001300000000)
  %81 = bitcast <4 x float> %79 to <4 x i32>
  %82 = call <4 x float> @llvm.fma.v4f32(<4 x float> %80, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %78)
  %83 = call <4 x float> @llvm.fma.v4f32(<4 x float> %80, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %82)
  %84 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %83, <4 x float> splat (float 0x45E12397A0000000))
  %85 = call <4 x float> @llvm.fma.v4f32(<4 x float> %84, <4 x float> %83, <4 x float> splat (float 0x4605558AC0000000))
  %86 = call <4 x float> @llvm.fma.v4f32(<4 x float> %85, <4 x float> %83, <4 x float> splat (float 0x4625554920000000))
  %87 = call <4 x float> @llvm.fma.v4f32(<4 x float> %86, <4 x float> %83, <4 x float> splat (float 0x463FFFFFC0000000))
  %88 = call <4 x float> @llvm.fma.v4f32(<4 x float> %87, <4 x float> %83, <4 x float> splat (float 0x4650000000000000))
  %89 = call <4 x float> @llvm.fma.v4f32(<4 x float> %88, <4 x float> %83, <4 x float> splat (float 0x4650000000000000))
  %90 = lshr <4 x i32> %81, splat (i32 1)
  %91 = shl <4 x i32> %90, splat (i32 23)
  %92 = shl <4 x i32> %81, splat (i32 23)
  %93 = sub <4 x i32> %92, %91
  %94 = bitcast <4 x i32> %91 to <4 x float>
  %95 = bitcast <4 x i32> %93 to <4 x float>
  %96 = fmul <4 x float> %89, %95
  %97 = fmul <4 x float> %96, %94
  %98 = fmul <4 x float> %32, %97
  br label %units2

units2:                                           ; preds = %units2, %absent.done
  %units.i3 = phi i64 [ 0, %absent.done ], [ %227, %units2 ]
  %99 = mul i64 %units.i3, 4
  %100 = mul i64 %units.i3, 4
  %101 = add i64 %33, %100
  %102 = getelementptr float, ptr %x.row, i64 %101
  %103 = load <4 x float>, ptr %102, align 4, !noalias !1
  %104 = getelementptr float, ptr %x.row, i64 %101
  %105 = getelementptr float, ptr %104, i64 %6
  %106 = load <4 x float>, ptr %105, align 4, !noalias !1
  %107 = getelementptr float, ptr %x.row, i64 %101
  %108 = getelementptr float, ptr %107, i64 %9
  %109 = load <4 x float>, ptr %108, align 4, !noalias !1
  %110 = getelementptr float, ptr %x.row, i64 %101
  %111 = getelementptr float, ptr %110, i64 %12
  %112 = load <4 x float>, ptr %111, align 4, !noalias !1
  %113 = shufflevector <4 x float> %103, <4 x float> %106, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %114 = shufflevector <4 x float> %109, <4 x float> %112, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %115 = shufflevector <4 x float> %113, <4 x float> %114, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %116 = shufflevector <4 x float> %113, <4 x float> %114, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %117 = shufflevector <4 x float> %103, <4 x float> %106, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %118 = shufflevector <4 x float> %109, <4 x float> %112, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %119 = shufflevector <4 x float> %117, <4 x float> %118, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %120 = shufflevector <4 x float> %117, <4 x float> %118, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %121 = fsub <4 x float> %115, %73
  %122 = fcmp ogt <4 x float> %121, splat (float 8.900000e+01)
  %123 = select <4 x i1> %122, <4 x float> splat (float 8.900000e+01), <4 x float> %121
  %124 = fcmp olt <4 x float> %123, splat (float -1.055000e+02)
  %125 = select <4 x i1> %124, <4 x float> splat (float -1.055000e+02), <4 x float> %123
  %126 = call <4 x float> @llvm.fma.v4f32(<4 x float> %125, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %127 = fsub <4 x float> %126, splat (float 0x4168001300000000)
  %128 = bitcast <4 x float> %126 to <4 x i32>
  %129 = call <4 x float> @llvm.fma.v4f32(<4 x float> %127, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %125)
  %130 = call <4 x float> @llvm.fma.v4f32(<4 x float> %127, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %129)
  %131 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %130, <4 x float> splat (float 0x45E12397A0000000))
  %132 = call <4 x float> @llvm.fma.v4f32(<4 x float> %131, <4 x float> %130, <4 x float> splat (float 0x4605558AC0000000))
  %133 = call <4 x float> @llvm.fma.v4f32(<4 x float> %132, <4 x float> %130, <4 x float> splat (float 0x4625554920000000))
  %134 = call <4 x float> @llvm.fma.v4f32(<4 x float> %133, <4 x float> %130, <4 x float> splat (float 0x463FFFFFC0000000))
  %135 = call <4 x float> @llvm.fma.v4f32(<4 x float> %134, <4 x float> %130, <4 x float> splat (float 0x4650000000000000))
  %136 = call <4 x float> @llvm.fma.v4f32(<4 x float> %135, <4 x float> %130, <4 x float> splat (float 0x4650000000000000))
  %137 = lshr <4 x i32> %128, splat (i32 1)
  %138 = shl <4 x i32> %137, splat (i32 23)
  %139 = shl <4 x i32> %128, splat (i32 23)
  %140 = sub <4 x i32> %139, %138
  %141 = bitcast <4 x i32> %138 to <4 x float>
  %142 = bitcast <4 x i32> %140 to <4 x float>
  %143 = fmul <4 x float> %136, %142
  %144 = fmul <4 x float> %143, %141
  %145 = add i64 %100, 1
  %146 = fsub <4 x float> %116, %73
  %147 = fcmp ogt <4 x float> %146, splat (float 8.900000e+01)
  %148 = select <4 x i1> %147, <4 x float> splat (float 8.900000e+01), <4 x float> %146
  %149 = fcmp olt <4 x float> %148, splat (float -1.055000e+02)
  %150 = select <4 x i1> %149, <4 x float> splat (float -1.055000e+02), <4 x float> %148
  %151 = call <4 x float> @llvm.fma.v4f32(<4 x float> %150, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %152 = fsub <4 x float> %151, splat (float 0x4168001300000000)
  %153 = bitcast <4 x float> %151 to <4 x i32>
  %154 = call <4 x float> @llvm.fma.v4f32(<4 x float> %152, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %150)
  %155 = call <4 x float> @llvm.fma.v4f32(<4 x float> %152, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %154)
  %156 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %155, <4 x float> splat (float 0x45E12397A0000000))
  %157 = call <4 x float> @llvm.fma.v4f32(<4 x float> %156, <4 x float> %155, <4 x float> splat (float 0x4605558AC0000000))
  %158 = call <4 x float> @llvm.fma.v4f32(<4 x float> %157, <4 x float> %155, <4 x float> splat (float 0x4625554920000000))
  %159 = call <4 x float> @llvm.fma.v4f32(<4 x float> %158, <4 x float> %155, <4 x float> splat (float 0x463FFFFFC0000000))
  %160 = call <4 x float> @llvm.fma.v4f32(<4 x float> %159, <4 x float> %155, <4 x float> splat (float 0x4650000000000000))
  %161 = call <4 x float> @llvm.fma.v4f32(<4 x float> %160, <4 x float> %155, <4 x float> splat (float 0x4650000000000000))
  %162 = lshr <4 x i32> %153, splat (i32 1)
  %163 = shl <4 x i32> %162, splat (i32 23)
  %164 = shl <4 x i32> %153, splat (i32 23)
  %165 = sub <4 x i32> %164, %163
  %166 = bitcast <4 x i32> %163 to <4 x float>
  %167 = bitcast <4 x i32> %165 to <4 x float>
  %168 = fmul <4 x float> %161, %167
  %169 = fmul <4 x float> %168, %166
  %170 = add i64 %100, 2
  %171 = fsub <4 x float> %119, %73
  %172 = fcmp ogt <4 x float> %171, splat (float 8.900000e+01)
  %173 = select <4 x i1> %172, <4 x float> splat (float 8.900000e+01), <4 x float> %171
  %174 = fcmp olt <4 x float> %173, splat (float -1.055000e+02)
  %175 = select <4 x i1> %174, <4 x float> splat (float -1.055000e+02), <4 x float> %173
  %176 = call <4 x float> @llvm.fma.v4f32(<4 x float> %175, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %177 = fsub <4 x float> %176, splat (float 0x4168001300000000)
  %178 = bitcast <4 x float> %176 to <4 x i32>
  %179 = call <4 x float> @llvm.fma.v4f32(<4 x float> %177, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %175)
  %180 = call <4 x float> @llvm.fma.v4f32(<4 x float> %177, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %179)
  %181 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %180, <4 x float> splat (float 0x45E12397A0000000))
  %182 = call <4 x float> @llvm.fma.v4f32(<4 x float> %181, <4 x float> %180, <4 x float> splat (float 0x4605558AC0000000))
  %183 = call <4 x float> @llvm.fma.v4f32(<4 x float> %182, <4 x float> %180, <4 x float> splat (float 0x4625554920000000))
  %184 = call <4 x float> @llvm.fma.v4f32(<4 x float> %183, <4 x float> %180, <4 x float> splat (float 0x463FFFFFC0000000))
  %185 = call <4 x float> @llvm.fma.v4f32(<4 x float> %184, <4 x float> %180, <4 x float> splat (float 0x4650000000000000))
  %186 = call <4 x float> @llvm.fma.v4f32(<4 x float> %185, <4 x float> %180, <4 x float> splat (float 0x4650000000000000))
  %187 = lshr <4 x i32> %178, splat (i32 1)
  %188 = shl <4 x i32> %187, splat (i32 23)
  %189 = shl <4 x i32> %178, splat (i32 23)
  %190 = sub <4 x i32> %189, %188
  %191 = bitcast <4 x i32> %188 to <4 x float>
  %192 = bitcast <4 x i32> %190 to <4 x float>
  %193 = fmul <4 x float> %186, %192
  %194 = fmul <4 x float> %193, %191
  %195 = add i64 %100, 3
  %196 = fsub <4 x float> %120, %73
  %197 = fcmp ogt <4 x float> %196, splat (float 8.900000e+01)
  %198 = select <4 x i1> %197, <4 x float> splat (float 8.900000e+01), <4 x float> %196
  %199 = fcmp olt <4 x float> %198, splat (float -1.055000e+02)
  %200 = select <4 x i1> %199, <4 x float> splat (float -1.055000e+02), <4 x float> %198
  %201 = call <4 x float> @llvm.fma.v4f32(<4 x float> %200, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %202 = fsub <4 x float> %201, splat (float 0x4168001300000000)
  %203 = bitcast <4 x float> %201 to <4 x i32>
  %204 = call <4 x float> @llvm.fma.v4f32(<4 x float> %202, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %200)
  %205 = call <4 x float> @llvm.fma.v4f32(<4 x float> %202, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %204)
  %206 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %205, <4 x float> splat (float 0x45E12397A0000000))
  %207 = call <4 x float> @llvm.fma.v4f32(<4 x float> %206, <4 x float> %205, <4 x float> splat (float 0x4605558AC0000000))
  %208 = call <4 x float> @llvm.fma.v4f32(<4 x float> %207, <4 x float> %205, <4 x float> splat (float 0x4625554920000000))
  %209 = call <4 x float> @llvm.fma.v4f32(<4 x float> %208, <4 x float> %205, <4 x float> splat (float 0x463FFFFFC0000000))
  %210 = call <4 x float> @llvm.fma.v4f32(<4 x float> %209, <4 x float> %205, <4 x float> splat (float 0x4650000000000000))
  %211 = call <4 x float> @llvm.fma.v4f32(<4 x float> %210, <4 x float> %205, <4 x float> splat (float 0x4650000000000000))
  %212 = lshr <4 x i32> %203, splat (i32 1)
  %213 = shl <4 x i32> %212, splat (i32 23)
  %214 = shl <4 x i32> %203, splat (i32 23)
  %215 = sub <4 x i32> %214, %213
  %216 = bitcast <4 x i32> %213 to <4 x float>
  %217 = bitcast <4 x i32> %215 to <4 x float>
  %218 = fmul <4 x float> %211, %217
  %219 = fmul <4 x float> %218, %216
  %220 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %99
  store <4 x float> %144, ptr %220, align 16
  %221 = add i64 %99, 1
  %222 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %221
  store <4 x float> %169, ptr %222, align 16
  %223 = add i64 %99, 2
  %224 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %223
  store <4 x float> %194, ptr %224, align 16
  %225 = add i64 %99, 3
  %226 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %225
  store <4 x float> %219, ptr %226, align 16
  %227 = add nuw nsw i64 %units.i3, 1
  %228 = icmp ult i64 %227, 6
  br i1 %228, label %units2, label %units2.done

units2.done:                                      ; preds = %units2
  br label %absent4

absent4:                                          ; preds = %absent4, %units2.done
  %absent.i5 = phi i64 [ 0, %units2.done ], [ %231, %absent4 ]
  %229 = add i64 %absent.i5, 24
  %230 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %229
  store <4 x float> splat (float -0.000000e+00), ptr %230, align 16
  %231 = add nuw nsw i64 %absent.i5, 1
  %232 = icmp ult i64 %231, 8
  br i1 %232, label %absent4, label %absent4.done

absent4.done:                                     ; preds = %absent4
  %233 = call <4 x float> @online_softmax.join_sum_f32x4_32(ptr %accumulators)
  %234 = fadd <4 x float> %98, %233
  %235 = add nuw nsw i64 %tiles.i, 1
  %236 = icmp ult i64 %235, 2
  br i1 %236, label %tiles, label %tiles.done

tiles.done:                                       ; preds = %absent4.done
  br label %units6

units6:                                           ; preds = %units6, %tiles.done
  %units.i7 = phi i64 [ 0, %tiles.done ], [ %269, %units6 ]
  %237 = mul i64 %units.i7, 4
  %238 = mul i64 %units.i7, 4
  %239 = add i64 48, %238
  %240 = getelementptr float, ptr %x.row, i64 %239
  %241 = load <4 x float>, ptr %240, align 4, !noalias !1
  %242 = getelementptr float, ptr %x.row, i64 %239
  %243 = getelementptr float, ptr %242, i64 %6
  %244 = load <4 x float>, ptr %243, align 4, !noalias !1
  %245 = getelementptr float, ptr %x.row, i64 %239
  %246 = getelementptr float, ptr %245, i64 %9
  %247 = load <4 x float>, ptr %246, align 4, !noalias !1
  %248 = getelementptr float, ptr %x.row, i64 %239
  %249 = getelementptr float, ptr %248, i64 %12
  %250 = load <4 x float>, ptr %249, align 4, !noalias !1
  %251 = shufflevector <4 x float> %241, <4 x float> %244, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %252 = shufflevector <4 x float> %247, <4 x float> %250, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %253 = shufflevector <4 x float> %251, <4 x float> %252, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %254 = shufflevector <4 x float> %251, <4 x float> %252, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %255 = shufflevector <4 x float> %241, <4 x float> %244, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %256 = shufflevector <4 x float> %247, <4 x float> %250, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %257 = shufflevector <4 x float> %255, <4 x float> %256, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %258 = shufflevector <4 x float> %255, <4 x float> %256, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %259 = add i64 %238, 1
  %260 = add i64 %238, 2
  %261 = add i64 %238, 3
  %262 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %237
  store <4 x float> %253, ptr %262, align 16
  %263 = add i64 %237, 1
  %264 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %263
  store <4 x float> %254, ptr %264, align 16
  %265 = add i64 %237, 2
  %266 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %265
  store <4 x float> %257, ptr %266, align 16
  %267 = add i64 %237, 3
  %268 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %267
  store <4 x float> %258, ptr %268, align 16
  %269 = add nuw nsw i64 %units.i7, 1
  %270 = icmp ult i64 %269, 5
  br i1 %270, label %units6, label %units6.done

units6.done:                                      ; preds = %units6
  %271 = zext i32 %active_lanes to i64
  br label %rows

rows:                                             ; preds = %rows, %units6.done
  %rows.i = phi i64 [ 0, %units6.done ], [ %286, %rows ]
  %272 = sub i64 %271, 1
  %273 = call i64 @llvm.umin.i64(i64 %rows.i, i64 %272)
  %274 = getelementptr float, ptr %x.row, i64 68
  %275 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride8 = load i64, ptr %275, align 8, !invariant.load !0
  %276 = mul i64 %273, %x.stride8
  %277 = getelementptr float, ptr %274, i64 %276
  %278 = getelementptr float, ptr %277, i64 0
  %279 = load float, ptr %278, align 4, !noalias !1
  %280 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %281 = getelementptr inbounds float, ptr %280, i64 %rows.i
  store float %279, ptr %281, align 4
  %282 = getelementptr float, ptr %277, i64 1
  %283 = load float, ptr %282, align 4, !noalias !1
  %284 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %285 = getelementptr inbounds float, ptr %284, i64 %rows.i
  store float %283, ptr %285, align 4
  %286 = add nuw nsw i64 %rows.i, 1
  %287 = icmp ult i64 %286, 4
  br i1 %287, label %rows, label %rows.done

rows.done:                                        ; preds = %rows
  %288 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %289 = load <4 x float>, ptr %288, align 16
  %290 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %291 = load <4 x float>, ptr %290, align 16
  %292 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 20
  store <4 x float> %289, ptr %292, align 16
  %293 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 21
  store <4 x float> %291, ptr %293, align 16
  br label %absent9

absent9:                                          ; preds = %absent9, %rows.done
  %absent.i10 = phi i64 [ 0, %rows.done ], [ %296, %absent9 ]
  %294 = add i64 %absent.i10, 22
  %295 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %294
  store <4 x float> splat (float 0xFFF0000000000000), ptr %295, align 16
  %296 = add nuw nsw i64 %absent.i10, 1
  %297 = icmp ult i64 %296, 10
  br i1 %297, label %absent9, label %absent9.done

absent9.done:                                     ; preds = %absent9
  %298 = call <4 x float> @online_softmax.join_max_f32x4_32(ptr %accumulators)
  %299 = call <4 x float> @llvm.maximum.v4f32(<4 x float> %73, <4 x float> %298)
  %300 = fsub <4 x float> %73, %299
  %301 = fcmp ogt <4 x float> %300, splat (float 8.900000e+01)
  %302 = select <4 x i1> %301, <4 x float> splat (float 8.900000e+01), <4 x float> %300
  %303 = fcmp olt <4 x float> %302, splat (float -1.055000e+02)
  %304 = select <4 x i1> %303, <4 x float> splat (float -1.055000e+02), <4 x float> %302
  %305 = call <4 x float> @llvm.fma.v4f32(<4 x float> %304, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %306 = fsub <4 x float> %305, splat (float 0x4168001300000000)
  %307 = bitcast <4 x float> %305 to <4 x i32>
  %308 = call <4 x float> @llvm.fma.v4f32(<4 x float> %306, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %304)
  %309 = call <4 x float> @llvm.fma.v4f32(<4 x float> %306, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %308)
  %310 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %309, <4 x float> splat (float 0x45E12397A0000000))
  %311 = call <4 x float> @llvm.fma.v4f32(<4 x float> %310, <4 x float> %309, <4 x float> splat (float 0x4605558AC0000000))
  %312 = call <4 x float> @llvm.fma.v4f32(<4 x float> %311, <4 x float> %309, <4 x float> splat (float 0x4625554920000000))
  %313 = call <4 x float> @llvm.fma.v4f32(<4 x float> %312, <4 x float> %309, <4 x float> splat (float 0x463FFFFFC0000000))
  %314 = call <4 x float> @llvm.fma.v4f32(<4 x float> %313, <4 x float> %309, <4 x float> splat (float 0x4650000000000000))
  %315 = call <4 x float> @llvm.fma.v4f32(<4 x float> %314, <4 x float> %309, <4 x float> splat (float 0x4650000000000000))
  %316 = lshr <4 x i32> %307, splat (i32 1)
  %317 = shl <4 x i32> %316, splat (i32 23)
  %318 = shl <4 x i32> %307, splat (i32 23)
  %319 = sub <4 x i32> %318, %317
  %320 = bitcast <4 x i32> %317 to <4 x float>
  %321 = bitcast <4 x i32> %319 to <4 x float>
  %322 = fmul <4 x float> %315, %321
  %323 = fmul <4 x float> %322, %320
  %324 = fmul <4 x float> %234, %323
  br label %units11

units11:                                          ; preds = %units11, %absent9.done
  %units.i12 = phi i64 [ 0, %absent9.done ], [ %453, %units11 ]
  %325 = mul i64 %units.i12, 4
  %326 = mul i64 %units.i12, 4
  %327 = add i64 48, %326
  %328 = getelementptr float, ptr %x.row, i64 %327
  %329 = load <4 x float>, ptr %328, align 4, !noalias !1
  %330 = getelementptr float, ptr %x.row, i64 %327
  %331 = getelementptr float, ptr %330, i64 %6
  %332 = load <4 x float>, ptr %331, align 4, !noalias !1
  %333 = getelementptr float, ptr %x.row, i64 %327
  %334 = getelementptr float, ptr %333, i64 %9
  %335 = load <4 x float>, ptr %334, align 4, !noalias !1
  %336 = getelementptr float, ptr %x.row, i64 %327
  %337 = getelementptr float, ptr %336, i64 %12
  %338 = load <4 x float>, ptr %337, align 4, !noalias !1
  %339 = shufflevector <4 x float> %329, <4 x float> %332, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %340 = shufflevector <4 x float> %335, <4 x float> %338, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %341 = shufflevector <4 x float> %339, <4 x float> %340, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %342 = shufflevector <4 x float> %339, <4 x float> %340, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %343 = shufflevector <4 x float> %329, <4 x float> %332, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %344 = shufflevector <4 x float> %335, <4 x float> %338, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %345 = shufflevector <4 x float> %343, <4 x float> %344, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %346 = shufflevector <4 x float> %343, <4 x float> %344, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %347 = fsub <4 x float> %341, %299
  %348 = fcmp ogt <4 x float> %347, splat (float 8.900000e+01)
  %349 = select <4 x i1> %348, <4 x float> splat (float 8.900000e+01), <4 x float> %347
  %350 = fcmp olt <4 x float> %349, splat (float -1.055000e+02)
  %351 = select <4 x i1> %350, <4 x float> splat (float -1.055000e+02), <4 x float> %349
  %352 = call <4 x float> @llvm.fma.v4f32(<4 x float> %351, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %353 = fsub <4 x float> %352, splat (float 0x4168001300000000)
  %354 = bitcast <4 x float> %352 to <4 x i32>
  %355 = call <4 x float> @llvm.fma.v4f32(<4 x float> %353, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %351)
  %356 = call <4 x float> @llvm.fma.v4f32(<4 x float> %353, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %355)
  %357 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %356, <4 x float> splat (float 0x45E12397A0000000))
  %358 = call <4 x float> @llvm.fma.v4f32(<4 x float> %357, <4 x float> %356, <4 x float> splat (float 0x4605558AC0000000))
  %359 = call <4 x float> @llvm.fma.v4f32(<4 x float> %358, <4 x float> %356, <4 x float> splat (float 0x4625554920000000))
  %360 = call <4 x float> @llvm.fma.v4f32(<4 x float> %359, <4 x float> %356, <4 x float> splat (float 0x463FFFFFC0000000))
  %361 = call <4 x float> @llvm.fma.v4f32(<4 x float> %360, <4 x float> %356, <4 x float> splat (float 0x4650000000000000))
  %362 = call <4 x float> @llvm.fma.v4f32(<4 x float> %361, <4 x float> %356, <4 x float> splat (float 0x4650000000000000))
  %363 = lshr <4 x i32> %354, splat (i32 1)
  %364 = shl <4 x i32> %363, splat (i32 23)
  %365 = shl <4 x i32> %354, splat (i32 23)
  %366 = sub <4 x i32> %365, %364
  %367 = bitcast <4 x i32> %364 to <4 x float>
  %368 = bitcast <4 x i32> %366 to <4 x float>
  %369 = fmul <4 x float> %362, %368
  %370 = fmul <4 x float> %369, %367
  %371 = add i64 %326, 1
  %372 = fsub <4 x float> %342, %299
  %373 = fcmp ogt <4 x float> %372, splat (float 8.900000e+01)
  %374 = select <4 x i1> %373, <4 x float> splat (float 8.900000e+01), <4 x float> %372
  %375 = fcmp olt <4 x float> %374, splat (float -1.055000e+02)
  %376 = select <4 x i1> %375, <4 x float> splat (float -1.055000e+02), <4 x float> %374
  %377 = call <4 x float> @llvm.fma.v4f32(<4 x float> %376, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %378 = fsub <4 x float> %377, splat (float 0x4168001300000000)
  %379 = bitcast <4 x float> %377 to <4 x i32>
  %380 = call <4 x float> @llvm.fma.v4f32(<4 x float> %378, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %376)
  %381 = call <4 x float> @llvm.fma.v4f32(<4 x float> %378, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %380)
  %382 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %381, <4 x float> splat (float 0x45E12397A0000000))
  %383 = call <4 x float> @llvm.fma.v4f32(<4 x float> %382, <4 x float> %381, <4 x float> splat (float 0x4605558AC0000000))
  %384 = call <4 x float> @llvm.fma.v4f32(<4 x float> %383, <4 x float> %381, <4 x float> splat (float 0x4625554920000000))
  %385 = call <4 x float> @llvm.fma.v4f32(<4 x float> %384, <4 x float> %381, <4 x float> splat (float 0x463FFFFFC0000000))
  %386 = call <4 x float> @llvm.fma.v4f32(<4 x float> %385, <4 x float> %381, <4 x float> splat (float 0x4650000000000000))
  %387 = call <4 x float> @llvm.fma.v4f32(<4 x float> %386, <4 x float> %381, <4 x float> splat (float 0x4650000000000000))
  %388 = lshr <4 x i32> %379, splat (i32 1)
  %389 = shl <4 x i32> %388, splat (i32 23)
  %390 = shl <4 x i32> %379, splat (i32 23)
  %391 = sub <4 x i32> %390, %389
  %392 = bitcast <4 x i32> %389 to <4 x float>
  %393 = bitcast <4 x i32> %391 to <4 x float>
  %394 = fmul <4 x float> %387, %393
  %395 = fmul <4 x float> %394, %392
  %396 = add i64 %326, 2
  %397 = fsub <4 x float> %345, %299
  %398 = fcmp ogt <4 x float> %397, splat (float 8.900000e+01)
  %399 = select <4 x i1> %398, <4 x float> splat (float 8.900000e+01), <4 x float> %397
  %400 = fcmp olt <4 x float> %399, splat (float -1.055000e+02)
  %401 = select <4 x i1> %400, <4 x float> splat (float -1.055000e+02), <4 x float> %399
  %402 = call <4 x float> @llvm.fma.v4f32(<4 x float> %401, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %403 = fsub <4 x float> %402, splat (float 0x4168001300000000)
  %404 = bitcast <4 x float> %402 to <4 x i32>
  %405 = call <4 x float> @llvm.fma.v4f32(<4 x float> %403, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %401)
  %406 = call <4 x float> @llvm.fma.v4f32(<4 x float> %403, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %405)
  %407 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %406, <4 x float> splat (float 0x45E12397A0000000))
  %408 = call <4 x float> @llvm.fma.v4f32(<4 x float> %407, <4 x float> %406, <4 x float> splat (float 0x4605558AC0000000))
  %409 = call <4 x float> @llvm.fma.v4f32(<4 x float> %408, <4 x float> %406, <4 x float> splat (float 0x4625554920000000))
  %410 = call <4 x float> @llvm.fma.v4f32(<4 x float> %409, <4 x float> %406, <4 x float> splat (float 0x463FFFFFC0000000))
  %411 = call <4 x float> @llvm.fma.v4f32(<4 x float> %410, <4 x float> %406, <4 x float> splat (float 0x4650000000000000))
  %412 = call <4 x float> @llvm.fma.v4f32(<4 x float> %411, <4 x float> %406, <4 x float> splat (float 0x4650000000000000))
  %413 = lshr <4 x i32> %404, splat (i32 1)
  %414 = shl <4 x i32> %413, splat (i32 23)
  %415 = shl <4 x i32> %404, splat (i32 23)
  %416 = sub <4 x i32> %415, %414
  %417 = bitcast <4 x i32> %414 to <4 x float>
  %418 = bitcast <4 x i32> %416 to <4 x float>
  %419 = fmul <4 x float> %412, %418
  %420 = fmul <4 x float> %419, %417
  %421 = add i64 %326, 3
  %422 = fsub <4 x float> %346, %299
  %423 = fcmp ogt <4 x float> %422, splat (float 8.900000e+01)
  %424 = select <4 x i1> %423, <4 x float> splat (float 8.900000e+01), <4 x float> %422
  %425 = fcmp olt <4 x float> %424, splat (float -1.055000e+02)
  %426 = select <4 x i1> %425, <4 x float> splat (float -1.055000e+02), <4 x float> %424
  %427 = call <4 x float> @llvm.fma.v4f32(<4 x float> %426, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %428 = fsub <4 x float> %427, splat (float 0x4168001300000000)
  %429 = bitcast <4 x float> %427 to <4 x i32>
  %430 = call <4 x float> @llvm.fma.v4f32(<4 x float> %428, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %426)
  %431 = call <4 x float> @llvm.fma.v4f32(<4 x float> %428, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %430)
  %432 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %431, <4 x float> splat (float 0x45E12397A0000000))
  %433 = call <4 x float> @llvm.fma.v4f32(<4 x float> %432, <4 x float> %431, <4 x float> splat (float 0x4605558AC0000000))
  %434 = call <4 x float> @llvm.fma.v4f32(<4 x float> %433, <4 x float> %431, <4 x float> splat (float 0x4625554920000000))
  %435 = call <4 x float> @llvm.fma.v4f32(<4 x float> %434, <4 x float> %431, <4 x float> splat (float 0x463FFFFFC0000000))
  %436 = call <4 x float> @llvm.fma.v4f32(<4 x float> %435, <4 x float> %431, <4 x float> splat (float 0x4650000000000000))
  %437 = call <4 x float> @llvm.fma.v4f32(<4 x float> %436, <4 x float> %431, <4 x float> splat (float 0x4650000000000000))
  %438 = lshr <4 x i32> %429, splat (i32 1)
  %439 = shl <4 x i32> %438, splat (i32 23)
  %440 = shl <4 x i32> %429, splat (i32 23)
  %441 = sub <4 x i32> %440, %439
  %442 = bitcast <4 x i32> %439 to <4 x float>
  %443 = bitcast <4 x i32> %441 to <4 x float>
  %444 = fmul <4 x float> %437, %443
  %445 = fmul <4 x float> %444, %442
  %446 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %325
  store <4 x float> %370, ptr %446, align 16
  %447 = add i64 %325, 1
  %448 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %447
  store <4 x float> %395, ptr %448, align 16
  %449 = add i64 %325, 2
  %450 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %449
  store <4 x float> %420, ptr %450, align 16
  %451 = add i64 %325, 3
  %452 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %451
  store <4 x float> %445, ptr %452, align 16
  %453 = add nuw nsw i64 %units.i12, 1
  %454 = icmp ult i64 %453, 5
  br i1 %454, label %units11, label %units11.done

units11.done:                                     ; preds = %units11
  %455 = zext i32 %active_lanes to i64
  br label %rows13

rows13:                                           ; preds = %rows13, %units11.done
  %rows.i14 = phi i64 [ 0, %units11.done ], [ %470, %rows13 ]
  %456 = sub i64 %455, 1
  %457 = call i64 @llvm.umin.i64(i64 %rows.i14, i64 %456)
  %458 = getelementptr float, ptr %x.row, i64 68
  %459 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride15 = load i64, ptr %459, align 8, !invariant.load !0
  %460 = mul i64 %457, %x.stride15
  %461 = getelementptr float, ptr %458, i64 %460
  %462 = getelementptr float, ptr %461, i64 0
  %463 = load float, ptr %462, align 4, !noalias !1
  %464 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %465 = getelementptr inbounds float, ptr %464, i64 %rows.i14
  store float %463, ptr %465, align 4
  %466 = getelementptr float, ptr %461, i64 1
  %467 = load float, ptr %466, align 4, !noalias !1
  %468 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %469 = getelementptr inbounds float, ptr %468, i64 %rows.i14
  store float %467, ptr %469, align 4
  %470 = add nuw nsw i64 %rows.i14, 1
  %471 = icmp ult i64 %470, 4
  br i1 %471, label %rows13, label %rows13.done

rows13.done:                                      ; preds = %rows13
  %472 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %473 = load <4 x float>, ptr %472, align 16
  %474 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %475 = load <4 x float>, ptr %474, align 16
  %476 = fsub <4 x float> %473, %299
  %477 = fcmp ogt <4 x float> %476, splat (float 8.900000e+01)
  %478 = select <4 x i1> %477, <4 x float> splat (float 8.900000e+01), <4 x float> %476
  %479 = fcmp olt <4 x float> %478, splat (float -1.055000e+02)
  %480 = select <4 x i1> %479, <4 x float> splat (float -1.055000e+02), <4 x float> %478
  %481 = call <4 x float> @llvm.fma.v4f32(<4 x float> %480, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %482 = fsub <4 x float> %481, splat (float 0x4168001300000000)
  %483 = bitcast <4 x float> %481 to <4 x i32>
  %484 = call <4 x float> @llvm.fma.v4f32(<4 x float> %482, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %480)
  %485 = call <4 x float> @llvm.fma.v4f32(<4 x float> %482, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %484)
  %486 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %485, <4 x float> splat (float 0x45E12397A0000000))
  %487 = call <4 x float> @llvm.fma.v4f32(<4 x float> %486, <4 x float> %485, <4 x float> splat (float 0x4605558AC0000000))
  %488 = call <4 x float> @llvm.fma.v4f32(<4 x float> %487, <4 x float> %485, <4 x float> splat (float 0x4625554920000000))
  %489 = call <4 x float> @llvm.fma.v4f32(<4 x float> %488, <4 x float> %485, <4 x float> splat (float 0x463FFFFFC0000000))
  %490 = call <4 x float> @llvm.fma.v4f32(<4 x float> %489, <4 x float> %485, <4 x float> splat (float 0x4650000000000000))
  %491 = call <4 x float> @llvm.fma.v4f32(<4 x float> %490, <4 x float> %485, <4 x float> splat (float 0x4650000000000000))
  %492 = lshr <4 x i32> %483, splat (i32 1)
  %493 = shl <4 x i32> %492, splat (i32 23)
  %494 = shl <4 x i32> %483, splat (i32 23)
  %495 = sub <4 x i32> %494, %493
  %496 = bitcast <4 x i32> %493 to <4 x float>
  %497 = bitcast <4 x i32> %495 to <4 x float>
  %498 = fmul <4 x float> %491, %497
  %499 = fmul <4 x float> %498, %496
  %500 = fsub <4 x float> %475, %299
  %501 = fcmp ogt <4 x float> %500, splat (float 8.900000e+01)
  %502 = select <4 x i1> %501, <4 x float> splat (float 8.900000e+01), <4 x float> %500
  %503 = fcmp olt <4 x float> %502, splat (float -1.055000e+02)
  %504 = select <4 x i1> %503, <4 x float> splat (float -1.055000e+02), <4 x float> %502
  %505 = call <4 x float> @llvm.fma.v4f32(<4 x float> %504, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %506 = fsub <4 x float> %505, splat (float 0x4168001300000000)
  %507 = bitcast <4 x float> %505 to <4 x i32>
  %508 = call <4 x float> @llvm.fma.v4f32(<4 x float> %506, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %504)
  %509 = call <4 x float> @llvm.fma.v4f32(<4 x float> %506, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %508)
  %510 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %509, <4 x float> splat (float 0x45E12397A0000000))
  %511 = call <4 x float> @llvm.fma.v4f32(<4 x float> %510, <4 x float> %509, <4 x float> splat (float 0x4605558AC0000000))
  %512 = call <4 x float> @llvm.fma.v4f32(<4 x float> %511, <4 x float> %509, <4 x float> splat (float 0x4625554920000000))
  %513 = call <4 x float> @llvm.fma.v4f32(<4 x float> %512, <4 x float> %509, <4 x float> splat (float 0x463FFFFFC0000000))
  %514 = call <4 x float> @llvm.fma.v4f32(<4 x float> %513, <4 x float> %509, <4 x float> splat (float 0x4650000000000000))
  %515 = call <4 x float> @llvm.fma.v4f32(<4 x float> %514, <4 x float> %509, <4 x float> splat (float 0x4650000000000000))
  %516 = lshr <4 x i32> %507, splat (i32 1)
  %517 = shl <4 x i32> %516, splat (i32 23)
  %518 = shl <4 x i32> %507, splat (i32 23)
  %519 = sub <4 x i32> %518, %517
  %520 = bitcast <4 x i32> %517 to <4 x float>
  %521 = bitcast <4 x i32> %519 to <4 x float>
  %522 = fmul <4 x float> %515, %521
  %523 = fmul <4 x float> %522, %520
  %524 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 20
  store <4 x float> %499, ptr %524, align 16
  %525 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 21
  store <4 x float> %523, ptr %525, align 16
  br label %absent16

absent16:                                         ; preds = %absent16, %rows13.done
  %absent.i17 = phi i64 [ 0, %rows13.done ], [ %528, %absent16 ]
  %526 = add i64 %absent.i17, 22
  %527 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %526
  store <4 x float> splat (float -0.000000e+00), ptr %527, align 16
  %528 = add nuw nsw i64 %absent.i17, 1
  %529 = icmp ult i64 %528, 10
  br i1 %529, label %absent16, label %absent16.done

absent16.done:                                    ; preds = %absent16
  %530 = call <4 x float> @online_softmax.join_sum_f32x4_32(ptr %accumulators)
  %531 = fadd <4 x float> %324, %530
  %532 = fcmp olt <4 x float> %531, splat (float 0x3810000000000000)
  %533 = fmul <4 x float> %531, splat (float 0x4160000000000000)
  %534 = select <4 x i1> %532, <4 x float> %533, <4 x float> %531
  %535 = select <4 x i1> %532, <4 x float> splat (float -2.300000e+01), <4 x float> zeroinitializer
  %536 = bitcast <4 x float> %534 to <4 x i32>
  %537 = sub <4 x i32> %536, splat (i32 1060439283)
  %538 = ashr <4 x i32> %537, splat (i32 23)
  %539 = sitofp <4 x i32> %538 to <4 x float>
  %540 = fadd <4 x float> %539, %535
  %541 = and <4 x i32> %537, splat (i32 8388607)
  %542 = add <4 x i32> %541, splat (i32 1060439283)
  %543 = bitcast <4 x i32> %542 to <4 x float>
  %544 = fsub <4 x float> %543, splat (float 1.000000e+00)
  %545 = fmul <4 x float> %544, %544
  %546 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0xBFB38C9740000000), <4 x float> %544, <4 x float> splat (float 0x3FC055EAE0000000))
  %547 = call <4 x float> @llvm.fma.v4f32(<4 x float> %546, <4 x float> %544, <4 x float> splat (float 0xBFC0D82460000000))
  %548 = call <4 x float> @llvm.fma.v4f32(<4 x float> %547, <4 x float> %544, <4 x float> splat (float 0x3FC22D9300000000))
  %549 = call <4 x float> @llvm.fma.v4f32(<4 x float> %548, <4 x float> %544, <4 x float> splat (float 0xBFC54728A0000000))
  %550 = call <4 x float> @llvm.fma.v4f32(<4 x float> %549, <4 x float> %544, <4 x float> splat (float 0x3FC99A01C0000000))
  %551 = call <4 x float> @llvm.fma.v4f32(<4 x float> %550, <4 x float> %544, <4 x float> splat (float 0xBFD0002260000000))
  %552 = call <4 x float> @llvm.fma.v4f32(<4 x float> %551, <4 x float> %544, <4 x float> splat (float 0x3FD5555540000000))
  %553 = call <4 x float> @llvm.fma.v4f32(<4 x float> %552, <4 x float> %544, <4 x float> splat (float -5.000000e-01))
  %554 = call <4 x float> @llvm.fma.v4f32(<4 x float> %545, <4 x float> %553, <4 x float> %544)
  %555 = call <4 x float> @llvm.fma.v4f32(<4 x float> %540, <4 x float> splat (float 0x3EB7F7D1C0000000), <4 x float> %554)
  %556 = call <4 x float> @llvm.fma.v4f32(<4 x float> %540, <4 x float> splat (float 0x3FE62E4000000000), <4 x float> %555)
  %557 = fcmp oeq <4 x float> %531, zeroinitializer
  %558 = select <4 x i1> %557, <4 x float> splat (float 0xFFF0000000000000), <4 x float> splat (float 0x7FF8000000000000)
  %559 = fcmp ogt <4 x float> %531, zeroinitializer
  %560 = select <4 x i1> %559, <4 x float> %556, <4 x float> %558
  %561 = fcmp oeq <4 x float> %531, splat (float 0x7FF0000000000000)
  %562 = select <4 x i1> %561, <4 x float> splat (float 0x7FF0000000000000), <4 x float> %560
  %563 = fadd <4 x float> %299, %562
  br label %tiles18

tiles18:                                          ; preds = %elements.done, %absent16.done
  %tiles.i19 = phi i64 [ 0, %absent16.done ], [ %715, %elements.done ]
  %564 = mul i64 %tiles.i19, 24
  br label %elements

elements:                                         ; preds = %elements, %tiles18
  %elements.i = phi i64 [ 0, %tiles18 ], [ %713, %elements ]
  %565 = mul i64 %elements.i, 4
  %566 = add i64 %564, %565
  %567 = getelementptr float, ptr %x.row, i64 %566
  %568 = load <4 x float>, ptr %567, align 4, !noalias !1
  %569 = getelementptr float, ptr %x.row, i64 %566
  %570 = getelementptr float, ptr %569, i64 %6
  %571 = load <4 x float>, ptr %570, align 4, !noalias !1
  %572 = getelementptr float, ptr %x.row, i64 %566
  %573 = getelementptr float, ptr %572, i64 %9
  %574 = load <4 x float>, ptr %573, align 4, !noalias !1
  %575 = getelementptr float, ptr %x.row, i64 %566
  %576 = getelementptr float, ptr %575, i64 %12
  %577 = load <4 x float>, ptr %576, align 4, !noalias !1
  %578 = shufflevector <4 x float> %568, <4 x float> %571, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %579 = shufflevector <4 x float> %574, <4 x float> %577, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %580 = shufflevector <4 x float> %578, <4 x float> %579, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %581 = shufflevector <4 x float> %578, <4 x float> %579, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %582 = shufflevector <4 x float> %568, <4 x float> %571, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %583 = shufflevector <4 x float> %574, <4 x float> %577, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %584 = shufflevector <4 x float> %582, <4 x float> %583, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %585 = shufflevector <4 x float> %582, <4 x float> %583, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %586 = fsub <4 x float> %580, %299
  %587 = fcmp ogt <4 x float> %586, splat (float 8.900000e+01)
  %588 = select <4 x i1> %587, <4 x float> splat (float 8.900000e+01), <4 x float> %586
  %589 = fcmp olt <4 x float> %588, splat (float -1.055000e+02)
  %590 = select <4 x i1> %589, <4 x float> splat (float -1.055000e+02), <4 x float> %588
  %591 = call <4 x float> @llvm.fma.v4f32(<4 x float> %590, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %592 = fsub <4 x float> %591, splat (float 0x4168001300000000)
  %593 = bitcast <4 x float> %591 to <4 x i32>
  %594 = call <4 x float> @llvm.fma.v4f32(<4 x float> %592, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %590)
  %595 = call <4 x float> @llvm.fma.v4f32(<4 x float> %592, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %594)
  %596 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %595, <4 x float> splat (float 0x45E12397A0000000))
  %597 = call <4 x float> @llvm.fma.v4f32(<4 x float> %596, <4 x float> %595, <4 x float> splat (float 0x4605558AC0000000))
  %598 = call <4 x float> @llvm.fma.v4f32(<4 x float> %597, <4 x float> %595, <4 x float> splat (float 0x4625554920000000))
  %599 = call <4 x float> @llvm.fma.v4f32(<4 x float> %598, <4 x float> %595, <4 x float> splat (float 0x463FFFFFC0000000))
  %600 = call <4 x float> @llvm.fma.v4f32(<4 x float> %599, <4 x float> %595, <4 x float> splat (float 0x4650000000000000))
  %601 = call <4 x float> @llvm.fma.v4f32(<4 x float> %600, <4 x float> %595, <4 x float> splat (float 0x4650000000000000))
  %602 = lshr <4 x i32> %593, splat (i32 1)
  %603 = shl <4 x i32> %602, splat (i32 23)
  %604 = shl <4 x i32> %593, splat (i32 23)
  %605 = sub <4 x i32> %604, %603
  %606 = bitcast <4 x i32> %603 to <4 x float>
  %607 = bitcast <4 x i32> %605 to <4 x float>
  %608 = fmul <4 x float> %601, %607
  %609 = fmul <4 x float> %608, %606
  %610 = fdiv <4 x float> %609, %531
  %611 = add i64 %565, 1
  %612 = fsub <4 x float> %581, %299
  %613 = fcmp ogt <4 x float> %612, splat (float 8.900000e+01)
  %614 = select <4 x i1> %613, <4 x float> splat (float 8.900000e+01), <4 x float> %612
  %615 = fcmp olt <4 x float> %614, splat (float -1.055000e+02)
  %616 = select <4 x i1> %615, <4 x float> splat (float -1.055000e+02), <4 x float> %614
  %617 = call <4 x float> @llvm.fma.v4f32(<4 x float> %616, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %618 = fsub <4 x float> %617, splat (float 0x4168001300000000)
  %619 = bitcast <4 x float> %617 to <4 x i32>
  %620 = call <4 x float> @llvm.fma.v4f32(<4 x float> %618, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %616)
  %621 = call <4 x float> @llvm.fma.v4f32(<4 x float> %618, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %620)
  %622 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %621, <4 x float> splat (float 0x45E12397A0000000))
  %623 = call <4 x float> @llvm.fma.v4f32(<4 x float> %622, <4 x float> %621, <4 x float> splat (float 0x4605558AC0000000))
  %624 = call <4 x float> @llvm.fma.v4f32(<4 x float> %623, <4 x float> %621, <4 x float> splat (float 0x4625554920000000))
  %625 = call <4 x float> @llvm.fma.v4f32(<4 x float> %624, <4 x float> %621, <4 x float> splat (float 0x463FFFFFC0000000))
  %626 = call <4 x float> @llvm.fma.v4f32(<4 x float> %625, <4 x float> %621, <4 x float> splat (float 0x4650000000000000))
  %627 = call <4 x float> @llvm.fma.v4f32(<4 x float> %626, <4 x float> %621, <4 x float> splat (float 0x4650000000000000))
  %628 = lshr <4 x i32> %619, splat (i32 1)
  %629 = shl <4 x i32> %628, splat (i32 23)
  %630 = shl <4 x i32> %619, splat (i32 23)
  %631 = sub <4 x i32> %630, %629
  %632 = bitcast <4 x i32> %629 to <4 x float>
  %633 = bitcast <4 x i32> %631 to <4 x float>
  %634 = fmul <4 x float> %627, %633
  %635 = fmul <4 x float> %634, %632
  %636 = fdiv <4 x float> %635, %531
  %637 = add i64 %565, 2
  %638 = fsub <4 x float> %584, %299
  %639 = fcmp ogt <4 x float> %638, splat (float 8.900000e+01)
  %640 = select <4 x i1> %639, <4 x float> splat (float 8.900000e+01), <4 x float> %638
  %641 = fcmp olt <4 x float> %640, splat (float -1.055000e+02)
  %642 = select <4 x i1> %641, <4 x float> splat (float -1.055000e+02), <4 x float> %640
  %643 = call <4 x float> @llvm.fma.v4f32(<4 x float> %642, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %644 = fsub <4 x float> %643, splat (float 0x4168001300000000)
  %645 = bitcast <4 x float> %643 to <4 x i32>
  %646 = call <4 x float> @llvm.fma.v4f32(<4 x float> %644, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %642)
  %647 = call <4 x float> @llvm.fma.v4f32(<4 x float> %644, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %646)
  %648 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %647, <4 x float> splat (float 0x45E12397A0000000))
  %649 = call <4 x float> @llvm.fma.v4f32(<4 x float> %648, <4 x float> %647, <4 x float> splat (float 0x4605558AC0000000))
  %650 = call <4 x float> @llvm.fma.v4f32(<4 x float> %649, <4 x float> %647, <4 x float> splat (float 0x4625554920000000))
  %651 = call <4 x float> @llvm.fma.v4f32(<4 x float> %650, <4 x float> %647, <4 x float> splat (float 0x463FFFFFC0000000))
  %652 = call <4 x float> @llvm.fma.v4f32(<4 x float> %651, <4 x float> %647, <4 x float> splat (float 0x4650000000000000))
  %653 = call <4 x float> @llvm.fma.v4f32(<4 x float> %652, <4 x float> %647, <4 x float> splat (float 0x4650000000000000))
  %654 = lshr <4 x i32> %645, splat (i32 1)
  %655 = shl <4 x i32> %654, splat (i32 23)
  %656 = shl <4 x i32> %645, splat (i32 23)
  %657 = sub <4 x i32> %656, %655
  %658 = bitcast <4 x i32> %655 to <4 x float>
  %659 = bitcast <4 x i32> %657 to <4 x float>
  %660 = fmul <4 x float> %653, %659
  %661 = fmul <4 x float> %660, %658
  %662 = fdiv <4 x float> %661, %531
  %663 = add i64 %565, 3
  %664 = fsub <4 x float> %585, %299
  %665 = fcmp ogt <4 x float> %664, splat (float 8.900000e+01)
  %666 = select <4 x i1> %665, <4 x float> splat (float 8.900000e+01), <4 x float> %664
  %667 = fcmp olt <4 x float> %666, splat (float -1.055000e+02)
  %668 = select <4 x i1> %667, <4 x float> splat (float -1.055000e+02), <4 x float> %666
  %669 = call <4 x float> @llvm.fma.v4f32(<4 x float> %668, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %670 = fsub <4 x float> %669, splat (float 0x4168001300000000)
  %671 = bitcast <4 x float> %669 to <4 x i32>
  %672 = call <4 x float> @llvm.fma.v4f32(<4 x float> %670, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %668)
  %673 = call <4 x float> @llvm.fma.v4f32(<4 x float> %670, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %672)
  %674 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %673, <4 x float> splat (float 0x45E12397A0000000))
  %675 = call <4 x float> @llvm.fma.v4f32(<4 x float> %674, <4 x float> %673, <4 x float> splat (float 0x4605558AC0000000))
  %676 = call <4 x float> @llvm.fma.v4f32(<4 x float> %675, <4 x float> %673, <4 x float> splat (float 0x4625554920000000))
  %677 = call <4 x float> @llvm.fma.v4f32(<4 x float> %676, <4 x float> %673, <4 x float> splat (float 0x463FFFFFC0000000))
  %678 = call <4 x float> @llvm.fma.v4f32(<4 x float> %677, <4 x float> %673, <4 x float> splat (float 0x4650000000000000))
  %679 = call <4 x float> @llvm.fma.v4f32(<4 x float> %678, <4 x float> %673, <4 x float> splat (float 0x4650000000000000))
  %680 = lshr <4 x i32> %671, splat (i32 1)
  %681 = shl <4 x i32> %680, splat (i32 23)
  %682 = shl <4 x i32> %671, splat (i32 23)
  %683 = sub <4 x i32> %682, %681
  %684 = bitcast <4 x i32> %681 to <4 x float>
  %685 = bitcast <4 x i32> %683 to <4 x float>
  %686 = fmul <4 x float> %679, %685
  %687 = fmul <4 x float> %686, %684
  %688 = fdiv <4 x float> %687, %531
  %689 = add i64 %564, %565
  %690 = shufflevector <4 x float> %610, <4 x float> %636, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %691 = shufflevector <4 x float> %662, <4 x float> %688, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %692 = shufflevector <4 x float> %690, <4 x float> %691, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %693 = shufflevector <4 x float> %690, <4 x float> %691, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %694 = shufflevector <4 x float> %610, <4 x float> %636, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %695 = shufflevector <4 x float> %662, <4 x float> %688, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %696 = shufflevector <4 x float> %694, <4 x float> %695, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %697 = shufflevector <4 x float> %694, <4 x float> %695, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %698 = shufflevector <4 x float> %692, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %699 = shufflevector <4 x float> %693, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %700 = shufflevector <4 x float> %696, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %701 = shufflevector <4 x float> %697, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %702 = icmp sgt <4 x i32> %.splat21, zeroinitializer
  %703 = getelementptr float, ptr %y.row, i64 %689
  call void @llvm.masked.store.v4f32.p0(<4 x float> %698, ptr %703, i32 4, <4 x i1> %702), !noalias !4
  %704 = icmp sgt <4 x i32> %.splat21, splat (i32 1)
  %705 = getelementptr float, ptr %y.row, i64 %689
  %706 = getelementptr float, ptr %705, i64 %17
  call void @llvm.masked.store.v4f32.p0(<4 x float> %699, ptr %706, i32 4, <4 x i1> %704), !noalias !4
  %707 = icmp sgt <4 x i32> %.splat21, splat (i32 2)
  %708 = getelementptr float, ptr %y.row, i64 %689
  %709 = getelementptr float, ptr %708, i64 %19
  call void @llvm.masked.store.v4f32.p0(<4 x float> %700, ptr %709, i32 4, <4 x i1> %707), !noalias !4
  %710 = icmp sgt <4 x i32> %.splat21, splat (i32 3)
  %711 = getelementptr float, ptr %y.row, i64 %689
  %712 = getelementptr float, ptr %711, i64 %21
  call void @llvm.masked.store.v4f32.p0(<4 x float> %701, ptr %712, i32 4, <4 x i1> %710), !noalias !4
  %713 = add nuw nsw i64 %elements.i, 1
  %714 = icmp ult i64 %713, 6
  br i1 %714, label %elements, label %elements.done

elements.done:                                    ; preds = %elements
  %715 = add nuw nsw i64 %tiles.i19, 1
  %716 = icmp ult i64 %715, 2
  br i1 %716, label %tiles18, label %tiles18.done

tiles18.done:                                     ; preds = %elements.done
  br label %elements23

elements23:                                       ; preds = %elements23, %tiles18.done
  %elements.i24 = phi i64 [ 0, %tiles18.done ], [ %865, %elements23 ]
  %717 = mul i64 %elements.i24, 4
  %718 = add i64 48, %717
  %719 = getelementptr float, ptr %x.row, i64 %718
  %720 = load <4 x float>, ptr %719, align 4, !noalias !1
  %721 = getelementptr float, ptr %x.row, i64 %718
  %722 = getelementptr float, ptr %721, i64 %6
  %723 = load <4 x float>, ptr %722, align 4, !noalias !1
  %724 = getelementptr float, ptr %x.row, i64 %718
  %725 = getelementptr float, ptr %724, i64 %9
  %726 = load <4 x float>, ptr %725, align 4, !noalias !1
  %727 = getelementptr float, ptr %x.row, i64 %718
  %728 = getelementptr float, ptr %727, i64 %12
  %729 = load <4 x float>, ptr %728, align 4, !noalias !1
  %730 = shufflevector <4 x float> %720, <4 x float> %723, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %731 = shufflevector <4 x float> %726, <4 x float> %729, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %732 = shufflevector <4 x float> %730, <4 x float> %731, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %733 = shufflevector <4 x float> %730, <4 x float> %731, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %734 = shufflevector <4 x float> %720, <4 x float> %723, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %735 = shufflevector <4 x float> %726, <4 x float> %729, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %736 = shufflevector <4 x float> %734, <4 x float> %735, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %737 = shufflevector <4 x float> %734, <4 x float> %735, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %738 = fsub <4 x float> %732, %299
  %739 = fcmp ogt <4 x float> %738, splat (float 8.900000e+01)
  %740 = select <4 x i1> %739, <4 x float> splat (float 8.900000e+01), <4 x float> %738
  %741 = fcmp olt <4 x float> %740, splat (float -1.055000e+02)
  %742 = select <4 x i1> %741, <4 x float> splat (float -1.055000e+02), <4 x float> %740
  %743 = call <4 x float> @llvm.fma.v4f32(<4 x float> %742, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %744 = fsub <4 x float> %743, splat (float 0x4168001300000000)
  %745 = bitcast <4 x float> %743 to <4 x i32>
  %746 = call <4 x float> @llvm.fma.v4f32(<4 x float> %744, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %742)
  %747 = call <4 x float> @llvm.fma.v4f32(<4 x float> %744, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %746)
  %748 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %747, <4 x float> splat (float 0x45E12397A0000000))
  %749 = call <4 x float> @llvm.fma.v4f32(<4 x float> %748, <4 x float> %747, <4 x float> splat (float 0x4605558AC0000000))
  %750 = call <4 x float> @llvm.fma.v4f32(<4 x float> %749, <4 x float> %747, <4 x float> splat (float 0x4625554920000000))
  %751 = call <4 x float> @llvm.fma.v4f32(<4 x float> %750, <4 x float> %747, <4 x float> splat (float 0x463FFFFFC0000000))
  %752 = call <4 x float> @llvm.fma.v4f32(<4 x float> %751, <4 x float> %747, <4 x float> splat (float 0x4650000000000000))
  %753 = call <4 x float> @llvm.fma.v4f32(<4 x float> %752, <4 x float> %747, <4 x float> splat (float 0x4650000000000000))
  %754 = lshr <4 x i32> %745, splat (i32 1)
  %755 = shl <4 x i32> %754, splat (i32 23)
  %756 = shl <4 x i32> %745, splat (i32 23)
  %757 = sub <4 x i32> %756, %755
  %758 = bitcast <4 x i32> %755 to <4 x float>
  %759 = bitcast <4 x i32> %757 to <4 x float>
  %760 = fmul <4 x float> %753, %759
  %761 = fmul <4 x float> %760, %758
  %762 = fdiv <4 x float> %761, %531
  %763 = add i64 %717, 1
  %764 = fsub <4 x float> %733, %299
  %765 = fcmp ogt <4 x float> %764, splat (float 8.900000e+01)
  %766 = select <4 x i1> %765, <4 x float> splat (float 8.900000e+01), <4 x float> %764
  %767 = fcmp olt <4 x float> %766, splat (float -1.055000e+02)
  %768 = select <4 x i1> %767, <4 x float> splat (float -1.055000e+02), <4 x float> %766
  %769 = call <4 x float> @llvm.fma.v4f32(<4 x float> %768, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %770 = fsub <4 x float> %769, splat (float 0x4168001300000000)
  %771 = bitcast <4 x float> %769 to <4 x i32>
  %772 = call <4 x float> @llvm.fma.v4f32(<4 x float> %770, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %768)
  %773 = call <4 x float> @llvm.fma.v4f32(<4 x float> %770, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %772)
  %774 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %773, <4 x float> splat (float 0x45E12397A0000000))
  %775 = call <4 x float> @llvm.fma.v4f32(<4 x float> %774, <4 x float> %773, <4 x float> splat (float 0x4605558AC0000000))
  %776 = call <4 x float> @llvm.fma.v4f32(<4 x float> %775, <4 x float> %773, <4 x float> splat (float 0x4625554920000000))
  %777 = call <4 x float> @llvm.fma.v4f32(<4 x float> %776, <4 x float> %773, <4 x float> splat (float 0x463FFFFFC0000000))
  %778 = call <4 x float> @llvm.fma.v4f32(<4 x float> %777, <4 x float> %773, <4 x float> splat (float 0x4650000000000000))
  %779 = call <4 x float> @llvm.fma.v4f32(<4 x float> %778, <4 x float> %773, <4 x float> splat (float 0x4650000000000000))
  %780 = lshr <4 x i32> %771, splat (i32 1)
  %781 = shl <4 x i32> %780, splat (i32 23)
  %782 = shl <4 x i32> %771, splat (i32 23)
  %783 = sub <4 x i32> %782, %781
  %784 = bitcast <4 x i32> %781 to <4 x float>
  %785 = bitcast <4 x i32> %783 to <4 x float>
  %786 = fmul <4 x float> %779, %785
  %787 = fmul <4 x float> %786, %784
  %788 = fdiv <4 x float> %787, %531
  %789 = add i64 %717, 2
  %790 = fsub <4 x float> %736, %299
  %791 = fcmp ogt <4 x float> %790, splat (float 8.900000e+01)
  %792 = select <4 x i1> %791, <4 x float> splat (float 8.900000e+01), <4 x float> %790
  %793 = fcmp olt <4 x float> %792, splat (float -1.055000e+02)
  %794 = select <4 x i1> %793, <4 x float> splat (float -1.055000e+02), <4 x float> %792
  %795 = call <4 x float> @llvm.fma.v4f32(<4 x float> %794, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %796 = fsub <4 x float> %795, splat (float 0x4168001300000000)
  %797 = bitcast <4 x float> %795 to <4 x i32>
  %798 = call <4 x float> @llvm.fma.v4f32(<4 x float> %796, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %794)
  %799 = call <4 x float> @llvm.fma.v4f32(<4 x float> %796, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %798)
  %800 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %799, <4 x float> splat (float 0x45E12397A0000000))
  %801 = call <4 x float> @llvm.fma.v4f32(<4 x float> %800, <4 x float> %799, <4 x float> splat (float 0x4605558AC0000000))
  %802 = call <4 x float> @llvm.fma.v4f32(<4 x float> %801, <4 x float> %799, <4 x float> splat (float 0x4625554920000000))
  %803 = call <4 x float> @llvm.fma.v4f32(<4 x float> %802, <4 x float> %799, <4 x float> splat (float 0x463FFFFFC0000000))
  %804 = call <4 x float> @llvm.fma.v4f32(<4 x float> %803, <4 x float> %799, <4 x float> splat (float 0x4650000000000000))
  %805 = call <4 x float> @llvm.fma.v4f32(<4 x float> %804, <4 x float> %799, <4 x float> splat (float 0x4650000000000000))
  %806 = lshr <4 x i32> %797, splat (i32 1)
  %807 = shl <4 x i32> %806, splat (i32 23)
  %808 = shl <4 x i32> %797, splat (i32 23)
  %809 = sub <4 x i32> %808, %807
  %810 = bitcast <4 x i32> %807 to <4 x float>
  %811 = bitcast <4 x i32> %809 to <4 x float>
  %812 = fmul <4 x float> %805, %811
  %813 = fmul <4 x float> %812, %810
  %814 = fdiv <4 x float> %813, %531
  %815 = add i64 %717, 3
  %816 = fsub <4 x float> %737, %299
  %817 = fcmp ogt <4 x float> %816, splat (float 8.900000e+01)
  %818 = select <4 x i1> %817, <4 x float> splat (float 8.900000e+01), <4 x float> %816
  %819 = fcmp olt <4 x float> %818, splat (float -1.055000e+02)
  %820 = select <4 x i1> %819, <4 x float> splat (float -1.055000e+02), <4 x float> %818
  %821 = call <4 x float> @llvm.fma.v4f32(<4 x float> %820, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %822 = fsub <4 x float> %821, splat (float 0x4168001300000000)
  %823 = bitcast <4 x float> %821 to <4 x i32>
  %824 = call <4 x float> @llvm.fma.v4f32(<4 x float> %822, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %820)
  %825 = call <4 x float> @llvm.fma.v4f32(<4 x float> %822, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %824)
  %826 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %825, <4 x float> splat (float 0x45E12397A0000000))
  %827 = call <4 x float> @llvm.fma.v4f32(<4 x float> %826, <4 x float> %825, <4 x float> splat (float 0x4605558AC0000000))
  %828 = call <4 x float> @llvm.fma.v4f32(<4 x float> %827, <4 x float> %825, <4 x float> splat (float 0x4625554920000000))
  %829 = call <4 x float> @llvm.fma.v4f32(<4 x float> %828, <4 x float> %825, <4 x float> splat (float 0x463FFFFFC0000000))
  %830 = call <4 x float> @llvm.fma.v4f32(<4 x float> %829, <4 x float> %825, <4 x float> splat (float 0x4650000000000000))
  %831 = call <4 x float> @llvm.fma.v4f32(<4 x float> %830, <4 x float> %825, <4 x float> splat (float 0x4650000000000000))
  %832 = lshr <4 x i32> %823, splat (i32 1)
  %833 = shl <4 x i32> %832, splat (i32 23)
  %834 = shl <4 x i32> %823, splat (i32 23)
  %835 = sub <4 x i32> %834, %833
  %836 = bitcast <4 x i32> %833 to <4 x float>
  %837 = bitcast <4 x i32> %835 to <4 x float>
  %838 = fmul <4 x float> %831, %837
  %839 = fmul <4 x float> %838, %836
  %840 = fdiv <4 x float> %839, %531
  %841 = add i64 48, %717
  %842 = shufflevector <4 x float> %762, <4 x float> %788, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %843 = shufflevector <4 x float> %814, <4 x float> %840, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %844 = shufflevector <4 x float> %842, <4 x float> %843, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %845 = shufflevector <4 x float> %842, <4 x float> %843, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %846 = shufflevector <4 x float> %762, <4 x float> %788, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %847 = shufflevector <4 x float> %814, <4 x float> %840, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %848 = shufflevector <4 x float> %846, <4 x float> %847, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %849 = shufflevector <4 x float> %846, <4 x float> %847, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %850 = shufflevector <4 x float> %844, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %851 = shufflevector <4 x float> %845, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %852 = shufflevector <4 x float> %848, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %853 = shufflevector <4 x float> %849, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %854 = icmp sgt <4 x i32> %.splat21, zeroinitializer
  %855 = getelementptr float, ptr %y.row, i64 %841
  call void @llvm.masked.store.v4f32.p0(<4 x float> %850, ptr %855, i32 4, <4 x i1> %854), !noalias !4
  %856 = icmp sgt <4 x i32> %.splat21, splat (i32 1)
  %857 = getelementptr float, ptr %y.row, i64 %841
  %858 = getelementptr float, ptr %857, i64 %17
  call void @llvm.masked.store.v4f32.p0(<4 x float> %851, ptr %858, i32 4, <4 x i1> %856), !noalias !4
  %859 = icmp sgt <4 x i32> %.splat21, splat (i32 2)
  %860 = getelementptr float, ptr %y.row, i64 %841
  %861 = getelementptr float, ptr %860, i64 %19
  call void @llvm.masked.store.v4f32.p0(<4 x float> %852, ptr %861, i32 4, <4 x i1> %859), !noalias !4
  %862 = icmp sgt <4 x i32> %.splat21, splat (i32 3)
  %863 = getelementptr float, ptr %y.row, i64 %841
  %864 = getelementptr float, ptr %863, i64 %21
  call void @llvm.masked.store.v4f32.p0(<4 x float> %853, ptr %864, i32 4, <4 x i1> %862), !noalias !4
  %865 = add nuw nsw i64 %elements.i24, 1
  %866 = icmp ult i64 %865, 5
  br i1 %866, label %elements23, label %elements23.done

elements23.done:                                  ; preds = %elements23
  %867 = zext i32 %active_lanes to i64
  br label %rows25

rows25:                                           ; preds = %rows25, %elements23.done
  %rows.i26 = phi i64 [ 0, %elements23.done ], [ %882, %rows25 ]
  %868 = sub i64 %867, 1
  %869 = call i64 @llvm.umin.i64(i64 %rows.i26, i64 %868)
  %870 = getelementptr float, ptr %x.row, i64 68
  %871 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride27 = load i64, ptr %871, align 8, !invariant.load !0
  %872 = mul i64 %869, %x.stride27
  %873 = getelementptr float, ptr %870, i64 %872
  %874 = getelementptr float, ptr %873, i64 0
  %875 = load float, ptr %874, align 4, !noalias !1
  %876 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %877 = getelementptr inbounds float, ptr %876, i64 %rows.i26
  store float %875, ptr %877, align 4
  %878 = getelementptr float, ptr %873, i64 1
  %879 = load float, ptr %878, align 4, !noalias !1
  %880 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %881 = getelementptr inbounds float, ptr %880, i64 %rows.i26
  store float %879, ptr %881, align 4
  %882 = add nuw nsw i64 %rows.i26, 1
  %883 = icmp ult i64 %882, 4
  br i1 %883, label %rows25, label %rows25.done

rows25.done:                                      ; preds = %rows25
  %884 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %885 = load <4 x float>, ptr %884, align 16
  %886 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %887 = load <4 x float>, ptr %886, align 16
  %888 = fsub <4 x float> %885, %299
  %889 = fcmp ogt <4 x float> %888, splat (float 8.900000e+01)
  %890 = select <4 x i1> %889, <4 x float> splat (float 8.900000e+01), <4 x float> %888
  %891 = fcmp olt <4 x float> %890, splat (float -1.055000e+02)
  %892 = select <4 x i1> %891, <4 x float> splat (float -1.055000e+02), <4 x float> %890
  %893 = call <4 x float> @llvm.fma.v4f32(<4 x float> %892, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %894 = fsub <4 x float> %893, splat (float 0x4168001300000000)
  %895 = bitcast <4 x float> %893 to <4 x i32>
  %896 = call <4 x float> @llvm.fma.v4f32(<4 x float> %894, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %892)
  %897 = call <4 x float> @llvm.fma.v4f32(<4 x float> %894, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %896)
  %898 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %897, <4 x float> splat (float 0x45E12397A0000000))
  %899 = call <4 x float> @llvm.fma.v4f32(<4 x float> %898, <4 x float> %897, <4 x float> splat (float 0x4605558AC0000000))
  %900 = call <4 x float> @llvm.fma.v4f32(<4 x float> %899, <4 x float> %897, <4 x float> splat (float 0x4625554920000000))
  %901 = call <4 x float> @llvm.fma.v4f32(<4 x float> %900, <4 x float> %897, <4 x float> splat (float 0x463FFFFFC0000000))
  %902 = call <4 x float> @llvm.fma.v4f32(<4 x float> %901, <4 x float> %897, <4 x float> splat (float 0x4650000000000000))
  %903 = call <4 x float> @llvm.fma.v4f32(<4 x float> %902, <4 x float> %897, <4 x float> splat (float 0x4650000000000000))
  %904 = lshr <4 x i32> %895, splat (i32 1)
  %905 = shl <4 x i32> %904, splat (i32 23)
  %906 = shl <4 x i32> %895, splat (i32 23)
  %907 = sub <4 x i32> %906, %905
  %908 = bitcast <4 x i32> %905 to <4 x float>
  %909 = bitcast <4 x i32> %907 to <4 x float>
  %910 = fmul <4 x float> %903, %909
  %911 = fmul <4 x float> %910, %908
  %912 = fdiv <4 x float> %911, %531
  %913 = fsub <4 x float> %887, %299
  %914 = fcmp ogt <4 x float> %913, splat (float 8.900000e+01)
  %915 = select <4 x i1> %914, <4 x float> splat (float 8.900000e+01), <4 x float> %913
  %916 = fcmp olt <4 x float> %915, splat (float -1.055000e+02)
  %917 = select <4 x i1> %916, <4 x float> splat (float -1.055000e+02), <4 x float> %915
  %918 = call <4 x float> @llvm.fma.v4f32(<4 x float> %917, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %919 = fsub <4 x float> %918, splat (float 0x4168001300000000)
  %920 = bitcast <4 x float> %918 to <4 x i32>
  %921 = call <4 x float> @llvm.fma.v4f32(<4 x float> %919, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %917)
  %922 = call <4 x float> @llvm.fma.v4f32(<4 x float> %919, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %921)
  %923 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %922, <4 x float> splat (float 0x45E12397A0000000))
  %924 = call <4 x float> @llvm.fma.v4f32(<4 x float> %923, <4 x float> %922, <4 x float> splat (float 0x4605558AC0000000))
  %925 = call <4 x float> @llvm.fma.v4f32(<4 x float> %924, <4 x float> %922, <4 x float> splat (float 0x4625554920000000))
  %926 = call <4 x float> @llvm.fma.v4f32(<4 x float> %925, <4 x float> %922, <4 x float> splat (float 0x463FFFFFC0000000))
  %927 = call <4 x float> @llvm.fma.v4f32(<4 x float> %926, <4 x float> %922, <4 x float> splat (float 0x4650000000000000))
  %928 = call <4 x float> @llvm.fma.v4f32(<4 x float> %927, <4 x float> %922, <4 x float> splat (float 0x4650000000000000))
  %929 = lshr <4 x i32> %920, splat (i32 1)
  %930 = shl <4 x i32> %929, splat (i32 23)
  %931 = shl <4 x i32> %920, splat (i32 23)
  %932 = sub <4 x i32> %931, %930
  %933 = bitcast <4 x i32> %930 to <4 x float>
  %934 = bitcast <4 x i32> %932 to <4 x float>
  %935 = fmul <4 x float> %928, %934
  %936 = fmul <4 x float> %935, %933
  %937 = fdiv <4 x float> %936, %531
  %938 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  store <4 x float> %912, ptr %938, align 16
  %939 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  store <4 x float> %937, ptr %939, align 16
  %940 = zext i32 %active_lanes to i64
  br label %rows28

rows28:                                           ; preds = %rows28, %rows25.done
  %rows.i29 = phi i64 [ 0, %rows25.done ], [ %953, %rows28 ]
  %941 = getelementptr float, ptr %y.row, i64 68
  %942 = getelementptr inbounds i8, ptr %record, i64 56
  %y.stride30 = load i64, ptr %942, align 8, !invariant.load !0
  %943 = mul i64 %rows.i29, %y.stride30
  %944 = getelementptr float, ptr %941, i64 %943
  %945 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %946 = getelementptr inbounds float, ptr %945, i64 %rows.i29
  %947 = load float, ptr %946, align 4
  %948 = getelementptr float, ptr %944, i64 0
  store float %947, ptr %948, align 4, !noalias !4
  %949 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %950 = getelementptr inbounds float, ptr %949, i64 %rows.i29
  %951 = load float, ptr %950, align 4
  %952 = getelementptr float, ptr %944, i64 1
  store float %951, ptr %952, align 4, !noalias !4
  %953 = add nuw nsw i64 %rows.i29, 1
  %954 = icmp ult i64 %953, %940
  br i1 %954, label %rows28, label %rows28.done

rows28.done:                                      ; preds = %rows28
  %955 = getelementptr float, ptr %lse.row, i64 0
  %956 = insertelement <4 x ptr> poison, ptr %955, i64 0
  %957 = getelementptr float, ptr %lse.row, i64 0
  %958 = getelementptr float, ptr %957, i64 %26
  %959 = insertelement <4 x ptr> %956, ptr %958, i64 1
  %960 = getelementptr float, ptr %lse.row, i64 0
  %961 = getelementptr float, ptr %960, i64 %28
  %962 = insertelement <4 x ptr> %959, ptr %961, i64 2
  %963 = getelementptr float, ptr %lse.row, i64 0
  %964 = getelementptr float, ptr %963, i64 %30
  %965 = insertelement <4 x ptr> %962, ptr %964, i64 3
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %563, <4 x ptr> %965, i32 4, <4 x i1> %active), !noalias !4
  ret void
}

define internal void @online_softmax.full_packet(ptr noalias nonnull readonly align 8 captures(none) %record, i64 %program) #0 {
entry:
  %.splatinsert = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat = shufflevector <4 x i32> %.splatinsert, <4 x i32> poison, <4 x i32> zeroinitializer
  %active = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %.splat
  %0 = icmp ne i32 4, 0
  %1 = getelementptr inbounds i8, ptr %record, i64 32
  %x = load ptr, ptr %1, align 8, !invariant.load !0
  %2 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride = load i64, ptr %2, align 8, !invariant.load !0
  %3 = mul i64 %program, %x.stride
  %x.row = getelementptr float, ptr %x, i64 %3
  %4 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride1 = load i64, ptr %4, align 8, !invariant.load !0
  %5 = icmp ugt i32 4, 1
  %6 = select i1 %5, i64 %x.stride1, i64 0
  %7 = mul i64 %x.stride1, 2
  %8 = icmp ugt i32 4, 2
  %9 = select i1 %8, i64 %7, i64 0
  %10 = mul i64 %x.stride1, 3
  %11 = icmp ugt i32 4, 3
  %12 = select i1 %11, i64 %10, i64 0
  %accumulators = alloca [64 x <4 x float>], align 16
  %scratch = alloca [4 x <4 x float>], align 64
  %.splatinsert20 = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat21 = shufflevector <4 x i32> %.splatinsert20, <4 x i32> poison, <4 x i32> zeroinitializer
  %13 = getelementptr inbounds i8, ptr %record, i64 48
  %y = load ptr, ptr %13, align 8, !invariant.load !0
  %14 = getelementptr inbounds i8, ptr %record, i64 56
  %y.stride = load i64, ptr %14, align 8, !invariant.load !0
  %15 = mul i64 %program, %y.stride
  %y.row = getelementptr float, ptr %y, i64 %15
  %16 = getelementptr inbounds i8, ptr %record, i64 56
  %y.stride22 = load i64, ptr %16, align 8, !invariant.load !0
  %17 = select i1 %5, i64 %y.stride22, i64 0
  %18 = mul i64 %y.stride22, 2
  %19 = select i1 %8, i64 %18, i64 0
  %20 = mul i64 %y.stride22, 3
  %21 = select i1 %11, i64 %20, i64 0
  %22 = getelementptr inbounds i8, ptr %record, i64 64
  %lse = load ptr, ptr %22, align 8, !invariant.load !0
  %23 = getelementptr inbounds i8, ptr %record, i64 72
  %lse.stride = load i64, ptr %23, align 8, !invariant.load !0
  %24 = mul i64 %program, %lse.stride
  %lse.row = getelementptr float, ptr %lse, i64 %24
  %25 = getelementptr inbounds i8, ptr %record, i64 72
  %lse.stride31 = load i64, ptr %25, align 8, !invariant.load !0
  %26 = select i1 %5, i64 %lse.stride31, i64 0
  %27 = mul i64 %lse.stride31, 2
  %28 = select i1 %8, i64 %27, i64 0
  %29 = mul i64 %lse.stride31, 3
  %30 = select i1 %11, i64 %29, i64 0
  br i1 %0, label %some, label %none

some:                                             ; preds = %entry
  br label %tiles

none:                                             ; preds = %entry
  ret void

tiles:                                            ; preds = %absent4.done, %some
  %tiles.i = phi i64 [ 0, %some ], [ %235, %absent4.done ]
  %31 = phi <4 x float> [ splat (float 0xFFF0000000000000), %some ], [ %73, %absent4.done ]
  %32 = phi <4 x float> [ zeroinitializer, %some ], [ %234, %absent4.done ]
  %33 = mul i64 %tiles.i, 24
  br label %units

units:                                            ; preds = %units, %tiles
  %units.i = phi i64 [ 0, %tiles ], [ %66, %units ]
  %34 = mul i64 %units.i, 4
  %35 = mul i64 %units.i, 4
  %36 = add i64 %33, %35
  %37 = getelementptr float, ptr %x.row, i64 %36
  %38 = load <4 x float>, ptr %37, align 4, !noalias !6
  %39 = getelementptr float, ptr %x.row, i64 %36
  %40 = getelementptr float, ptr %39, i64 %6
  %41 = load <4 x float>, ptr %40, align 4, !noalias !6
  %42 = getelementptr float, ptr %x.row, i64 %36
  %43 = getelementptr float, ptr %42, i64 %9
  %44 = load <4 x float>, ptr %43, align 4, !noalias !6
  %45 = getelementptr float, ptr %x.row, i64 %36
  %46 = getelementptr float, ptr %45, i64 %12
  %47 = load <4 x float>, ptr %46, align 4, !noalias !6
  %48 = shufflevector <4 x float> %38, <4 x float> %41, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %49 = shufflevector <4 x float> %44, <4 x float> %47, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %50 = shufflevector <4 x float> %48, <4 x float> %49, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %51 = shufflevector <4 x float> %48, <4 x float> %49, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %52 = shufflevector <4 x float> %38, <4 x float> %41, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %53 = shufflevector <4 x float> %44, <4 x float> %47, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %54 = shufflevector <4 x float> %52, <4 x float> %53, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %55 = shufflevector <4 x float> %52, <4 x float> %53, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %56 = add i64 %35, 1
  %57 = add i64 %35, 2
  %58 = add i64 %35, 3
  %59 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %34
  store <4 x float> %50, ptr %59, align 16
  %60 = add i64 %34, 1
  %61 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %60
  store <4 x float> %51, ptr %61, align 16
  %62 = add i64 %34, 2
  %63 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %62
  store <4 x float> %54, ptr %63, align 16
  %64 = add i64 %34, 3
  %65 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %64
  store <4 x float> %55, ptr %65, align 16
  %66 = add nuw nsw i64 %units.i, 1
  %67 = icmp ult i64 %66, 6
  br i1 %67, label %units, label %units.done

units.done:                                       ; preds = %units
  br label %absent

absent:                                           ; preds = %absent, %units.done
  %absent.i = phi i64 [ 0, %units.done ], [ %70, %absent ]
  %68 = add i64 %absent.i, 24
  %69 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %68
  store <4 x float> splat (float 0xFFF0000000000000), ptr %69, align 16
  %70 = add nuw nsw i64 %absent.i, 1
  %71 = icmp ult i64 %70, 8
  br i1 %71, label %absent, label %absent.done

absent.done:                                      ; preds = %absent
  %72 = call <4 x float> @online_softmax.join_max_f32x4_32(ptr %accumulators)
  %73 = call <4 x float> @llvm.maximum.v4f32(<4 x float> %31, <4 x float> %72)
  %74 = fsub <4 x float> %31, %73
  %75 = fcmp ogt <4 x float> %74, splat (float 8.900000e+01)
  %76 = select <4 x i1> %75, <4 x float> splat (float 8.900000e+01), <4 x float> %74
  %77 = fcmp olt <4 x float> %76, splat (float -1.055000e+02)
  %78 = select <4 x i1> %77, <4 x float> splat (float -1.055000e+02), <4 x float> %76
  %79 = call <4 x float> @llvm.fma.v4f32(<4 x float> %78, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %80 = fsub <4 x float> %79, splat (float 0x4168001300000000)
  %81 = bitcast <4 x float> %79 to <4 x i32>
  %82 = call <4 x float> @llvm.fma.v4f32(<4 x float> %80, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %78)
  %83 = call <4 x float> @llvm.fma.v4f32(<4 x float> %80, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %82)
  %84 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %83, <4 x float> splat (float 0x45E12397A0000000))
  %85 = call <4 x float> @llvm.fma.v4f32(<4 x float> %84, <4 x float> %83, <4 x float> splat (float 0x4605558AC0000000))
  %86 = call <4 x float> @llvm.fma.v4f32(<4 x float> %85, <4 x float> %83, <4 x float> splat (float 0x4625554920000000))
  %87 = call <4 x float> @llvm.fma.v4f32(<4 x float> %86, <4 x float> %83, <4 x float> splat (float 0x463FFFFFC0000000))
  %88 = call <4 x float> @llvm.fma.v4f32(<4 x float> %87, <4 x float> %83, <4 x float> splat (float 0x4650000000000000))
  %89 = call <4 x float> @llvm.fma.v4f32(<4 x float> %88, <4 x float> %83, <4 x float> splat (float 0x4650000000000000))
  %90 = lshr <4 x i32> %81, splat (i32 1)
  %91 = shl <4 x i32> %90, splat (i32 23)
  %92 = shl <4 x i32> %81, splat (i32 23)
  %93 = sub <4 x i32> %92, %91
  %94 = bitcast <4 x i32> %91 to <4 x float>
  %95 = bitcast <4 x i32> %93 to <4 x float>
  %96 = fmul <4 x float> %89, %95
  %97 = fmul <4 x float> %96, %94
  %98 = fmul <4 x float> %32, %97
  br label %units2

units2:                                           ; preds = %units2, %absent.done
  %units.i3 = phi i64 [ 0, %absent.done ], [ %227, %units2 ]
  %99 = mul i64 %units.i3, 4
  %100 = mul i64 %units.i3, 4
  %101 = add i64 %33, %100
  %102 = getelementptr float, ptr %x.row, i64 %101
  %103 = load <4 x float>, ptr %102, align 4, !noalias !6
  %104 = getelementptr float, ptr %x.row, i64 %101
  %105 = getelementptr float, ptr %104, i64 %6
  %106 = load <4 x float>, ptr %105, align 4, !noalias !6
  %107 = getelementptr float, ptr %x.row, i64 %101
  %108 = getelementptr float, ptr %107, i64 %9
  %109 = load <4 x float>, ptr %108, align 4, !noalias !6
  %110 = getelementptr float, ptr %x.row, i64 %101
  %111 = getelementptr float, ptr %110, i64 %12
  %112 = load <4 x float>, ptr %111, align 4, !noalias !6
  %113 = shufflevector <4 x float> %103, <4 x float> %106, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %114 = shufflevector <4 x float> %109, <4 x float> %112, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %115 = shufflevector <4 x float> %113, <4 x float> %114, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %116 = shufflevector <4 x float> %113, <4 x float> %114, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %117 = shufflevector <4 x float> %103, <4 x float> %106, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %118 = shufflevector <4 x float> %109, <4 x float> %112, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %119 = shufflevector <4 x float> %117, <4 x float> %118, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %120 = shufflevector <4 x float> %117, <4 x float> %118, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %121 = fsub <4 x float> %115, %73
  %122 = fcmp ogt <4 x float> %121, splat (float 8.900000e+01)
  %123 = select <4 x i1> %122, <4 x float> splat (float 8.900000e+01), <4 x float> %121
  %124 = fcmp olt <4 x float> %123, splat (float -1.055000e+02)
  %125 = select <4 x i1> %124, <4 x float> splat (float -1.055000e+02), <4 x float> %123
  %126 = call <4 x float> @llvm.fma.v4f32(<4 x float> %125, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %127 = fsub <4 x float> %126, splat (float 0x4168001300000000)
  %128 = bitcast <4 x float> %126 to <4 x i32>
  %129 = call <4 x float> @llvm.fma.v4f32(<4 x float> %127, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %125)
  %130 = call <4 x float> @llvm.fma.v4f32(<4 x float> %127, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %129)
  %131 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %130, <4 x float> splat (float 0x45E12397A0000000))
  %132 = call <4 x float> @llvm.fma.v4f32(<4 x float> %131, <4 x float> %130, <4 x float> splat (float 0x4605558AC0000000))
  %133 = call <4 x float> @llvm.fma.v4f32(<4 x float> %132, <4 x float> %130, <4 x float> splat (float 0x4625554920000000))
  %134 = call <4 x float> @llvm.fma.v4f32(<4 x float> %133, <4 x float> %130, <4 x float> splat (float 0x463FFFFFC0000000))
  %135 = call <4 x float> @llvm.fma.v4f32(<4 x float> %134, <4 x float> %130, <4 x float> splat (float 0x4650000000000000))
  %136 = call <4 x float> @llvm.fma.v4f32(<4 x float> %135, <4 x float> %130, <4 x float> splat (float 0x4650000000000000))
  %137 = lshr <4 x i32> %128, splat (i32 1)
  %138 = shl <4 x i32> %137, splat (i32 23)
  %139 = shl <4 x i32> %128, splat (i32 23)
  %140 = sub <4 x i32> %139, %138
  %141 = bitcast <4 x i32> %138 to <4 x float>
  %142 = bitcast <4 x i32> %140 to <4 x float>
  %143 = fmul <4 x float> %136, %142
  %144 = fmul <4 x float> %143, %141
  %145 = add i64 %100, 1
  %146 = fsub <4 x float> %116, %73
  %147 = fcmp ogt <4 x float> %146, splat (float 8.900000e+01)
  %148 = select <4 x i1> %147, <4 x float> splat (float 8.900000e+01), <4 x float> %146
  %149 = fcmp olt <4 x float> %148, splat (float -1.055000e+02)
  %150 = select <4 x i1> %149, <4 x float> splat (float -1.055000e+02), <4 x float> %148
  %151 = call <4 x float> @llvm.fma.v4f32(<4 x float> %150, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %152 = fsub <4 x float> %151, splat (float 0x4168001300000000)
  %153 = bitcast <4 x float> %151 to <4 x i32>
  %154 = call <4 x float> @llvm.fma.v4f32(<4 x float> %152, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %150)
  %155 = call <4 x float> @llvm.fma.v4f32(<4 x float> %152, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %154)
  %156 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %155, <4 x float> splat (float 0x45E12397A0000000))
  %157 = call <4 x float> @llvm.fma.v4f32(<4 x float> %156, <4 x float> %155, <4 x float> splat (float 0x4605558AC0000000))
  %158 = call <4 x float> @llvm.fma.v4f32(<4 x float> %157, <4 x float> %155, <4 x float> splat (float 0x4625554920000000))
  %159 = call <4 x float> @llvm.fma.v4f32(<4 x float> %158, <4 x float> %155, <4 x float> splat (float 0x463FFFFFC0000000))
  %160 = call <4 x float> @llvm.fma.v4f32(<4 x float> %159, <4 x float> %155, <4 x float> splat (float 0x4650000000000000))
  %161 = call <4 x float> @llvm.fma.v4f32(<4 x float> %160, <4 x float> %155, <4 x float> splat (float 0x4650000000000000))
  %162 = lshr <4 x i32> %153, splat (i32 1)
  %163 = shl <4 x i32> %162, splat (i32 23)
  %164 = shl <4 x i32> %153, splat (i32 23)
  %165 = sub <4 x i32> %164, %163
  %166 = bitcast <4 x i32> %163 to <4 x float>
  %167 = bitcast <4 x i32> %165 to <4 x float>
  %168 = fmul <4 x float> %161, %167
  %169 = fmul <4 x float> %168, %166
  %170 = add i64 %100, 2
  %171 = fsub <4 x float> %119, %73
  %172 = fcmp ogt <4 x float> %171, splat (float 8.900000e+01)
  %173 = select <4 x i1> %172, <4 x float> splat (float 8.900000e+01), <4 x float> %171
  %174 = fcmp olt <4 x float> %173, splat (float -1.055000e+02)
  %175 = select <4 x i1> %174, <4 x float> splat (float -1.055000e+02), <4 x float> %173
  %176 = call <4 x float> @llvm.fma.v4f32(<4 x float> %175, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %177 = fsub <4 x float> %176, splat (float 0x4168001300000000)
  %178 = bitcast <4 x float> %176 to <4 x i32>
  %179 = call <4 x float> @llvm.fma.v4f32(<4 x float> %177, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %175)
  %180 = call <4 x float> @llvm.fma.v4f32(<4 x float> %177, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %179)
  %181 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %180, <4 x float> splat (float 0x45E12397A0000000))
  %182 = call <4 x float> @llvm.fma.v4f32(<4 x float> %181, <4 x float> %180, <4 x float> splat (float 0x4605558AC0000000))
  %183 = call <4 x float> @llvm.fma.v4f32(<4 x float> %182, <4 x float> %180, <4 x float> splat (float 0x4625554920000000))
  %184 = call <4 x float> @llvm.fma.v4f32(<4 x float> %183, <4 x float> %180, <4 x float> splat (float 0x463FFFFFC0000000))
  %185 = call <4 x float> @llvm.fma.v4f32(<4 x float> %184, <4 x float> %180, <4 x float> splat (float 0x4650000000000000))
  %186 = call <4 x float> @llvm.fma.v4f32(<4 x float> %185, <4 x float> %180, <4 x float> splat (float 0x4650000000000000))
  %187 = lshr <4 x i32> %178, splat (i32 1)
  %188 = shl <4 x i32> %187, splat (i32 23)
  %189 = shl <4 x i32> %178, splat (i32 23)
  %190 = sub <4 x i32> %189, %188
  %191 = bitcast <4 x i32> %188 to <4 x float>
  %192 = bitcast <4 x i32> %190 to <4 x float>
  %193 = fmul <4 x float> %186, %192
  %194 = fmul <4 x float> %193, %191
  %195 = add i64 %100, 3
  %196 = fsub <4 x float> %120, %73
  %197 = fcmp ogt <4 x float> %196, splat (float 8.900000e+01)
  %198 = select <4 x i1> %197, <4 x float> splat (float 8.900000e+01), <4 x float> %196
  %199 = fcmp olt <4 x float> %198, splat (float -1.055000e+02)
  %200 = select <4 x i1> %199, <4 x float> splat (float -1.055000e+02), <4 x float> %198
  %201 = call <4 x float> @llvm.fma.v4f32(<4 x float> %200, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %202 = fsub <4 x float> %201, splat (float 0x4168001300000000)
  %203 = bitcast <4 x float> %201 to <4 x i32>
  %204 = call <4 x float> @llvm.fma.v4f32(<4 x float> %202, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %200)
  %205 = call <4 x float> @llvm.fma.v4f32(<4 x float> %202, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %204)
  %206 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %205, <4 x float> splat (float 0x45E12397A0000000))
  %207 = call <4 x float> @llvm.fma.v4f32(<4 x float> %206, <4 x float> %205, <4 x float> splat (float 0x4605558AC0000000))
  %208 = call <4 x float> @llvm.fma.v4f32(<4 x float> %207, <4 x float> %205, <4 x float> splat (float 0x4625554920000000))
  %209 = call <4 x float> @llvm.fma.v4f32(<4 x float> %208, <4 x float> %205, <4 x float> splat (float 0x463FFFFFC0000000))
  %210 = call <4 x float> @llvm.fma.v4f32(<4 x float> %209, <4 x float> %205, <4 x float> splat (float 0x4650000000000000))
  %211 = call <4 x float> @llvm.fma.v4f32(<4 x float> %210, <4 x float> %205, <4 x float> splat (float 0x4650000000000000))
  %212 = lshr <4 x i32> %203, splat (i32 1)
  %213 = shl <4 x i32> %212, splat (i32 23)
  %214 = shl <4 x i32> %203, splat (i32 23)
  %215 = sub <4 x i32> %214, %213
  %216 = bitcast <4 x i32> %213 to <4 x float>
  %217 = bitcast <4 x i32> %215 to <4 x float>
  %218 = fmul <4 x float> %211, %217
  %219 = fmul <4 x float> %218, %216
  %220 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %99
  store <4 x float> %144, ptr %220, align 16
  %221 = add i64 %99, 1
  %222 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %221
  store <4 x float> %169, ptr %222, align 16
  %223 = add i64 %99, 2
  %224 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %223
  store <4 x float> %194, ptr %224, align 16
  %225 = add i64 %99, 3
  %226 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %225
  store <4 x float> %219, ptr %226, align 16
  %227 = add nuw nsw i64 %units.i3, 1
  %228 = icmp ult i64 %227, 6
  br i1 %228, label %units2, label %units2.done

units2.done:                                      ; preds = %units2
  br label %absent4

absent4:                                          ; preds = %absent4, %units2.done
  %absent.i5 = phi i64 [ 0, %units2.done ], [ %231, %absent4 ]
  %229 = add i64 %absent.i5, 24
  %230 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %229
  store <4 x float> splat (float -0.000000e+00), ptr %230, align 16
  %231 = add nuw nsw i64 %absent.i5, 1
  %232 = icmp ult i64 %231, 8
  br i1 %232, label %absent4, label %absent4.done

absent4.done:                                     ; preds = %absent4
  %233 = call <4 x float> @online_softmax.join_sum_f32x4_32(ptr %accumulators)
  %234 = fadd <4 x float> %98, %233
  %235 = add nuw nsw i64 %tiles.i, 1
  %236 = icmp ult i64 %235, 2
  br i1 %236, label %tiles, label %tiles.done

tiles.done:                                       ; preds = %absent4.done
  br label %units6

units6:                                           ; preds = %units6, %tiles.done
  %units.i7 = phi i64 [ 0, %tiles.done ], [ %269, %units6 ]
  %237 = mul i64 %units.i7, 4
  %238 = mul i64 %units.i7, 4
  %239 = add i64 48, %238
  %240 = getelementptr float, ptr %x.row, i64 %239
  %241 = load <4 x float>, ptr %240, align 4, !noalias !6
  %242 = getelementptr float, ptr %x.row, i64 %239
  %243 = getelementptr float, ptr %242, i64 %6
  %244 = load <4 x float>, ptr %243, align 4, !noalias !6
  %245 = getelementptr float, ptr %x.row, i64 %239
  %246 = getelementptr float, ptr %245, i64 %9
  %247 = load <4 x float>, ptr %246, align 4, !noalias !6
  %248 = getelementptr float, ptr %x.row, i64 %239
  %249 = getelementptr float, ptr %248, i64 %12
  %250 = load <4 x float>, ptr %249, align 4, !noalias !6
  %251 = shufflevector <4 x float> %241, <4 x float> %244, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %252 = shufflevector <4 x float> %247, <4 x float> %250, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %253 = shufflevector <4 x float> %251, <4 x float> %252, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %254 = shufflevector <4 x float> %251, <4 x float> %252, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %255 = shufflevector <4 x float> %241, <4 x float> %244, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %256 = shufflevector <4 x float> %247, <4 x float> %250, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %257 = shufflevector <4 x float> %255, <4 x float> %256, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %258 = shufflevector <4 x float> %255, <4 x float> %256, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %259 = add i64 %238, 1
  %260 = add i64 %238, 2
  %261 = add i64 %238, 3
  %262 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %237
  store <4 x float> %253, ptr %262, align 16
  %263 = add i64 %237, 1
  %264 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %263
  store <4 x float> %254, ptr %264, align 16
  %265 = add i64 %237, 2
  %266 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %265
  store <4 x float> %257, ptr %266, align 16
  %267 = add i64 %237, 3
  %268 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %267
  store <4 x float> %258, ptr %268, align 16
  %269 = add nuw nsw i64 %units.i7, 1
  %270 = icmp ult i64 %269, 5
  br i1 %270, label %units6, label %units6.done

units6.done:                                      ; preds = %units6
  %271 = zext i32 4 to i64
  br label %rows

rows:                                             ; preds = %rows, %units6.done
  %rows.i = phi i64 [ 0, %units6.done ], [ %286, %rows ]
  %272 = sub i64 %271, 1
  %273 = call i64 @llvm.umin.i64(i64 %rows.i, i64 %272)
  %274 = getelementptr float, ptr %x.row, i64 68
  %275 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride8 = load i64, ptr %275, align 8, !invariant.load !0
  %276 = mul i64 %273, %x.stride8
  %277 = getelementptr float, ptr %274, i64 %276
  %278 = getelementptr float, ptr %277, i64 0
  %279 = load float, ptr %278, align 4, !noalias !6
  %280 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %281 = getelementptr inbounds float, ptr %280, i64 %rows.i
  store float %279, ptr %281, align 4
  %282 = getelementptr float, ptr %277, i64 1
  %283 = load float, ptr %282, align 4, !noalias !6
  %284 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %285 = getelementptr inbounds float, ptr %284, i64 %rows.i
  store float %283, ptr %285, align 4
  %286 = add nuw nsw i64 %rows.i, 1
  %287 = icmp ult i64 %286, 4
  br i1 %287, label %rows, label %rows.done

rows.done:                                        ; preds = %rows
  %288 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %289 = load <4 x float>, ptr %288, align 16
  %290 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %291 = load <4 x float>, ptr %290, align 16
  %292 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 20
  store <4 x float> %289, ptr %292, align 16
  %293 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 21
  store <4 x float> %291, ptr %293, align 16
  br label %absent9

absent9:                                          ; preds = %absent9, %rows.done
  %absent.i10 = phi i64 [ 0, %rows.done ], [ %296, %absent9 ]
  %294 = add i64 %absent.i10, 22
  %295 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %294
  store <4 x float> splat (float 0xFFF0000000000000), ptr %295, align 16
  %296 = add nuw nsw i64 %absent.i10, 1
  %297 = icmp ult i64 %296, 10
  br i1 %297, label %absent9, label %absent9.done

absent9.done:                                     ; preds = %absent9
  %298 = call <4 x float> @online_softmax.join_max_f32x4_32(ptr %accumulators)
  %299 = call <4 x float> @llvm.maximum.v4f32(<4 x float> %73, <4 x float> %298)
  %300 = fsub <4 x float> %73, %299
  %301 = fcmp ogt <4 x float> %300, splat (float 8.900000e+01)
  %302 = select <4 x i1> %301, <4 x float> splat (float 8.900000e+01), <4 x float> %300
  %303 = fcmp olt <4 x float> %302, splat (float -1.055000e+02)
  %304 = select <4 x i1> %303, <4 x float> splat (float -1.055000e+02), <4 x float> %302
  %305 = call <4 x float> @llvm.fma.v4f32(<4 x float> %304, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %306 = fsub <4 x float> %305, splat (float 0x4168001300000000)
  %307 = bitcast <4 x float> %305 to <4 x i32>
  %308 = call <4 x float> @llvm.fma.v4f32(<4 x float> %306, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %304)
  %309 = call <4 x float> @llvm.fma.v4f32(<4 x float> %306, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %308)
  %310 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %309, <4 x float> splat (float 0x45E12397A0000000))
  %311 = call <4 x float> @llvm.fma.v4f32(<4 x float> %310, <4 x float> %309, <4 x float> splat (float 0x4605558AC0000000))
  %312 = call <4 x float> @llvm.fma.v4f32(<4 x float> %311, <4 x float> %309, <4 x float> splat (float 0x4625554920000000))
  %313 = call <4 x float> @llvm.fma.v4f32(<4 x float> %312, <4 x float> %309, <4 x float> splat (float 0x463FFFFFC0000000))
  %314 = call <4 x float> @llvm.fma.v4f32(<4 x float> %313, <4 x float> %309, <4 x float> splat (float 0x4650000000000000))
  %315 = call <4 x float> @llvm.fma.v4f32(<4 x float> %314, <4 x float> %309, <4 x float> splat (float 0x4650000000000000))
  %316 = lshr <4 x i32> %307, splat (i32 1)
  %317 = shl <4 x i32> %316, splat (i32 23)
  %318 = shl <4 x i32> %307, splat (i32 23)
  %319 = sub <4 x i32> %318, %317
  %320 = bitcast <4 x i32> %317 to <4 x float>
  %321 = bitcast <4 x i32> %319 to <4 x float>
  %322 = fmul <4 x float> %315, %321
  %323 = fmul <4 x float> %322, %320
  %324 = fmul <4 x float> %234, %323
  br label %units11

units11:                                          ; preds = %units11, %absent9.done
  %units.i12 = phi i64 [ 0, %absent9.done ], [ %453, %units11 ]
  %325 = mul i64 %units.i12, 4
  %326 = mul i64 %units.i12, 4
  %327 = add i64 48, %326
  %328 = getelementptr float, ptr %x.row, i64 %327
  %329 = load <4 x float>, ptr %328, align 4, !noalias !6
  %330 = getelementptr float, ptr %x.row, i64 %327
  %331 = getelementptr float, ptr %330, i64 %6
  %332 = load <4 x float>, ptr %331, align 4, !noalias !6
  %333 = getelementptr float, ptr %x.row, i64 %327
  %334 = getelementptr float, ptr %333, i64 %9
  %335 = load <4 x float>, ptr %334, align 4, !noalias !6
  %336 = getelementptr float, ptr %x.row, i64 %327
  %337 = getelementptr float, ptr %336, i64 %12
  %338 = load <4 x float>, ptr %337, align 4, !noalias !6
  %339 = shufflevector <4 x float> %329, <4 x float> %332, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %340 = shufflevector <4 x float> %335, <4 x float> %338, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %341 = shufflevector <4 x float> %339, <4 x float> %340, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %342 = shufflevector <4 x float> %339, <4 x float> %340, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %343 = shufflevector <4 x float> %329, <4 x float> %332, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %344 = shufflevector <4 x float> %335, <4 x float> %338, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %345 = shufflevector <4 x float> %343, <4 x float> %344, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %346 = shufflevector <4 x float> %343, <4 x float> %344, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %347 = fsub <4 x float> %341, %299
  %348 = fcmp ogt <4 x float> %347, splat (float 8.900000e+01)
  %349 = select <4 x i1> %348, <4 x float> splat (float 8.900000e+01), <4 x float> %347
  %350 = fcmp olt <4 x float> %349, splat (float -1.055000e+02)
  %351 = select <4 x i1> %350, <4 x float> splat (float -1.055000e+02), <4 x float> %349
  %352 = call <4 x float> @llvm.fma.v4f32(<4 x float> %351, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %353 = fsub <4 x float> %352, splat (float 0x4168001300000000)
  %354 = bitcast <4 x float> %352 to <4 x i32>
  %355 = call <4 x float> @llvm.fma.v4f32(<4 x float> %353, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %351)
  %356 = call <4 x float> @llvm.fma.v4f32(<4 x float> %353, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %355)
  %357 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %356, <4 x float> splat (float 0x45E12397A0000000))
  %358 = call <4 x float> @llvm.fma.v4f32(<4 x float> %357, <4 x float> %356, <4 x float> splat (float 0x4605558AC0000000))
  %359 = call <4 x float> @llvm.fma.v4f32(<4 x float> %358, <4 x float> %356, <4 x float> splat (float 0x4625554920000000))
  %360 = call <4 x float> @llvm.fma.v4f32(<4 x float> %359, <4 x float> %356, <4 x float> splat (float 0x463FFFFFC0000000))
  %361 = call <4 x float> @llvm.fma.v4f32(<4 x float> %360, <4 x float> %356, <4 x float> splat (float 0x4650000000000000))
  %362 = call <4 x float> @llvm.fma.v4f32(<4 x float> %361, <4 x float> %356, <4 x float> splat (float 0x4650000000000000))
  %363 = lshr <4 x i32> %354, splat (i32 1)
  %364 = shl <4 x i32> %363, splat (i32 23)
  %365 = shl <4 x i32> %354, splat (i32 23)
  %366 = sub <4 x i32> %365, %364
  %367 = bitcast <4 x i32> %364 to <4 x float>
  %368 = bitcast <4 x i32> %366 to <4 x float>
  %369 = fmul <4 x float> %362, %368
  %370 = fmul <4 x float> %369, %367
  %371 = add i64 %326, 1
  %372 = fsub <4 x float> %342, %299
  %373 = fcmp ogt <4 x float> %372, splat (float 8.900000e+01)
  %374 = select <4 x i1> %373, <4 x float> splat (float 8.900000e+01), <4 x float> %372
  %375 = fcmp olt <4 x float> %374, splat (float -1.055000e+02)
  %376 = select <4 x i1> %375, <4 x float> splat (float -1.055000e+02), <4 x float> %374
  %377 = call <4 x float> @llvm.fma.v4f32(<4 x float> %376, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %378 = fsub <4 x float> %377, splat (float 0x4168001300000000)
  %379 = bitcast <4 x float> %377 to <4 x i32>
  %380 = call <4 x float> @llvm.fma.v4f32(<4 x float> %378, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %376)
  %381 = call <4 x float> @llvm.fma.v4f32(<4 x float> %378, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %380)
  %382 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %381, <4 x float> splat (float 0x45E12397A0000000))
  %383 = call <4 x float> @llvm.fma.v4f32(<4 x float> %382, <4 x float> %381, <4 x float> splat (float 0x4605558AC0000000))
  %384 = call <4 x float> @llvm.fma.v4f32(<4 x float> %383, <4 x float> %381, <4 x float> splat (float 0x4625554920000000))
  %385 = call <4 x float> @llvm.fma.v4f32(<4 x float> %384, <4 x float> %381, <4 x float> splat (float 0x463FFFFFC0000000))
  %386 = call <4 x float> @llvm.fma.v4f32(<4 x float> %385, <4 x float> %381, <4 x float> splat (float 0x4650000000000000))
  %387 = call <4 x float> @llvm.fma.v4f32(<4 x float> %386, <4 x float> %381, <4 x float> splat (float 0x4650000000000000))
  %388 = lshr <4 x i32> %379, splat (i32 1)
  %389 = shl <4 x i32> %388, splat (i32 23)
  %390 = shl <4 x i32> %379, splat (i32 23)
  %391 = sub <4 x i32> %390, %389
  %392 = bitcast <4 x i32> %389 to <4 x float>
  %393 = bitcast <4 x i32> %391 to <4 x float>
  %394 = fmul <4 x float> %387, %393
  %395 = fmul <4 x float> %394, %392
  %396 = add i64 %326, 2
  %397 = fsub <4 x float> %345, %299
  %398 = fcmp ogt <4 x float> %397, splat (float 8.900000e+01)
  %399 = select <4 x i1> %398, <4 x float> splat (float 8.900000e+01), <4 x float> %397
  %400 = fcmp olt <4 x float> %399, splat (float -1.055000e+02)
  %401 = select <4 x i1> %400, <4 x float> splat (float -1.055000e+02), <4 x float> %399
  %402 = call <4 x float> @llvm.fma.v4f32(<4 x float> %401, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %403 = fsub <4 x float> %402, splat (float 0x4168001300000000)
  %404 = bitcast <4 x float> %402 to <4 x i32>
  %405 = call <4 x float> @llvm.fma.v4f32(<4 x float> %403, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %401)
  %406 = call <4 x float> @llvm.fma.v4f32(<4 x float> %403, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %405)
  %407 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %406, <4 x float> splat (float 0x45E12397A0000000))
  %408 = call <4 x float> @llvm.fma.v4f32(<4 x float> %407, <4 x float> %406, <4 x float> splat (float 0x4605558AC0000000))
  %409 = call <4 x float> @llvm.fma.v4f32(<4 x float> %408, <4 x float> %406, <4 x float> splat (float 0x4625554920000000))
  %410 = call <4 x float> @llvm.fma.v4f32(<4 x float> %409, <4 x float> %406, <4 x float> splat (float 0x463FFFFFC0000000))
  %411 = call <4 x float> @llvm.fma.v4f32(<4 x float> %410, <4 x float> %406, <4 x float> splat (float 0x4650000000000000))
  %412 = call <4 x float> @llvm.fma.v4f32(<4 x float> %411, <4 x float> %406, <4 x float> splat (float 0x4650000000000000))
  %413 = lshr <4 x i32> %404, splat (i32 1)
  %414 = shl <4 x i32> %413, splat (i32 23)
  %415 = shl <4 x i32> %404, splat (i32 23)
  %416 = sub <4 x i32> %415, %414
  %417 = bitcast <4 x i32> %414 to <4 x float>
  %418 = bitcast <4 x i32> %416 to <4 x float>
  %419 = fmul <4 x float> %412, %418
  %420 = fmul <4 x float> %419, %417
  %421 = add i64 %326, 3
  %422 = fsub <4 x float> %346, %299
  %423 = fcmp ogt <4 x float> %422, splat (float 8.900000e+01)
  %424 = select <4 x i1> %423, <4 x float> splat (float 8.900000e+01), <4 x float> %422
  %425 = fcmp olt <4 x float> %424, splat (float -1.055000e+02)
  %426 = select <4 x i1> %425, <4 x float> splat (float -1.055000e+02), <4 x float> %424
  %427 = call <4 x float> @llvm.fma.v4f32(<4 x float> %426, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %428 = fsub <4 x float> %427, splat (float 0x4168001300000000)
  %429 = bitcast <4 x float> %427 to <4 x i32>
  %430 = call <4 x float> @llvm.fma.v4f32(<4 x float> %428, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %426)
  %431 = call <4 x float> @llvm.fma.v4f32(<4 x float> %428, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %430)
  %432 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %431, <4 x float> splat (float 0x45E12397A0000000))
  %433 = call <4 x float> @llvm.fma.v4f32(<4 x float> %432, <4 x float> %431, <4 x float> splat (float 0x4605558AC0000000))
  %434 = call <4 x float> @llvm.fma.v4f32(<4 x float> %433, <4 x float> %431, <4 x float> splat (float 0x4625554920000000))
  %435 = call <4 x float> @llvm.fma.v4f32(<4 x float> %434, <4 x float> %431, <4 x float> splat (float 0x463FFFFFC0000000))
  %436 = call <4 x float> @llvm.fma.v4f32(<4 x float> %435, <4 x float> %431, <4 x float> splat (float 0x4650000000000000))
  %437 = call <4 x float> @llvm.fma.v4f32(<4 x float> %436, <4 x float> %431, <4 x float> splat (float 0x4650000000000000))
  %438 = lshr <4 x i32> %429, splat (i32 1)
  %439 = shl <4 x i32> %438, splat (i32 23)
  %440 = shl <4 x i32> %429, splat (i32 23)
  %441 = sub <4 x i32> %440, %439
  %442 = bitcast <4 x i32> %439 to <4 x float>
  %443 = bitcast <4 x i32> %441 to <4 x float>
  %444 = fmul <4 x float> %437, %443
  %445 = fmul <4 x float> %444, %442
  %446 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %325
  store <4 x float> %370, ptr %446, align 16
  %447 = add i64 %325, 1
  %448 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %447
  store <4 x float> %395, ptr %448, align 16
  %449 = add i64 %325, 2
  %450 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %449
  store <4 x float> %420, ptr %450, align 16
  %451 = add i64 %325, 3
  %452 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %451
  store <4 x float> %445, ptr %452, align 16
  %453 = add nuw nsw i64 %units.i12, 1
  %454 = icmp ult i64 %453, 5
  br i1 %454, label %units11, label %units11.done

units11.done:                                     ; preds = %units11
  %455 = zext i32 4 to i64
  br label %rows13

rows13:                                           ; preds = %rows13, %units11.done
  %rows.i14 = phi i64 [ 0, %units11.done ], [ %470, %rows13 ]
  %456 = sub i64 %455, 1
  %457 = call i64 @llvm.umin.i64(i64 %rows.i14, i64 %456)
  %458 = getelementptr float, ptr %x.row, i64 68
  %459 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride15 = load i64, ptr %459, align 8, !invariant.load !0
  %460 = mul i64 %457, %x.stride15
  %461 = getelementptr float, ptr %458, i64 %460
  %462 = getelementptr float, ptr %461, i64 0
  %463 = load float, ptr %462, align 4, !noalias !6
  %464 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %465 = getelementptr inbounds float, ptr %464, i64 %rows.i14
  store float %463, ptr %465, align 4
  %466 = getelementptr float, ptr %461, i64 1
  %467 = load float, ptr %466, align 4, !noalias !6
  %468 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %469 = getelementptr inbounds float, ptr %468, i64 %rows.i14
  store float %467, ptr %469, align 4
  %470 = add nuw nsw i64 %rows.i14, 1
  %471 = icmp ult i64 %470, 4
  br i1 %471, label %rows13, label %rows13.done

rows13.done:                                      ; preds = %rows13
  %472 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %473 = load <4 x float>, ptr %472, align 16
  %474 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %475 = load <4 x float>, ptr %474, align 16
  %476 = fsub <4 x float> %473, %299
  %477 = fcmp ogt <4 x float> %476, splat (float 8.900000e+01)
  %478 = select <4 x i1> %477, <4 x float> splat (float 8.900000e+01), <4 x float> %476
  %479 = fcmp olt <4 x float> %478, splat (float -1.055000e+02)
  %480 = select <4 x i1> %479, <4 x float> splat (float -1.055000e+02), <4 x float> %478
  %481 = call <4 x float> @llvm.fma.v4f32(<4 x float> %480, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %482 = fsub <4 x float> %481, splat (float 0x4168001300000000)
  %483 = bitcast <4 x float> %481 to <4 x i32>
  %484 = call <4 x float> @llvm.fma.v4f32(<4 x float> %482, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %480)
  %485 = call <4 x float> @llvm.fma.v4f32(<4 x float> %482, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %484)
  %486 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %485, <4 x float> splat (float 0x45E12397A0000000))
  %487 = call <4 x float> @llvm.fma.v4f32(<4 x float> %486, <4 x float> %485, <4 x float> splat (float 0x4605558AC0000000))
  %488 = call <4 x float> @llvm.fma.v4f32(<4 x float> %487, <4 x float> %485, <4 x float> splat (float 0x4625554920000000))
  %489 = call <4 x float> @llvm.fma.v4f32(<4 x float> %488, <4 x float> %485, <4 x float> splat (float 0x463FFFFFC0000000))
  %490 = call <4 x float> @llvm.fma.v4f32(<4 x float> %489, <4 x float> %485, <4 x float> splat (float 0x4650000000000000))
  %491 = call <4 x float> @llvm.fma.v4f32(<4 x float> %490, <4 x float> %485, <4 x float> splat (float 0x4650000000000000))
  %492 = lshr <4 x i32> %483, splat (i32 1)
  %493 = shl <4 x i32> %492, splat (i32 23)
  %494 = shl <4 x i32> %483, splat (i32 23)
  %495 = sub <4 x i32> %494, %493
  %496 = bitcast <4 x i32> %493 to <4 x float>
  %497 = bitcast <4 x i32> %495 to <4 x float>
  %498 = fmul <4 x float> %491, %497
  %499 = fmul <4 x float> %498, %496
  %500 = fsub <4 x float> %475, %299
  %501 = fcmp ogt <4 x float> %500, splat (float 8.900000e+01)
  %502 = select <4 x i1> %501, <4 x float> splat (float 8.900000e+01), <4 x float> %500
  %503 = fcmp olt <4 x float> %502, splat (float -1.055000e+02)
  %504 = select <4 x i1> %503, <4 x float> splat (float -1.055000e+02), <4 x float> %502
  %505 = call <4 x float> @llvm.fma.v4f32(<4 x float> %504, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %506 = fsub <4 x float> %505, splat (float 0x4168001300000000)
  %507 = bitcast <4 x float> %505 to <4 x i32>
  %508 = call <4 x float> @llvm.fma.v4f32(<4 x float> %506, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %504)
  %509 = call <4 x float> @llvm.fma.v4f32(<4 x float> %506, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %508)
  %510 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %509, <4 x float> splat (float 0x45E12397A0000000))
  %511 = call <4 x float> @llvm.fma.v4f32(<4 x float> %510, <4 x float> %509, <4 x float> splat (float 0x4605558AC0000000))
  %512 = call <4 x float> @llvm.fma.v4f32(<4 x float> %511, <4 x float> %509, <4 x float> splat (float 0x4625554920000000))
  %513 = call <4 x float> @llvm.fma.v4f32(<4 x float> %512, <4 x float> %509, <4 x float> splat (float 0x463FFFFFC0000000))
  %514 = call <4 x float> @llvm.fma.v4f32(<4 x float> %513, <4 x float> %509, <4 x float> splat (float 0x4650000000000000))
  %515 = call <4 x float> @llvm.fma.v4f32(<4 x float> %514, <4 x float> %509, <4 x float> splat (float 0x4650000000000000))
  %516 = lshr <4 x i32> %507, splat (i32 1)
  %517 = shl <4 x i32> %516, splat (i32 23)
  %518 = shl <4 x i32> %507, splat (i32 23)
  %519 = sub <4 x i32> %518, %517
  %520 = bitcast <4 x i32> %517 to <4 x float>
  %521 = bitcast <4 x i32> %519 to <4 x float>
  %522 = fmul <4 x float> %515, %521
  %523 = fmul <4 x float> %522, %520
  %524 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 20
  store <4 x float> %499, ptr %524, align 16
  %525 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 21
  store <4 x float> %523, ptr %525, align 16
  br label %absent16

absent16:                                         ; preds = %absent16, %rows13.done
  %absent.i17 = phi i64 [ 0, %rows13.done ], [ %528, %absent16 ]
  %526 = add i64 %absent.i17, 22
  %527 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %526
  store <4 x float> splat (float -0.000000e+00), ptr %527, align 16
  %528 = add nuw nsw i64 %absent.i17, 1
  %529 = icmp ult i64 %528, 10
  br i1 %529, label %absent16, label %absent16.done

absent16.done:                                    ; preds = %absent16
  %530 = call <4 x float> @online_softmax.join_sum_f32x4_32(ptr %accumulators)
  %531 = fadd <4 x float> %324, %530
  %532 = fcmp olt <4 x float> %531, splat (float 0x3810000000000000)
  %533 = fmul <4 x float> %531, splat (float 0x4160000000000000)
  %534 = select <4 x i1> %532, <4 x float> %533, <4 x float> %531
  %535 = select <4 x i1> %532, <4 x float> splat (float -2.300000e+01), <4 x float> zeroinitializer
  %536 = bitcast <4 x float> %534 to <4 x i32>
  %537 = sub <4 x i32> %536, splat (i32 1060439283)
  %538 = ashr <4 x i32> %537, splat (i32 23)
  %539 = sitofp <4 x i32> %538 to <4 x float>
  %540 = fadd <4 x float> %539, %535
  %541 = and <4 x i32> %537, splat (i32 8388607)
  %542 = add <4 x i32> %541, splat (i32 1060439283)
  %543 = bitcast <4 x i32> %542 to <4 x float>
  %544 = fsub <4 x float> %543, splat (float 1.000000e+00)
  %545 = fmul <4 x float> %544, %544
  %546 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0xBFB38C9740000000), <4 x float> %544, <4 x float> splat (float 0x3FC055EAE0000000))
  %547 = call <4 x float> @llvm.fma.v4f32(<4 x float> %546, <4 x float> %544, <4 x float> splat (float 0xBFC0D82460000000))
  %548 = call <4 x float> @llvm.fma.v4f32(<4 x float> %547, <4 x float> %544, <4 x float> splat (float 0x3FC22D9300000000))
  %549 = call <4 x float> @llvm.fma.v4f32(<4 x float> %548, <4 x float> %544, <4 x float> splat (float 0xBFC54728A0000000))
  %550 = call <4 x float> @llvm.fma.v4f32(<4 x float> %549, <4 x float> %544, <4 x float> splat (float 0x3FC99A01C0000000))
  %551 = call <4 x float> @llvm.fma.v4f32(<4 x float> %550, <4 x float> %544, <4 x float> splat (float 0xBFD0002260000000))
  %552 = call <4 x float> @llvm.fma.v4f32(<4 x float> %551, <4 x float> %544, <4 x float> splat (float 0x3FD5555540000000))
  %553 = call <4 x float> @llvm.fma.v4f32(<4 x float> %552, <4 x float> %544, <4 x float> splat (float -5.000000e-01))
  %554 = call <4 x float> @llvm.fma.v4f32(<4 x float> %545, <4 x float> %553, <4 x float> %544)
  %555 = call <4 x float> @llvm.fma.v4f32(<4 x float> %540, <4 x float> splat (float 0x3EB7F7D1C0000000), <4 x float> %554)
  %556 = call <4 x float> @llvm.fma.v4f32(<4 x float> %540, <4 x float> splat (float 0x3FE62E4000000000), <4 x float> %555)
  %557 = fcmp oeq <4 x float> %531, zeroinitializer
  %558 = select <4 x i1> %557, <4 x float> splat (float 0xFFF0000000000000), <4 x float> splat (float 0x7FF8000000000000)
  %559 = fcmp ogt <4 x float> %531, zeroinitializer
  %560 = select <4 x i1> %559, <4 x float> %556, <4 x float> %558
  %561 = fcmp oeq <4 x float> %531, splat (float 0x7FF0000000000000)
  %562 = select <4 x i1> %561, <4 x float> splat (float 0x7FF0000000000000), <4 x float> %560
  %563 = fadd <4 x float> %299, %562
  br label %tiles18

tiles18:                                          ; preds = %elements.done, %absent16.done
  %tiles.i19 = phi i64 [ 0, %absent16.done ], [ %715, %elements.done ]
  %564 = mul i64 %tiles.i19, 24
  br label %elements

elements:                                         ; preds = %elements, %tiles18
  %elements.i = phi i64 [ 0, %tiles18 ], [ %713, %elements ]
  %565 = mul i64 %elements.i, 4
  %566 = add i64 %564, %565
  %567 = getelementptr float, ptr %x.row, i64 %566
  %568 = load <4 x float>, ptr %567, align 4, !noalias !6
  %569 = getelementptr float, ptr %x.row, i64 %566
  %570 = getelementptr float, ptr %569, i64 %6
  %571 = load <4 x float>, ptr %570, align 4, !noalias !6
  %572 = getelementptr float, ptr %x.row, i64 %566
  %573 = getelementptr float, ptr %572, i64 %9
  %574 = load <4 x float>, ptr %573, align 4, !noalias !6
  %575 = getelementptr float, ptr %x.row, i64 %566
  %576 = getelementptr float, ptr %575, i64 %12
  %577 = load <4 x float>, ptr %576, align 4, !noalias !6
  %578 = shufflevector <4 x float> %568, <4 x float> %571, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %579 = shufflevector <4 x float> %574, <4 x float> %577, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %580 = shufflevector <4 x float> %578, <4 x float> %579, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %581 = shufflevector <4 x float> %578, <4 x float> %579, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %582 = shufflevector <4 x float> %568, <4 x float> %571, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %583 = shufflevector <4 x float> %574, <4 x float> %577, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %584 = shufflevector <4 x float> %582, <4 x float> %583, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %585 = shufflevector <4 x float> %582, <4 x float> %583, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %586 = fsub <4 x float> %580, %299
  %587 = fcmp ogt <4 x float> %586, splat (float 8.900000e+01)
  %588 = select <4 x i1> %587, <4 x float> splat (float 8.900000e+01), <4 x float> %586
  %589 = fcmp olt <4 x float> %588, splat (float -1.055000e+02)
  %590 = select <4 x i1> %589, <4 x float> splat (float -1.055000e+02), <4 x float> %588
  %591 = call <4 x float> @llvm.fma.v4f32(<4 x float> %590, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %592 = fsub <4 x float> %591, splat (float 0x4168001300000000)
  %593 = bitcast <4 x float> %591 to <4 x i32>
  %594 = call <4 x float> @llvm.fma.v4f32(<4 x float> %592, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %590)
  %595 = call <4 x float> @llvm.fma.v4f32(<4 x float> %592, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %594)
  %596 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %595, <4 x float> splat (float 0x45E12397A0000000))
  %597 = call <4 x float> @llvm.fma.v4f32(<4 x float> %596, <4 x float> %595, <4 x float> splat (float 0x4605558AC0000000))
  %598 = call <4 x float> @llvm.fma.v4f32(<4 x float> %597, <4 x float> %595, <4 x float> splat (float 0x4625554920000000))
  %599 = call <4 x float> @llvm.fma.v4f32(<4 x float> %598, <4 x float> %595, <4 x float> splat (float 0x463FFFFFC0000000))
  %600 = call <4 x float> @llvm.fma.v4f32(<4 x float> %599, <4 x float> %595, <4 x float> splat (float 0x4650000000000000))
  %601 = call <4 x float> @llvm.fma.v4f32(<4 x float> %600, <4 x float> %595, <4 x float> splat (float 0x4650000000000000))
  %602 = lshr <4 x i32> %593, splat (i32 1)
  %603 = shl <4 x i32> %602, splat (i32 23)
  %604 = shl <4 x i32> %593, splat (i32 23)
  %605 = sub <4 x i32> %604, %603
  %606 = bitcast <4 x i32> %603 to <4 x float>
  %607 = bitcast <4 x i32> %605 to <4 x float>
  %608 = fmul <4 x float> %601, %607
  %609 = fmul <4 x float> %608, %606
  %610 = fdiv <4 x float> %609, %531
  %611 = add i64 %565, 1
  %612 = fsub <4 x float> %581, %299
  %613 = fcmp ogt <4 x float> %612, splat (float 8.900000e+01)
  %614 = select <4 x i1> %613, <4 x float> splat (float 8.900000e+01), <4 x float> %612
  %615 = fcmp olt <4 x float> %614, splat (float -1.055000e+02)
  %616 = select <4 x i1> %615, <4 x float> splat (float -1.055000e+02), <4 x float> %614
  %617 = call <4 x float> @llvm.fma.v4f32(<4 x float> %616, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %618 = fsub <4 x float> %617, splat (float 0x4168001300000000)
  %619 = bitcast <4 x float> %617 to <4 x i32>
  %620 = call <4 x float> @llvm.fma.v4f32(<4 x float> %618, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %616)
  %621 = call <4 x float> @llvm.fma.v4f32(<4 x float> %618, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %620)
  %622 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %621, <4 x float> splat (float 0x45E12397A0000000))
  %623 = call <4 x float> @llvm.fma.v4f32(<4 x float> %622, <4 x float> %621, <4 x float> splat (float 0x4605558AC0000000))
  %624 = call <4 x float> @llvm.fma.v4f32(<4 x float> %623, <4 x float> %621, <4 x float> splat (float 0x4625554920000000))
  %625 = call <4 x float> @llvm.fma.v4f32(<4 x float> %624, <4 x float> %621, <4 x float> splat (float 0x463FFFFFC0000000))
  %626 = call <4 x float> @llvm.fma.v4f32(<4 x float> %625, <4 x float> %621, <4 x float> splat (float 0x4650000000000000))
  %627 = call <4 x float> @llvm.fma.v4f32(<4 x float> %626, <4 x float> %621, <4 x float> splat (float 0x4650000000000000))
  %628 = lshr <4 x i32> %619, splat (i32 1)
  %629 = shl <4 x i32> %628, splat (i32 23)
  %630 = shl <4 x i32> %619, splat (i32 23)
  %631 = sub <4 x i32> %630, %629
  %632 = bitcast <4 x i32> %629 to <4 x float>
  %633 = bitcast <4 x i32> %631 to <4 x float>
  %634 = fmul <4 x float> %627, %633
  %635 = fmul <4 x float> %634, %632
  %636 = fdiv <4 x float> %635, %531
  %637 = add i64 %565, 2
  %638 = fsub <4 x float> %584, %299
  %639 = fcmp ogt <4 x float> %638, splat (float 8.900000e+01)
  %640 = select <4 x i1> %639, <4 x float> splat (float 8.900000e+01), <4 x float> %638
  %641 = fcmp olt <4 x float> %640, splat (float -1.055000e+02)
  %642 = select <4 x i1> %641, <4 x float> splat (float -1.055000e+02), <4 x float> %640
  %643 = call <4 x float> @llvm.fma.v4f32(<4 x float> %642, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %644 = fsub <4 x float> %643, splat (float 0x4168001300000000)
  %645 = bitcast <4 x float> %643 to <4 x i32>
  %646 = call <4 x float> @llvm.fma.v4f32(<4 x float> %644, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %642)
  %647 = call <4 x float> @llvm.fma.v4f32(<4 x float> %644, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %646)
  %648 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %647, <4 x float> splat (float 0x45E12397A0000000))
  %649 = call <4 x float> @llvm.fma.v4f32(<4 x float> %648, <4 x float> %647, <4 x float> splat (float 0x4605558AC0000000))
  %650 = call <4 x float> @llvm.fma.v4f32(<4 x float> %649, <4 x float> %647, <4 x float> splat (float 0x4625554920000000))
  %651 = call <4 x float> @llvm.fma.v4f32(<4 x float> %650, <4 x float> %647, <4 x float> splat (float 0x463FFFFFC0000000))
  %652 = call <4 x float> @llvm.fma.v4f32(<4 x float> %651, <4 x float> %647, <4 x float> splat (float 0x4650000000000000))
  %653 = call <4 x float> @llvm.fma.v4f32(<4 x float> %652, <4 x float> %647, <4 x float> splat (float 0x4650000000000000))
  %654 = lshr <4 x i32> %645, splat (i32 1)
  %655 = shl <4 x i32> %654, splat (i32 23)
  %656 = shl <4 x i32> %645, splat (i32 23)
  %657 = sub <4 x i32> %656, %655
  %658 = bitcast <4 x i32> %655 to <4 x float>
  %659 = bitcast <4 x i32> %657 to <4 x float>
  %660 = fmul <4 x float> %653, %659
  %661 = fmul <4 x float> %660, %658
  %662 = fdiv <4 x float> %661, %531
  %663 = add i64 %565, 3
  %664 = fsub <4 x float> %585, %299
  %665 = fcmp ogt <4 x float> %664, splat (float 8.900000e+01)
  %666 = select <4 x i1> %665, <4 x float> splat (float 8.900000e+01), <4 x float> %664
  %667 = fcmp olt <4 x float> %666, splat (float -1.055000e+02)
  %668 = select <4 x i1> %667, <4 x float> splat (float -1.055000e+02), <4 x float> %666
  %669 = call <4 x float> @llvm.fma.v4f32(<4 x float> %668, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %670 = fsub <4 x float> %669, splat (float 0x4168001300000000)
  %671 = bitcast <4 x float> %669 to <4 x i32>
  %672 = call <4 x float> @llvm.fma.v4f32(<4 x float> %670, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %668)
  %673 = call <4 x float> @llvm.fma.v4f32(<4 x float> %670, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %672)
  %674 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %673, <4 x float> splat (float 0x45E12397A0000000))
  %675 = call <4 x float> @llvm.fma.v4f32(<4 x float> %674, <4 x float> %673, <4 x float> splat (float 0x4605558AC0000000))
  %676 = call <4 x float> @llvm.fma.v4f32(<4 x float> %675, <4 x float> %673, <4 x float> splat (float 0x4625554920000000))
  %677 = call <4 x float> @llvm.fma.v4f32(<4 x float> %676, <4 x float> %673, <4 x float> splat (float 0x463FFFFFC0000000))
  %678 = call <4 x float> @llvm.fma.v4f32(<4 x float> %677, <4 x float> %673, <4 x float> splat (float 0x4650000000000000))
  %679 = call <4 x float> @llvm.fma.v4f32(<4 x float> %678, <4 x float> %673, <4 x float> splat (float 0x4650000000000000))
  %680 = lshr <4 x i32> %671, splat (i32 1)
  %681 = shl <4 x i32> %680, splat (i32 23)
  %682 = shl <4 x i32> %671, splat (i32 23)
  %683 = sub <4 x i32> %682, %681
  %684 = bitcast <4 x i32> %681 to <4 x float>
  %685 = bitcast <4 x i32> %683 to <4 x float>
  %686 = fmul <4 x float> %679, %685
  %687 = fmul <4 x float> %686, %684
  %688 = fdiv <4 x float> %687, %531
  %689 = add i64 %564, %565
  %690 = shufflevector <4 x float> %610, <4 x float> %636, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %691 = shufflevector <4 x float> %662, <4 x float> %688, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %692 = shufflevector <4 x float> %690, <4 x float> %691, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %693 = shufflevector <4 x float> %690, <4 x float> %691, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %694 = shufflevector <4 x float> %610, <4 x float> %636, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %695 = shufflevector <4 x float> %662, <4 x float> %688, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %696 = shufflevector <4 x float> %694, <4 x float> %695, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %697 = shufflevector <4 x float> %694, <4 x float> %695, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %698 = shufflevector <4 x float> %692, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %699 = shufflevector <4 x float> %693, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %700 = shufflevector <4 x float> %696, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %701 = shufflevector <4 x float> %697, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %702 = icmp sgt <4 x i32> %.splat21, zeroinitializer
  %703 = getelementptr float, ptr %y.row, i64 %689
  call void @llvm.masked.store.v4f32.p0(<4 x float> %698, ptr %703, i32 4, <4 x i1> %702), !noalias !9
  %704 = icmp sgt <4 x i32> %.splat21, splat (i32 1)
  %705 = getelementptr float, ptr %y.row, i64 %689
  %706 = getelementptr float, ptr %705, i64 %17
  call void @llvm.masked.store.v4f32.p0(<4 x float> %699, ptr %706, i32 4, <4 x i1> %704), !noalias !9
  %707 = icmp sgt <4 x i32> %.splat21, splat (i32 2)
  %708 = getelementptr float, ptr %y.row, i64 %689
  %709 = getelementptr float, ptr %708, i64 %19
  call void @llvm.masked.store.v4f32.p0(<4 x float> %700, ptr %709, i32 4, <4 x i1> %707), !noalias !9
  %710 = icmp sgt <4 x i32> %.splat21, splat (i32 3)
  %711 = getelementptr float, ptr %y.row, i64 %689
  %712 = getelementptr float, ptr %711, i64 %21
  call void @llvm.masked.store.v4f32.p0(<4 x float> %701, ptr %712, i32 4, <4 x i1> %710), !noalias !9
  %713 = add nuw nsw i64 %elements.i, 1
  %714 = icmp ult i64 %713, 6
  br i1 %714, label %elements, label %elements.done

elements.done:                                    ; preds = %elements
  %715 = add nuw nsw i64 %tiles.i19, 1
  %716 = icmp ult i64 %715, 2
  br i1 %716, label %tiles18, label %tiles18.done

tiles18.done:                                     ; preds = %elements.done
  br label %elements23

elements23:                                       ; preds = %elements23, %tiles18.done
  %elements.i24 = phi i64 [ 0, %tiles18.done ], [ %865, %elements23 ]
  %717 = mul i64 %elements.i24, 4
  %718 = add i64 48, %717
  %719 = getelementptr float, ptr %x.row, i64 %718
  %720 = load <4 x float>, ptr %719, align 4, !noalias !6
  %721 = getelementptr float, ptr %x.row, i64 %718
  %722 = getelementptr float, ptr %721, i64 %6
  %723 = load <4 x float>, ptr %722, align 4, !noalias !6
  %724 = getelementptr float, ptr %x.row, i64 %718
  %725 = getelementptr float, ptr %724, i64 %9
  %726 = load <4 x float>, ptr %725, align 4, !noalias !6
  %727 = getelementptr float, ptr %x.row, i64 %718
  %728 = getelementptr float, ptr %727, i64 %12
  %729 = load <4 x float>, ptr %728, align 4, !noalias !6
  %730 = shufflevector <4 x float> %720, <4 x float> %723, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %731 = shufflevector <4 x float> %726, <4 x float> %729, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %732 = shufflevector <4 x float> %730, <4 x float> %731, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %733 = shufflevector <4 x float> %730, <4 x float> %731, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %734 = shufflevector <4 x float> %720, <4 x float> %723, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %735 = shufflevector <4 x float> %726, <4 x float> %729, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %736 = shufflevector <4 x float> %734, <4 x float> %735, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %737 = shufflevector <4 x float> %734, <4 x float> %735, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %738 = fsub <4 x float> %732, %299
  %739 = fcmp ogt <4 x float> %738, splat (float 8.900000e+01)
  %740 = select <4 x i1> %739, <4 x float> splat (float 8.900000e+01), <4 x float> %738
  %741 = fcmp olt <4 x float> %740, splat (float -1.055000e+02)
  %742 = select <4 x i1> %741, <4 x float> splat (float -1.055000e+02), <4 x float> %740
  %743 = call <4 x float> @llvm.fma.v4f32(<4 x float> %742, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %744 = fsub <4 x float> %743, splat (float 0x4168001300000000)
  %745 = bitcast <4 x float> %743 to <4 x i32>
  %746 = call <4 x float> @llvm.fma.v4f32(<4 x float> %744, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %742)
  %747 = call <4 x float> @llvm.fma.v4f32(<4 x float> %744, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %746)
  %748 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %747, <4 x float> splat (float 0x45E12397A0000000))
  %749 = call <4 x float> @llvm.fma.v4f32(<4 x float> %748, <4 x float> %747, <4 x float> splat (float 0x4605558AC0000000))
  %750 = call <4 x float> @llvm.fma.v4f32(<4 x float> %749, <4 x float> %747, <4 x float> splat (float 0x4625554920000000))
  %751 = call <4 x float> @llvm.fma.v4f32(<4 x float> %750, <4 x float> %747, <4 x float> splat (float 0x463FFFFFC0000000))
  %752 = call <4 x float> @llvm.fma.v4f32(<4 x float> %751, <4 x float> %747, <4 x float> splat (float 0x4650000000000000))
  %753 = call <4 x float> @llvm.fma.v4f32(<4 x float> %752, <4 x float> %747, <4 x float> splat (float 0x4650000000000000))
  %754 = lshr <4 x i32> %745, splat (i32 1)
  %755 = shl <4 x i32> %754, splat (i32 23)
  %756 = shl <4 x i32> %745, splat (i32 23)
  %757 = sub <4 x i32> %756, %755
  %758 = bitcast <4 x i32> %755 to <4 x float>
  %759 = bitcast <4 x i32> %757 to <4 x float>
  %760 = fmul <4 x float> %753, %759
  %761 = fmul <4 x float> %760, %758
  %762 = fdiv <4 x float> %761, %531
  %763 = add i64 %717, 1
  %764 = fsub <4 x float> %733, %299
  %765 = fcmp ogt <4 x float> %764, splat (float 8.900000e+01)
  %766 = select <4 x i1> %765, <4 x float> splat (float 8.900000e+01), <4 x float> %764
  %767 = fcmp olt <4 x float> %766, splat (float -1.055000e+02)
  %768 = select <4 x i1> %767, <4 x float> splat (float -1.055000e+02), <4 x float> %766
  %769 = call <4 x float> @llvm.fma.v4f32(<4 x float> %768, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %770 = fsub <4 x float> %769, splat (float 0x4168001300000000)
  %771 = bitcast <4 x float> %769 to <4 x i32>
  %772 = call <4 x float> @llvm.fma.v4f32(<4 x float> %770, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %768)
  %773 = call <4 x float> @llvm.fma.v4f32(<4 x float> %770, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %772)
  %774 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %773, <4 x float> splat (float 0x45E12397A0000000))
  %775 = call <4 x float> @llvm.fma.v4f32(<4 x float> %774, <4 x float> %773, <4 x float> splat (float 0x4605558AC0000000))
  %776 = call <4 x float> @llvm.fma.v4f32(<4 x float> %775, <4 x float> %773, <4 x float> splat (float 0x4625554920000000))
  %777 = call <4 x float> @llvm.fma.v4f32(<4 x float> %776, <4 x float> %773, <4 x float> splat (float 0x463FFFFFC0000000))
  %778 = call <4 x float> @llvm.fma.v4f32(<4 x float> %777, <4 x float> %773, <4 x float> splat (float 0x4650000000000000))
  %779 = call <4 x float> @llvm.fma.v4f32(<4 x float> %778, <4 x float> %773, <4 x float> splat (float 0x4650000000000000))
  %780 = lshr <4 x i32> %771, splat (i32 1)
  %781 = shl <4 x i32> %780, splat (i32 23)
  %782 = shl <4 x i32> %771, splat (i32 23)
  %783 = sub <4 x i32> %782, %781
  %784 = bitcast <4 x i32> %781 to <4 x float>
  %785 = bitcast <4 x i32> %783 to <4 x float>
  %786 = fmul <4 x float> %779, %785
  %787 = fmul <4 x float> %786, %784
  %788 = fdiv <4 x float> %787, %531
  %789 = add i64 %717, 2
  %790 = fsub <4 x float> %736, %299
  %791 = fcmp ogt <4 x float> %790, splat (float 8.900000e+01)
  %792 = select <4 x i1> %791, <4 x float> splat (float 8.900000e+01), <4 x float> %790
  %793 = fcmp olt <4 x float> %792, splat (float -1.055000e+02)
  %794 = select <4 x i1> %793, <4 x float> splat (float -1.055000e+02), <4 x float> %792
  %795 = call <4 x float> @llvm.fma.v4f32(<4 x float> %794, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %796 = fsub <4 x float> %795, splat (float 0x4168001300000000)
  %797 = bitcast <4 x float> %795 to <4 x i32>
  %798 = call <4 x float> @llvm.fma.v4f32(<4 x float> %796, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %794)
  %799 = call <4 x float> @llvm.fma.v4f32(<4 x float> %796, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %798)
  %800 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %799, <4 x float> splat (float 0x45E12397A0000000))
  %801 = call <4 x float> @llvm.fma.v4f32(<4 x float> %800, <4 x float> %799, <4 x float> splat (float 0x4605558AC0000000))
  %802 = call <4 x float> @llvm.fma.v4f32(<4 x float> %801, <4 x float> %799, <4 x float> splat (float 0x4625554920000000))
  %803 = call <4 x float> @llvm.fma.v4f32(<4 x float> %802, <4 x float> %799, <4 x float> splat (float 0x463FFFFFC0000000))
  %804 = call <4 x float> @llvm.fma.v4f32(<4 x float> %803, <4 x float> %799, <4 x float> splat (float 0x4650000000000000))
  %805 = call <4 x float> @llvm.fma.v4f32(<4 x float> %804, <4 x float> %799, <4 x float> splat (float 0x4650000000000000))
  %806 = lshr <4 x i32> %797, splat (i32 1)
  %807 = shl <4 x i32> %806, splat (i32 23)
  %808 = shl <4 x i32> %797, splat (i32 23)
  %809 = sub <4 x i32> %808, %807
  %810 = bitcast <4 x i32> %807 to <4 x float>
  %811 = bitcast <4 x i32> %809 to <4 x float>
  %812 = fmul <4 x float> %805, %811
  %813 = fmul <4 x float> %812, %810
  %814 = fdiv <4 x float> %813, %531
  %815 = add i64 %717, 3
  %816 = fsub <4 x float> %737, %299
  %817 = fcmp ogt <4 x float> %816, splat (float 8.900000e+01)
  %818 = select <4 x i1> %817, <4 x float> splat (float 8.900000e+01), <4 x float> %816
  %819 = fcmp olt <4 x float> %818, splat (float -1.055000e+02)
  %820 = select <4 x i1> %819, <4 x float> splat (float -1.055000e+02), <4 x float> %818
  %821 = call <4 x float> @llvm.fma.v4f32(<4 x float> %820, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %822 = fsub <4 x float> %821, splat (float 0x4168001300000000)
  %823 = bitcast <4 x float> %821 to <4 x i32>
  %824 = call <4 x float> @llvm.fma.v4f32(<4 x float> %822, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %820)
  %825 = call <4 x float> @llvm.fma.v4f32(<4 x float> %822, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %824)
  %826 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %825, <4 x float> splat (float 0x45E12397A0000000))
  %827 = call <4 x float> @llvm.fma.v4f32(<4 x float> %826, <4 x float> %825, <4 x float> splat (float 0x4605558AC0000000))
  %828 = call <4 x float> @llvm.fma.v4f32(<4 x float> %827, <4 x float> %825, <4 x float> splat (float 0x4625554920000000))
  %829 = call <4 x float> @llvm.fma.v4f32(<4 x float> %828, <4 x float> %825, <4 x float> splat (float 0x463FFFFFC0000000))
  %830 = call <4 x float> @llvm.fma.v4f32(<4 x float> %829, <4 x float> %825, <4 x float> splat (float 0x4650000000000000))
  %831 = call <4 x float> @llvm.fma.v4f32(<4 x float> %830, <4 x float> %825, <4 x float> splat (float 0x4650000000000000))
  %832 = lshr <4 x i32> %823, splat (i32 1)
  %833 = shl <4 x i32> %832, splat (i32 23)
  %834 = shl <4 x i32> %823, splat (i32 23)
  %835 = sub <4 x i32> %834, %833
  %836 = bitcast <4 x i32> %833 to <4 x float>
  %837 = bitcast <4 x i32> %835 to <4 x float>
  %838 = fmul <4 x float> %831, %837
  %839 = fmul <4 x float> %838, %836
  %840 = fdiv <4 x float> %839, %531
  %841 = add i64 48, %717
  %842 = shufflevector <4 x float> %762, <4 x float> %788, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %843 = shufflevector <4 x float> %814, <4 x float> %840, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %844 = shufflevector <4 x float> %842, <4 x float> %843, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %845 = shufflevector <4 x float> %842, <4 x float> %843, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %846 = shufflevector <4 x float> %762, <4 x float> %788, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %847 = shufflevector <4 x float> %814, <4 x float> %840, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %848 = shufflevector <4 x float> %846, <4 x float> %847, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %849 = shufflevector <4 x float> %846, <4 x float> %847, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %850 = shufflevector <4 x float> %844, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %851 = shufflevector <4 x float> %845, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %852 = shufflevector <4 x float> %848, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %853 = shufflevector <4 x float> %849, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %854 = icmp sgt <4 x i32> %.splat21, zeroinitializer
  %855 = getelementptr float, ptr %y.row, i64 %841
  call void @llvm.masked.store.v4f32.p0(<4 x float> %850, ptr %855, i32 4, <4 x i1> %854), !noalias !9
  %856 = icmp sgt <4 x i32> %.splat21, splat (i32 1)
  %857 = getelementptr float, ptr %y.row, i64 %841
  %858 = getelementptr float, ptr %857, i64 %17
  call void @llvm.masked.store.v4f32.p0(<4 x float> %851, ptr %858, i32 4, <4 x i1> %856), !noalias !9
  %859 = icmp sgt <4 x i32> %.splat21, splat (i32 2)
  %860 = getelementptr float, ptr %y.row, i64 %841
  %861 = getelementptr float, ptr %860, i64 %19
  call void @llvm.masked.store.v4f32.p0(<4 x float> %852, ptr %861, i32 4, <4 x i1> %859), !noalias !9
  %862 = icmp sgt <4 x i32> %.splat21, splat (i32 3)
  %863 = getelementptr float, ptr %y.row, i64 %841
  %864 = getelementptr float, ptr %863, i64 %21
  call void @llvm.masked.store.v4f32.p0(<4 x float> %853, ptr %864, i32 4, <4 x i1> %862), !noalias !9
  %865 = add nuw nsw i64 %elements.i24, 1
  %866 = icmp ult i64 %865, 5
  br i1 %866, label %elements23, label %elements23.done

elements23.done:                                  ; preds = %elements23
  %867 = zext i32 4 to i64
  br label %rows25

rows25:                                           ; preds = %rows25, %elements23.done
  %rows.i26 = phi i64 [ 0, %elements23.done ], [ %882, %rows25 ]
  %868 = sub i64 %867, 1
  %869 = call i64 @llvm.umin.i64(i64 %rows.i26, i64 %868)
  %870 = getelementptr float, ptr %x.row, i64 68
  %871 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride27 = load i64, ptr %871, align 8, !invariant.load !0
  %872 = mul i64 %869, %x.stride27
  %873 = getelementptr float, ptr %870, i64 %872
  %874 = getelementptr float, ptr %873, i64 0
  %875 = load float, ptr %874, align 4, !noalias !6
  %876 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %877 = getelementptr inbounds float, ptr %876, i64 %rows.i26
  store float %875, ptr %877, align 4
  %878 = getelementptr float, ptr %873, i64 1
  %879 = load float, ptr %878, align 4, !noalias !6
  %880 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %881 = getelementptr inbounds float, ptr %880, i64 %rows.i26
  store float %879, ptr %881, align 4
  %882 = add nuw nsw i64 %rows.i26, 1
  %883 = icmp ult i64 %882, 4
  br i1 %883, label %rows25, label %rows25.done

rows25.done:                                      ; preds = %rows25
  %884 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %885 = load <4 x float>, ptr %884, align 16
  %886 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %887 = load <4 x float>, ptr %886, align 16
  %888 = fsub <4 x float> %885, %299
  %889 = fcmp ogt <4 x float> %888, splat (float 8.900000e+01)
  %890 = select <4 x i1> %889, <4 x float> splat (float 8.900000e+01), <4 x float> %888
  %891 = fcmp olt <4 x float> %890, splat (float -1.055000e+02)
  %892 = select <4 x i1> %891, <4 x float> splat (float -1.055000e+02), <4 x float> %890
  %893 = call <4 x float> @llvm.fma.v4f32(<4 x float> %892, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %894 = fsub <4 x float> %893, splat (float 0x4168001300000000)
  %895 = bitcast <4 x float> %893 to <4 x i32>
  %896 = call <4 x float> @llvm.fma.v4f32(<4 x float> %894, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %892)
  %897 = call <4 x float> @llvm.fma.v4f32(<4 x float> %894, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %896)
  %898 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %897, <4 x float> splat (float 0x45E12397A0000000))
  %899 = call <4 x float> @llvm.fma.v4f32(<4 x float> %898, <4 x float> %897, <4 x float> splat (float 0x4605558AC0000000))
  %900 = call <4 x float> @llvm.fma.v4f32(<4 x float> %899, <4 x float> %897, <4 x float> splat (float 0x4625554920000000))
  %901 = call <4 x float> @llvm.fma.v4f32(<4 x float> %900, <4 x float> %897, <4 x float> splat (float 0x463FFFFFC0000000))
  %902 = call <4 x float> @llvm.fma.v4f32(<4 x float> %901, <4 x float> %897, <4 x float> splat (float 0x4650000000000000))
  %903 = call <4 x float> @llvm.fma.v4f32(<4 x float> %902, <4 x float> %897, <4 x float> splat (float 0x4650000000000000))
  %904 = lshr <4 x i32> %895, splat (i32 1)
  %905 = shl <4 x i32> %904, splat (i32 23)
  %906 = shl <4 x i32> %895, splat (i32 23)
  %907 = sub <4 x i32> %906, %905
  %908 = bitcast <4 x i32> %905 to <4 x float>
  %909 = bitcast <4 x i32> %907 to <4 x float>
  %910 = fmul <4 x float> %903, %909
  %911 = fmul <4 x float> %910, %908
  %912 = fdiv <4 x float> %911, %531
  %913 = fsub <4 x float> %887, %299
  %914 = fcmp ogt <4 x float> %913, splat (float 8.900000e+01)
  %915 = select <4 x i1> %914, <4 x float> splat (float 8.900000e+01), <4 x float> %913
  %916 = fcmp olt <4 x float> %915, splat (float -1.055000e+02)
  %917 = select <4 x i1> %916, <4 x float> splat (float -1.055000e+02), <4 x float> %915
  %918 = call <4 x float> @llvm.fma.v4f32(<4 x float> %917, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %919 = fsub <4 x float> %918, splat (float 0x4168001300000000)
  %920 = bitcast <4 x float> %918 to <4 x i32>
  %921 = call <4 x float> @llvm.fma.v4f32(<4 x float> %919, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %917)
  %922 = call <4 x float> @llvm.fma.v4f32(<4 x float> %919, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %921)
  %923 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %922, <4 x float> splat (float 0x45E12397A0000000))
  %924 = call <4 x float> @llvm.fma.v4f32(<4 x float> %923, <4 x float> %922, <4 x float> splat (float 0x4605558AC0000000))
  %925 = call <4 x float> @llvm.fma.v4f32(<4 x float> %924, <4 x float> %922, <4 x float> splat (float 0x4625554920000000))
  %926 = call <4 x float> @llvm.fma.v4f32(<4 x float> %925, <4 x float> %922, <4 x float> splat (float 0x463FFFFFC0000000))
  %927 = call <4 x float> @llvm.fma.v4f32(<4 x float> %926, <4 x float> %922, <4 x float> splat (float 0x4650000000000000))
  %928 = call <4 x float> @llvm.fma.v4f32(<4 x float> %927, <4 x float> %922, <4 x float> splat (float 0x4650000000000000))
  %929 = lshr <4 x i32> %920, splat (i32 1)
  %930 = shl <4 x i32> %929, splat (i32 23)
  %931 = shl <4 x i32> %920, splat (i32 23)
  %932 = sub <4 x i32> %931, %930
  %933 = bitcast <4 x i32> %930 to <4 x float>
  %934 = bitcast <4 x i32> %932 to <4 x float>
  %935 = fmul <4 x float> %928, %934
  %936 = fmul <4 x float> %935, %933
  %937 = fdiv <4 x float> %936, %531
  %938 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  store <4 x float> %912, ptr %938, align 16
  %939 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  store <4 x float> %937, ptr %939, align 16
  %940 = zext i32 4 to i64
  br label %rows28

rows28:                                           ; preds = %rows28, %rows25.done
  %rows.i29 = phi i64 [ 0, %rows25.done ], [ %953, %rows28 ]
  %941 = getelementptr float, ptr %y.row, i64 68
  %942 = getelementptr inbounds i8, ptr %record, i64 56
  %y.stride30 = load i64, ptr %942, align 8, !invariant.load !0
  %943 = mul i64 %rows.i29, %y.stride30
  %944 = getelementptr float, ptr %941, i64 %943
  %945 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %946 = getelementptr inbounds float, ptr %945, i64 %rows.i29
  %947 = load float, ptr %946, align 4
  %948 = getelementptr float, ptr %944, i64 0
  store float %947, ptr %948, align 4, !noalias !9
  %949 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %950 = getelementptr inbounds float, ptr %949, i64 %rows.i29
  %951 = load float, ptr %950, align 4
  %952 = getelementptr float, ptr %944, i64 1
  store float %951, ptr %952, align 4, !noalias !9
  %953 = add nuw nsw i64 %rows.i29, 1
  %954 = icmp ult i64 %953, %940
  br i1 %954, label %rows28, label %rows28.done

rows28.done:                                      ; preds = %rows28
  %955 = getelementptr float, ptr %lse.row, i64 0
  %956 = insertelement <4 x ptr> poison, ptr %955, i64 0
  %957 = getelementptr float, ptr %lse.row, i64 0
  %958 = getelementptr float, ptr %957, i64 %26
  %959 = insertelement <4 x ptr> %956, ptr %958, i64 1
  %960 = getelementptr float, ptr %lse.row, i64 0
  %961 = getelementptr float, ptr %960, i64 %28
  %962 = insertelement <4 x ptr> %959, ptr %961, i64 2
  %963 = getelementptr float, ptr %lse.row, i64 0
  %964 = getelementptr float, ptr %963, i64 %30
  %965 = insertelement <4 x ptr> %962, ptr %964, i64 3
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %563, <4 x ptr> %965, i32 4, <4 x i1> %active), !noalias !9
  ret void
}

define internal void @online_softmax.block(ptr %record, i64 %first, i64 %programs) #0 {
entry:
  %lanes = mul i64 %programs, 1
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
  %2 = urem i64 %lanes, 4
  %3 = icmp ne i64 %2, 0
  br i1 %3, label %tail, label %done

tail:                                             ; preds = %rest
  %4 = mul i64 %full, 4
  %5 = add i64 %first, %4
  %6 = mul i64 %full, 4
  %remaining2 = sub i64 %lanes, %6
  %7 = call i64 @llvm.umin.i64(i64 4, i64 %remaining2)
  %8 = trunc i64 %7 to i32
  call void @online_softmax.packet(ptr %record, i64 %5, i32 %8) #5
  br label %done

done:                                             ; preds = %tail, %rest, %packets.done
  ret void

packets:                                          ; preds = %packets, %whole
  %packets.i = phi i64 [ 0, %whole ], [ %14, %packets ]
  %9 = mul i64 %packets.i, 4
  %10 = add i64 %first, %9
  %11 = mul i64 %packets.i, 4
  %remaining = sub i64 %lanes, %11
  %12 = call i64 @llvm.umin.i64(i64 4, i64 %remaining)
  %13 = trunc i64 %12 to i32
  call void @online_softmax.full_packet(ptr %record, i64 %10) #6
  %14 = add nuw nsw i64 %packets.i, 1
  %15 = icmp ult i64 %14, 16
  br i1 %15, label %packets, label %packets.done

packets.done:                                     ; preds = %packets
  br label %done

packets.partial:                                  ; preds = %packets.partial, %some
  %packets.partial.i = phi i64 [ 0, %some ], [ %21, %packets.partial ]
  %16 = mul i64 %packets.partial.i, 4
  %17 = add i64 %first, %16
  %18 = mul i64 %packets.partial.i, 4
  %remaining1 = sub i64 %lanes, %18
  %19 = call i64 @llvm.umin.i64(i64 4, i64 %remaining1)
  %20 = trunc i64 %19 to i32
  call void @online_softmax.full_packet(ptr %record, i64 %17) #6
  %21 = add nuw nsw i64 %packets.partial.i, 1
  %22 = icmp ult i64 %21, %full
  br i1 %22, label %packets.partial, label %packets.partial.done

packets.partial.done:                             ; preds = %packets.partial
  br label %rest
}

define void @online_softmax(ptr %record) #0 {
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
  call void @online_softmax.block(ptr %record, i64 %first, i64 %programs)
  %3 = call i64 @llvm.umin.i64(i64 %programs, i64 64)
  %next = add i64 %first, %3
  %4 = getelementptr inbounds i8, ptr %record, i64 0
  store i64 %next, ptr %4, align 8
  %5 = icmp ult i64 %next, %end
  br i1 %5, label %blocks, label %done

done:                                             ; preds = %blocks, %entry
  ret void
}
