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
  %tiles.i = phi i64 [ 0, %some ], [ %245, %absent4.done ]
  %31 = phi <4 x float> [ splat (float 0xFFF0000000000000), %some ], [ %83, %absent4.done ]
  %32 = phi <4 x float> [ zeroinitializer, %some ], [ %244, %absent4.done ]
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
  %73 = fcmp ogt <4 x float> %31, %72
  %74 = select <4 x i1> %73, <4 x float> %31, <4 x float> %72
  %75 = bitcast <4 x float> %74 to <4 x i32>
  %76 = fcmp ogt <4 x float> %72, %31
  %77 = select <4 x i1> %76, <4 x float> %72, <4 x float> %31
  %78 = bitcast <4 x float> %77 to <4 x i32>
  %79 = and <4 x i32> %75, %78
  %80 = bitcast <4 x i32> %79 to <4 x float>
  %81 = fadd <4 x float> %31, %72
  %82 = fcmp uno <4 x float> %31, %72
  %83 = select <4 x i1> %82, <4 x float> %81, <4 x float> %80
  %84 = fsub <4 x float> %31, %83
  %85 = fcmp ogt <4 x float> %84, splat (float 8.900000e+01)
  %86 = select <4 x i1> %85, <4 x float> splat (float 8.900000e+01), <4 x float> %84
  %87 = fcmp olt <4 x float> %86, splat (float -1.055000e+02)
  %88 = select <4 x i1> %87, <4 x float> splat (float -1.055000e+02), <4 x float> %86
  %89 = call <4 x float> @llvm.fma.v4f32(<4 x float> %88, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %90 = fsub <4 x float> %89, splat (float 0x4168001300000000)
  %91 = bitcast <4 x float> %89 to <4 x i32>
  %92 = call <4 x float> @llvm.fma.v4f32(<4 x float> %90, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %88)
  %93 = call <4 x float> @llvm.fma.v4f32(<4 x float> %90, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %92)
  %94 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %93, <4 x float> splat (float 0x45E12397A0000000))
  %95 = call <4 x float> @llvm.fma.v4f32(<4 x float> %94, <4 x float> %93, <4 x float> splat (float 0x4605558AC0000000))
  %96 = call <4 x float> @llvm.fma.v4f32(<4 x float> %95, <4 x float> %93, <4 x float> splat (float 0x4625554920000000))
  %97 = call <4 x float> @llvm.fma.v4f32(<4 x float> %96, <4 x float> %93, <4 x float> splat (float 0x463FFFFFC0000000))
  %98 = call <4 x float> @llvm.fma.v4f32(<4 x float> %97, <4 x float> %93, <4 x float> splat (float 0x4650000000000000))
  %99 = call <4 x float> @llvm.fma.v4f32(<4 x float> %98, <4 x float> %93, <4 x float> splat (float 0x4650000000000000))
  %100 = lshr <4 x i32> %91, splat (i32 1)
  %101 = shl <4 x i32> %100, splat (i32 23)
  %102 = shl <4 x i32> %91, splat (i32 23)
  %103 = sub <4 x i32> %102, %101
  %104 = bitcast <4 x i32> %101 to <4 x float>
  %105 = bitcast <4 x i32> %103 to <4 x float>
  %106 = fmul <4 x float> %99, %105
  %107 = fmul <4 x float> %106, %104
  %108 = fmul <4 x float> %32, %107
  br label %units2

units2:                                           ; preds = %units2, %absent.done
  %units.i3 = phi i64 [ 0, %absent.done ], [ %237, %units2 ]
  %109 = mul i64 %units.i3, 4
  %110 = mul i64 %units.i3, 4
  %111 = add i64 %33, %110
  %112 = getelementptr float, ptr %x.row, i64 %111
  %113 = load <4 x float>, ptr %112, align 4, !noalias !1
  %114 = getelementptr float, ptr %x.row, i64 %111
  %115 = getelementptr float, ptr %114, i64 %6
  %116 = load <4 x float>, ptr %115, align 4, !noalias !1
  %117 = getelementptr float, ptr %x.row, i64 %111
  %118 = getelementptr float, ptr %117, i64 %9
  %119 = load <4 x float>, ptr %118, align 4, !noalias !1
  %120 = getelementptr float, ptr %x.row, i64 %111
  %121 = getelementptr float, ptr %120, i64 %12
  %122 = load <4 x float>, ptr %121, align 4, !noalias !1
  %123 = shufflevector <4 x float> %113, <4 x float> %116, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %124 = shufflevector <4 x float> %119, <4 x float> %122, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %125 = shufflevector <4 x float> %123, <4 x float> %124, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %126 = shufflevector <4 x float> %123, <4 x float> %124, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %127 = shufflevector <4 x float> %113, <4 x float> %116, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %128 = shufflevector <4 x float> %119, <4 x float> %122, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %129 = shufflevector <4 x float> %127, <4 x float> %128, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %130 = shufflevector <4 x float> %127, <4 x float> %128, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %131 = fsub <4 x float> %125, %83
  %132 = fcmp ogt <4 x float> %131, splat (float 8.900000e+01)
  %133 = select <4 x i1> %132, <4 x float> splat (float 8.900000e+01), <4 x float> %131
  %134 = fcmp olt <4 x float> %133, splat (float -1.055000e+02)
  %135 = select <4 x i1> %134, <4 x float> splat (float -1.055000e+02), <4 x float> %133
  %136 = call <4 x float> @llvm.fma.v4f32(<4 x float> %135, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %137 = fsub <4 x float> %136, splat (float 0x4168001300000000)
  %138 = bitcast <4 x float> %136 to <4 x i32>
  %139 = call <4 x float> @llvm.fma.v4f32(<4 x float> %137, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %135)
  %140 = call <4 x float> @llvm.fma.v4f32(<4 x float> %137, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %139)
  %141 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %140, <4 x float> splat (float 0x45E12397A0000000))
  %142 = call <4 x float> @llvm.fma.v4f32(<4 x float> %141, <4 x float> %140, <4 x float> splat (float 0x4605558AC0000000))
  %143 = call <4 x float> @llvm.fma.v4f32(<4 x float> %142, <4 x float> %140, <4 x float> splat (float 0x4625554920000000))
  %144 = call <4 x float> @llvm.fma.v4f32(<4 x float> %143, <4 x float> %140, <4 x float> splat (float 0x463FFFFFC0000000))
  %145 = call <4 x float> @llvm.fma.v4f32(<4 x float> %144, <4 x float> %140, <4 x float> splat (float 0x4650000000000000))
  %146 = call <4 x float> @llvm.fma.v4f32(<4 x float> %145, <4 x float> %140, <4 x float> splat (float 0x4650000000000000))
  %147 = lshr <4 x i32> %138, splat (i32 1)
  %148 = shl <4 x i32> %147, splat (i32 23)
  %149 = shl <4 x i32> %138, splat (i32 23)
  %150 = sub <4 x i32> %149, %148
  %151 = bitcast <4 x i32> %148 to <4 x float>
  %152 = bitcast <4 x i32> %150 to <4 x float>
  %153 = fmul <4 x float> %146, %152
  %154 = fmul <4 x float> %153, %151
  %155 = add i64 %110, 1
  %156 = fsub <4 x float> %126, %83
  %157 = fcmp ogt <4 x float> %156, splat (float 8.900000e+01)
  %158 = select <4 x i1> %157, <4 x float> splat (float 8.900000e+01), <4 x float> %156
  %159 = fcmp olt <4 x float> %158, splat (float -1.055000e+02)
  %160 = select <4 x i1> %159, <4 x float> splat (float -1.055000e+02), <4 x float> %158
  %161 = call <4 x float> @llvm.fma.v4f32(<4 x float> %160, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %162 = fsub <4 x float> %161, splat (float 0x4168001300000000)
  %163 = bitcast <4 x float> %161 to <4 x i32>
  %164 = call <4 x float> @llvm.fma.v4f32(<4 x float> %162, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %160)
  %165 = call <4 x float> @llvm.fma.v4f32(<4 x float> %162, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %164)
  %166 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %165, <4 x float> splat (float 0x45E12397A0000000))
  %167 = call <4 x float> @llvm.fma.v4f32(<4 x float> %166, <4 x float> %165, <4 x float> splat (float 0x4605558AC0000000))
  %168 = call <4 x float> @llvm.fma.v4f32(<4 x float> %167, <4 x float> %165, <4 x float> splat (float 0x4625554920000000))
  %169 = call <4 x float> @llvm.fma.v4f32(<4 x float> %168, <4 x float> %165, <4 x float> splat (float 0x463FFFFFC0000000))
  %170 = call <4 x float> @llvm.fma.v4f32(<4 x float> %169, <4 x float> %165, <4 x float> splat (float 0x4650000000000000))
  %171 = call <4 x float> @llvm.fma.v4f32(<4 x float> %170, <4 x float> %165, <4 x float> splat (float 0x4650000000000000))
  %172 = lshr <4 x i32> %163, splat (i32 1)
  %173 = shl <4 x i32> %172, splat (i32 23)
  %174 = shl <4 x i32> %163, splat (i32 23)
  %175 = sub <4 x i32> %174, %173
  %176 = bitcast <4 x i32> %173 to <4 x float>
  %177 = bitcast <4 x i32> %175 to <4 x float>
  %178 = fmul <4 x float> %171, %177
  %179 = fmul <4 x float> %178, %176
  %180 = add i64 %110, 2
  %181 = fsub <4 x float> %129, %83
  %182 = fcmp ogt <4 x float> %181, splat (float 8.900000e+01)
  %183 = select <4 x i1> %182, <4 x float> splat (float 8.900000e+01), <4 x float> %181
  %184 = fcmp olt <4 x float> %183, splat (float -1.055000e+02)
  %185 = select <4 x i1> %184, <4 x float> splat (float -1.055000e+02), <4 x float> %183
  %186 = call <4 x float> @llvm.fma.v4f32(<4 x float> %185, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %187 = fsub <4 x float> %186, splat (float 0x4168001300000000)
  %188 = bitcast <4 x float> %186 to <4 x i32>
  %189 = call <4 x float> @llvm.fma.v4f32(<4 x float> %187, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %185)
  %190 = call <4 x float> @llvm.fma.v4f32(<4 x float> %187, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %189)
  %191 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %190, <4 x float> splat (float 0x45E12397A0000000))
  %192 = call <4 x float> @llvm.fma.v4f32(<4 x float> %191, <4 x float> %190, <4 x float> splat (float 0x4605558AC0000000))
  %193 = call <4 x float> @llvm.fma.v4f32(<4 x float> %192, <4 x float> %190, <4 x float> splat (float 0x4625554920000000))
  %194 = call <4 x float> @llvm.fma.v4f32(<4 x float> %193, <4 x float> %190, <4 x float> splat (float 0x463FFFFFC0000000))
  %195 = call <4 x float> @llvm.fma.v4f32(<4 x float> %194, <4 x float> %190, <4 x float> splat (float 0x4650000000000000))
  %196 = call <4 x float> @llvm.fma.v4f32(<4 x float> %195, <4 x float> %190, <4 x float> splat (float 0x4650000000000000))
  %197 = lshr <4 x i32> %188, splat (i32 1)
  %198 = shl <4 x i32> %197, splat (i32 23)
  %199 = shl <4 x i32> %188, splat (i32 23)
  %200 = sub <4 x i32> %199, %198
  %201 = bitcast <4 x i32> %198 to <4 x float>
  %202 = bitcast <4 x i32> %200 to <4 x float>
  %203 = fmul <4 x float> %196, %202
  %204 = fmul <4 x float> %203, %201
  %205 = add i64 %110, 3
  %206 = fsub <4 x float> %130, %83
  %207 = fcmp ogt <4 x float> %206, splat (float 8.900000e+01)
  %208 = select <4 x i1> %207, <4 x float> splat (float 8.900000e+01), <4 x float> %206
  %209 = fcmp olt <4 x float> %208, splat (float -1.055000e+02)
  %210 = select <4 x i1> %209, <4 x float> splat (float -1.055000e+02), <4 x float> %208
  %211 = call <4 x float> @llvm.fma.v4f32(<4 x float> %210, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %212 = fsub <4 x float> %211, splat (float 0x4168001300000000)
  %213 = bitcast <4 x float> %211 to <4 x i32>
  %214 = call <4 x float> @llvm.fma.v4f32(<4 x float> %212, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %210)
  %215 = call <4 x float> @llvm.fma.v4f32(<4 x float> %212, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %214)
  %216 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %215, <4 x float> splat (float 0x45E12397A0000000))
  %217 = call <4 x float> @llvm.fma.v4f32(<4 x float> %216, <4 x float> %215, <4 x float> splat (float 0x4605558AC0000000))
  %218 = call <4 x float> @llvm.fma.v4f32(<4 x float> %217, <4 x float> %215, <4 x float> splat (float 0x4625554920000000))
  %219 = call <4 x float> @llvm.fma.v4f32(<4 x float> %218, <4 x float> %215, <4 x float> splat (float 0x463FFFFFC0000000))
  %220 = call <4 x float> @llvm.fma.v4f32(<4 x float> %219, <4 x float> %215, <4 x float> splat (float 0x4650000000000000))
  %221 = call <4 x float> @llvm.fma.v4f32(<4 x float> %220, <4 x float> %215, <4 x float> splat (float 0x4650000000000000))
  %222 = lshr <4 x i32> %213, splat (i32 1)
  %223 = shl <4 x i32> %222, splat (i32 23)
  %224 = shl <4 x i32> %213, splat (i32 23)
  %225 = sub <4 x i32> %224, %223
  %226 = bitcast <4 x i32> %223 to <4 x float>
  %227 = bitcast <4 x i32> %225 to <4 x float>
  %228 = fmul <4 x float> %221, %227
  %229 = fmul <4 x float> %228, %226
  %230 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %109
  store <4 x float> %154, ptr %230, align 16
  %231 = add i64 %109, 1
  %232 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %231
  store <4 x float> %179, ptr %232, align 16
  %233 = add i64 %109, 2
  %234 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %233
  store <4 x float> %204, ptr %234, align 16
  %235 = add i64 %109, 3
  %236 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %235
  store <4 x float> %229, ptr %236, align 16
  %237 = add nuw nsw i64 %units.i3, 1
  %238 = icmp ult i64 %237, 6
  br i1 %238, label %units2, label %units2.done

units2.done:                                      ; preds = %units2
  br label %absent4

absent4:                                          ; preds = %absent4, %units2.done
  %absent.i5 = phi i64 [ 0, %units2.done ], [ %241, %absent4 ]
  %239 = add i64 %absent.i5, 24
  %240 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %239
  store <4 x float> splat (float -0.000000e+00), ptr %240, align 16
  %241 = add nuw nsw i64 %absent.i5, 1
  %242 = icmp ult i64 %241, 8
  br i1 %242, label %absent4, label %absent4.done

absent4.done:                                     ; preds = %absent4
  %243 = call <4 x float> @online_softmax.join_sum_f32x4_32(ptr %accumulators)
  %244 = fadd <4 x float> %108, %243
  %245 = add nuw nsw i64 %tiles.i, 1
  %246 = icmp ult i64 %245, 2
  br i1 %246, label %tiles, label %tiles.done

tiles.done:                                       ; preds = %absent4.done
  br label %units6

units6:                                           ; preds = %units6, %tiles.done
  %units.i7 = phi i64 [ 0, %tiles.done ], [ %279, %units6 ]
  %247 = mul i64 %units.i7, 4
  %248 = mul i64 %units.i7, 4
  %249 = add i64 48, %248
  %250 = getelementptr float, ptr %x.row, i64 %249
  %251 = load <4 x float>, ptr %250, align 4, !noalias !1
  %252 = getelementptr float, ptr %x.row, i64 %249
  %253 = getelementptr float, ptr %252, i64 %6
  %254 = load <4 x float>, ptr %253, align 4, !noalias !1
  %255 = getelementptr float, ptr %x.row, i64 %249
  %256 = getelementptr float, ptr %255, i64 %9
  %257 = load <4 x float>, ptr %256, align 4, !noalias !1
  %258 = getelementptr float, ptr %x.row, i64 %249
  %259 = getelementptr float, ptr %258, i64 %12
  %260 = load <4 x float>, ptr %259, align 4, !noalias !1
  %261 = shufflevector <4 x float> %251, <4 x float> %254, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %262 = shufflevector <4 x float> %257, <4 x float> %260, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %263 = shufflevector <4 x float> %261, <4 x float> %262, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %264 = shufflevector <4 x float> %261, <4 x float> %262, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %265 = shufflevector <4 x float> %251, <4 x float> %254, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %266 = shufflevector <4 x float> %257, <4 x float> %260, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %267 = shufflevector <4 x float> %265, <4 x float> %266, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %268 = shufflevector <4 x float> %265, <4 x float> %266, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %269 = add i64 %248, 1
  %270 = add i64 %248, 2
  %271 = add i64 %248, 3
  %272 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %247
  store <4 x float> %263, ptr %272, align 16
  %273 = add i64 %247, 1
  %274 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %273
  store <4 x float> %264, ptr %274, align 16
  %275 = add i64 %247, 2
  %276 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %275
  store <4 x float> %267, ptr %276, align 16
  %277 = add i64 %247, 3
  %278 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %277
  store <4 x float> %268, ptr %278, align 16
  %279 = add nuw nsw i64 %units.i7, 1
  %280 = icmp ult i64 %279, 5
  br i1 %280, label %units6, label %units6.done

units6.done:                                      ; preds = %units6
  %281 = zext i32 %active_lanes to i64
  br label %rows

rows:                                             ; preds = %rows, %units6.done
  %rows.i = phi i64 [ 0, %units6.done ], [ %296, %rows ]
  %282 = sub i64 %281, 1
  %283 = call i64 @llvm.umin.i64(i64 %rows.i, i64 %282)
  %284 = getelementptr float, ptr %x.row, i64 68
  %285 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride8 = load i64, ptr %285, align 8, !invariant.load !0
  %286 = mul i64 %283, %x.stride8
  %287 = getelementptr float, ptr %284, i64 %286
  %288 = getelementptr float, ptr %287, i64 0
  %289 = load float, ptr %288, align 4, !noalias !1
  %290 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %291 = getelementptr inbounds float, ptr %290, i64 %rows.i
  store float %289, ptr %291, align 4
  %292 = getelementptr float, ptr %287, i64 1
  %293 = load float, ptr %292, align 4, !noalias !1
  %294 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %295 = getelementptr inbounds float, ptr %294, i64 %rows.i
  store float %293, ptr %295, align 4
  %296 = add nuw nsw i64 %rows.i, 1
  %297 = icmp ult i64 %296, 4
  br i1 %297, label %rows, label %rows.done

rows.done:                                        ; preds = %rows
  %298 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %299 = load <4 x float>, ptr %298, align 16
  %300 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %301 = load <4 x float>, ptr %300, align 16
  %302 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 20
  store <4 x float> %299, ptr %302, align 16
  %303 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 21
  store <4 x float> %301, ptr %303, align 16
  br label %absent9

absent9:                                          ; preds = %absent9, %rows.done
  %absent.i10 = phi i64 [ 0, %rows.done ], [ %306, %absent9 ]
  %304 = add i64 %absent.i10, 22
  %305 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %304
  store <4 x float> splat (float 0xFFF0000000000000), ptr %305, align 16
  %306 = add nuw nsw i64 %absent.i10, 1
  %307 = icmp ult i64 %306, 10
  br i1 %307, label %absent9, label %absent9.done

absent9.done:                                     ; preds = %absent9
  %308 = call <4 x float> @online_softmax.join_max_f32x4_32(ptr %accumulators)
  %309 = fcmp ogt <4 x float> %83, %308
  %310 = select <4 x i1> %309, <4 x float> %83, <4 x float> %308
  %311 = bitcast <4 x float> %310 to <4 x i32>
  %312 = fcmp ogt <4 x float> %308, %83
  %313 = select <4 x i1> %312, <4 x float> %308, <4 x float> %83
  %314 = bitcast <4 x float> %313 to <4 x i32>
  %315 = and <4 x i32> %311, %314
  %316 = bitcast <4 x i32> %315 to <4 x float>
  %317 = fadd <4 x float> %83, %308
  %318 = fcmp uno <4 x float> %83, %308
  %319 = select <4 x i1> %318, <4 x float> %317, <4 x float> %316
  %320 = fsub <4 x float> %83, %319
  %321 = fcmp ogt <4 x float> %320, splat (float 8.900000e+01)
  %322 = select <4 x i1> %321, <4 x float> splat (float 8.900000e+01), <4 x float> %320
  %323 = fcmp olt <4 x float> %322, splat (float -1.055000e+02)
  %324 = select <4 x i1> %323, <4 x float> splat (float -1.055000e+02), <4 x float> %322
  %325 = call <4 x float> @llvm.fma.v4f32(<4 x float> %324, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %326 = fsub <4 x float> %325, splat (float 0x4168001300000000)
  %327 = bitcast <4 x float> %325 to <4 x i32>
  %328 = call <4 x float> @llvm.fma.v4f32(<4 x float> %326, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %324)
  %329 = call <4 x float> @llvm.fma.v4f32(<4 x float> %326, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %328)
  %330 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %329, <4 x float> splat (float 0x45E12397A0000000))
  %331 = call <4 x float> @llvm.fma.v4f32(<4 x float> %330, <4 x float> %329, <4 x float> splat (float 0x4605558AC0000000))
  %332 = call <4 x float> @llvm.fma.v4f32(<4 x float> %331, <4 x float> %329, <4 x float> splat (float 0x4625554920000000))
  %333 = call <4 x float> @llvm.fma.v4f32(<4 x float> %332, <4 x float> %329, <4 x float> splat (float 0x463FFFFFC0000000))
  %334 = call <4 x float> @llvm.fma.v4f32(<4 x float> %333, <4 x float> %329, <4 x float> splat (float 0x4650000000000000))
  %335 = call <4 x float> @llvm.fma.v4f32(<4 x float> %334, <4 x float> %329, <4 x float> splat (float 0x4650000000000000))
  %336 = lshr <4 x i32> %327, splat (i32 1)
  %337 = shl <4 x i32> %336, splat (i32 23)
  %338 = shl <4 x i32> %327, splat (i32 23)
  %339 = sub <4 x i32> %338, %337
  %340 = bitcast <4 x i32> %337 to <4 x float>
  %341 = bitcast <4 x i32> %339 to <4 x float>
  %342 = fmul <4 x float> %335, %341
  %343 = fmul <4 x float> %342, %340
  %344 = fmul <4 x float> %244, %343
  br label %units11

units11:                                          ; preds = %units11, %absent9.done
  %units.i12 = phi i64 [ 0, %absent9.done ], [ %473, %units11 ]
  %345 = mul i64 %units.i12, 4
  %346 = mul i64 %units.i12, 4
  %347 = add i64 48, %346
  %348 = getelementptr float, ptr %x.row, i64 %347
  %349 = load <4 x float>, ptr %348, align 4, !noalias !1
  %350 = getelementptr float, ptr %x.row, i64 %347
  %351 = getelementptr float, ptr %350, i64 %6
  %352 = load <4 x float>, ptr %351, align 4, !noalias !1
  %353 = getelementptr float, ptr %x.row, i64 %347
  %354 = getelementptr float, ptr %353, i64 %9
  %355 = load <4 x float>, ptr %354, align 4, !noalias !1
  %356 = getelementptr float, ptr %x.row, i64 %347
  %357 = getelementptr float, ptr %356, i64 %12
  %358 = load <4 x float>, ptr %357, align 4, !noalias !1
  %359 = shufflevector <4 x float> %349, <4 x float> %352, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %360 = shufflevector <4 x float> %355, <4 x float> %358, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %361 = shufflevector <4 x float> %359, <4 x float> %360, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %362 = shufflevector <4 x float> %359, <4 x float> %360, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %363 = shufflevector <4 x float> %349, <4 x float> %352, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %364 = shufflevector <4 x float> %355, <4 x float> %358, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %365 = shufflevector <4 x float> %363, <4 x float> %364, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %366 = shufflevector <4 x float> %363, <4 x float> %364, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %367 = fsub <4 x float> %361, %319
  %368 = fcmp ogt <4 x float> %367, splat (float 8.900000e+01)
  %369 = select <4 x i1> %368, <4 x float> splat (float 8.900000e+01), <4 x float> %367
  %370 = fcmp olt <4 x float> %369, splat (float -1.055000e+02)
  %371 = select <4 x i1> %370, <4 x float> splat (float -1.055000e+02), <4 x float> %369
  %372 = call <4 x float> @llvm.fma.v4f32(<4 x float> %371, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %373 = fsub <4 x float> %372, splat (float 0x4168001300000000)
  %374 = bitcast <4 x float> %372 to <4 x i32>
  %375 = call <4 x float> @llvm.fma.v4f32(<4 x float> %373, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %371)
  %376 = call <4 x float> @llvm.fma.v4f32(<4 x float> %373, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %375)
  %377 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %376, <4 x float> splat (float 0x45E12397A0000000))
  %378 = call <4 x float> @llvm.fma.v4f32(<4 x float> %377, <4 x float> %376, <4 x float> splat (float 0x4605558AC0000000))
  %379 = call <4 x float> @llvm.fma.v4f32(<4 x float> %378, <4 x float> %376, <4 x float> splat (float 0x4625554920000000))
  %380 = call <4 x float> @llvm.fma.v4f32(<4 x float> %379, <4 x float> %376, <4 x float> splat (float 0x463FFFFFC0000000))
  %381 = call <4 x float> @llvm.fma.v4f32(<4 x float> %380, <4 x float> %376, <4 x float> splat (float 0x4650000000000000))
  %382 = call <4 x float> @llvm.fma.v4f32(<4 x float> %381, <4 x float> %376, <4 x float> splat (float 0x4650000000000000))
  %383 = lshr <4 x i32> %374, splat (i32 1)
  %384 = shl <4 x i32> %383, splat (i32 23)
  %385 = shl <4 x i32> %374, splat (i32 23)
  %386 = sub <4 x i32> %385, %384
  %387 = bitcast <4 x i32> %384 to <4 x float>
  %388 = bitcast <4 x i32> %386 to <4 x float>
  %389 = fmul <4 x float> %382, %388
  %390 = fmul <4 x float> %389, %387
  %391 = add i64 %346, 1
  %392 = fsub <4 x float> %362, %319
  %393 = fcmp ogt <4 x float> %392, splat (float 8.900000e+01)
  %394 = select <4 x i1> %393, <4 x float> splat (float 8.900000e+01), <4 x float> %392
  %395 = fcmp olt <4 x float> %394, splat (float -1.055000e+02)
  %396 = select <4 x i1> %395, <4 x float> splat (float -1.055000e+02), <4 x float> %394
  %397 = call <4 x float> @llvm.fma.v4f32(<4 x float> %396, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %398 = fsub <4 x float> %397, splat (float 0x4168001300000000)
  %399 = bitcast <4 x float> %397 to <4 x i32>
  %400 = call <4 x float> @llvm.fma.v4f32(<4 x float> %398, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %396)
  %401 = call <4 x float> @llvm.fma.v4f32(<4 x float> %398, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %400)
  %402 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %401, <4 x float> splat (float 0x45E12397A0000000))
  %403 = call <4 x float> @llvm.fma.v4f32(<4 x float> %402, <4 x float> %401, <4 x float> splat (float 0x4605558AC0000000))
  %404 = call <4 x float> @llvm.fma.v4f32(<4 x float> %403, <4 x float> %401, <4 x float> splat (float 0x4625554920000000))
  %405 = call <4 x float> @llvm.fma.v4f32(<4 x float> %404, <4 x float> %401, <4 x float> splat (float 0x463FFFFFC0000000))
  %406 = call <4 x float> @llvm.fma.v4f32(<4 x float> %405, <4 x float> %401, <4 x float> splat (float 0x4650000000000000))
  %407 = call <4 x float> @llvm.fma.v4f32(<4 x float> %406, <4 x float> %401, <4 x float> splat (float 0x4650000000000000))
  %408 = lshr <4 x i32> %399, splat (i32 1)
  %409 = shl <4 x i32> %408, splat (i32 23)
  %410 = shl <4 x i32> %399, splat (i32 23)
  %411 = sub <4 x i32> %410, %409
  %412 = bitcast <4 x i32> %409 to <4 x float>
  %413 = bitcast <4 x i32> %411 to <4 x float>
  %414 = fmul <4 x float> %407, %413
  %415 = fmul <4 x float> %414, %412
  %416 = add i64 %346, 2
  %417 = fsub <4 x float> %365, %319
  %418 = fcmp ogt <4 x float> %417, splat (float 8.900000e+01)
  %419 = select <4 x i1> %418, <4 x float> splat (float 8.900000e+01), <4 x float> %417
  %420 = fcmp olt <4 x float> %419, splat (float -1.055000e+02)
  %421 = select <4 x i1> %420, <4 x float> splat (float -1.055000e+02), <4 x float> %419
  %422 = call <4 x float> @llvm.fma.v4f32(<4 x float> %421, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %423 = fsub <4 x float> %422, splat (float 0x4168001300000000)
  %424 = bitcast <4 x float> %422 to <4 x i32>
  %425 = call <4 x float> @llvm.fma.v4f32(<4 x float> %423, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %421)
  %426 = call <4 x float> @llvm.fma.v4f32(<4 x float> %423, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %425)
  %427 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %426, <4 x float> splat (float 0x45E12397A0000000))
  %428 = call <4 x float> @llvm.fma.v4f32(<4 x float> %427, <4 x float> %426, <4 x float> splat (float 0x4605558AC0000000))
  %429 = call <4 x float> @llvm.fma.v4f32(<4 x float> %428, <4 x float> %426, <4 x float> splat (float 0x4625554920000000))
  %430 = call <4 x float> @llvm.fma.v4f32(<4 x float> %429, <4 x float> %426, <4 x float> splat (float 0x463FFFFFC0000000))
  %431 = call <4 x float> @llvm.fma.v4f32(<4 x float> %430, <4 x float> %426, <4 x float> splat (float 0x4650000000000000))
  %432 = call <4 x float> @llvm.fma.v4f32(<4 x float> %431, <4 x float> %426, <4 x float> splat (float 0x4650000000000000))
  %433 = lshr <4 x i32> %424, splat (i32 1)
  %434 = shl <4 x i32> %433, splat (i32 23)
  %435 = shl <4 x i32> %424, splat (i32 23)
  %436 = sub <4 x i32> %435, %434
  %437 = bitcast <4 x i32> %434 to <4 x float>
  %438 = bitcast <4 x i32> %436 to <4 x float>
  %439 = fmul <4 x float> %432, %438
  %440 = fmul <4 x float> %439, %437
  %441 = add i64 %346, 3
  %442 = fsub <4 x float> %366, %319
  %443 = fcmp ogt <4 x float> %442, splat (float 8.900000e+01)
  %444 = select <4 x i1> %443, <4 x float> splat (float 8.900000e+01), <4 x float> %442
  %445 = fcmp olt <4 x float> %444, splat (float -1.055000e+02)
  %446 = select <4 x i1> %445, <4 x float> splat (float -1.055000e+02), <4 x float> %444
  %447 = call <4 x float> @llvm.fma.v4f32(<4 x float> %446, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %448 = fsub <4 x float> %447, splat (float 0x4168001300000000)
  %449 = bitcast <4 x float> %447 to <4 x i32>
  %450 = call <4 x float> @llvm.fma.v4f32(<4 x float> %448, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %446)
  %451 = call <4 x float> @llvm.fma.v4f32(<4 x float> %448, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %450)
  %452 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %451, <4 x float> splat (float 0x45E12397A0000000))
  %453 = call <4 x float> @llvm.fma.v4f32(<4 x float> %452, <4 x float> %451, <4 x float> splat (float 0x4605558AC0000000))
  %454 = call <4 x float> @llvm.fma.v4f32(<4 x float> %453, <4 x float> %451, <4 x float> splat (float 0x4625554920000000))
  %455 = call <4 x float> @llvm.fma.v4f32(<4 x float> %454, <4 x float> %451, <4 x float> splat (float 0x463FFFFFC0000000))
  %456 = call <4 x float> @llvm.fma.v4f32(<4 x float> %455, <4 x float> %451, <4 x float> splat (float 0x4650000000000000))
  %457 = call <4 x float> @llvm.fma.v4f32(<4 x float> %456, <4 x float> %451, <4 x float> splat (float 0x4650000000000000))
  %458 = lshr <4 x i32> %449, splat (i32 1)
  %459 = shl <4 x i32> %458, splat (i32 23)
  %460 = shl <4 x i32> %449, splat (i32 23)
  %461 = sub <4 x i32> %460, %459
  %462 = bitcast <4 x i32> %459 to <4 x float>
  %463 = bitcast <4 x i32> %461 to <4 x float>
  %464 = fmul <4 x float> %457, %463
  %465 = fmul <4 x float> %464, %462
  %466 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %345
  store <4 x float> %390, ptr %466, align 16
  %467 = add i64 %345, 1
  %468 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %467
  store <4 x float> %415, ptr %468, align 16
  %469 = add i64 %345, 2
  %470 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %469
  store <4 x float> %440, ptr %470, align 16
  %471 = add i64 %345, 3
  %472 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %471
  store <4 x float> %465, ptr %472, align 16
  %473 = add nuw nsw i64 %units.i12, 1
  %474 = icmp ult i64 %473, 5
  br i1 %474, label %units11, label %units11.done

units11.done:                                     ; preds = %units11
  %475 = zext i32 %active_lanes to i64
  br label %rows13

rows13:                                           ; preds = %rows13, %units11.done
  %rows.i14 = phi i64 [ 0, %units11.done ], [ %490, %rows13 ]
  %476 = sub i64 %475, 1
  %477 = call i64 @llvm.umin.i64(i64 %rows.i14, i64 %476)
  %478 = getelementptr float, ptr %x.row, i64 68
  %479 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride15 = load i64, ptr %479, align 8, !invariant.load !0
  %480 = mul i64 %477, %x.stride15
  %481 = getelementptr float, ptr %478, i64 %480
  %482 = getelementptr float, ptr %481, i64 0
  %483 = load float, ptr %482, align 4, !noalias !1
  %484 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %485 = getelementptr inbounds float, ptr %484, i64 %rows.i14
  store float %483, ptr %485, align 4
  %486 = getelementptr float, ptr %481, i64 1
  %487 = load float, ptr %486, align 4, !noalias !1
  %488 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %489 = getelementptr inbounds float, ptr %488, i64 %rows.i14
  store float %487, ptr %489, align 4
  %490 = add nuw nsw i64 %rows.i14, 1
  %491 = icmp ult i64 %490, 4
  br i1 %491, label %rows13, label %rows13.done

rows13.done:                                      ; preds = %rows13
  %492 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %493 = load <4 x float>, ptr %492, align 16
  %494 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %495 = load <4 x float>, ptr %494, align 16
  %496 = fsub <4 x float> %493, %319
  %497 = fcmp ogt <4 x float> %496, splat (float 8.900000e+01)
  %498 = select <4 x i1> %497, <4 x float> splat (float 8.900000e+01), <4 x float> %496
  %499 = fcmp olt <4 x float> %498, splat (float -1.055000e+02)
  %500 = select <4 x i1> %499, <4 x float> splat (float -1.055000e+02), <4 x float> %498
  %501 = call <4 x float> @llvm.fma.v4f32(<4 x float> %500, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %502 = fsub <4 x float> %501, splat (float 0x4168001300000000)
  %503 = bitcast <4 x float> %501 to <4 x i32>
  %504 = call <4 x float> @llvm.fma.v4f32(<4 x float> %502, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %500)
  %505 = call <4 x float> @llvm.fma.v4f32(<4 x float> %502, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %504)
  %506 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %505, <4 x float> splat (float 0x45E12397A0000000))
  %507 = call <4 x float> @llvm.fma.v4f32(<4 x float> %506, <4 x float> %505, <4 x float> splat (float 0x4605558AC0000000))
  %508 = call <4 x float> @llvm.fma.v4f32(<4 x float> %507, <4 x float> %505, <4 x float> splat (float 0x4625554920000000))
  %509 = call <4 x float> @llvm.fma.v4f32(<4 x float> %508, <4 x float> %505, <4 x float> splat (float 0x463FFFFFC0000000))
  %510 = call <4 x float> @llvm.fma.v4f32(<4 x float> %509, <4 x float> %505, <4 x float> splat (float 0x4650000000000000))
  %511 = call <4 x float> @llvm.fma.v4f32(<4 x float> %510, <4 x float> %505, <4 x float> splat (float 0x4650000000000000))
  %512 = lshr <4 x i32> %503, splat (i32 1)
  %513 = shl <4 x i32> %512, splat (i32 23)
  %514 = shl <4 x i32> %503, splat (i32 23)
  %515 = sub <4 x i32> %514, %513
  %516 = bitcast <4 x i32> %513 to <4 x float>
  %517 = bitcast <4 x i32> %515 to <4 x float>
  %518 = fmul <4 x float> %511, %517
  %519 = fmul <4 x float> %518, %516
  %520 = fsub <4 x float> %495, %319
  %521 = fcmp ogt <4 x float> %520, splat (float 8.900000e+01)
  %522 = select <4 x i1> %521, <4 x float> splat (float 8.900000e+01), <4 x float> %520
  %523 = fcmp olt <4 x float> %522, splat (float -1.055000e+02)
  %524 = select <4 x i1> %523, <4 x float> splat (float -1.055000e+02), <4 x float> %522
  %525 = call <4 x float> @llvm.fma.v4f32(<4 x float> %524, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %526 = fsub <4 x float> %525, splat (float 0x4168001300000000)
  %527 = bitcast <4 x float> %525 to <4 x i32>
  %528 = call <4 x float> @llvm.fma.v4f32(<4 x float> %526, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %524)
  %529 = call <4 x float> @llvm.fma.v4f32(<4 x float> %526, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %528)
  %530 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %529, <4 x float> splat (float 0x45E12397A0000000))
  %531 = call <4 x float> @llvm.fma.v4f32(<4 x float> %530, <4 x float> %529, <4 x float> splat (float 0x4605558AC0000000))
  %532 = call <4 x float> @llvm.fma.v4f32(<4 x float> %531, <4 x float> %529, <4 x float> splat (float 0x4625554920000000))
  %533 = call <4 x float> @llvm.fma.v4f32(<4 x float> %532, <4 x float> %529, <4 x float> splat (float 0x463FFFFFC0000000))
  %534 = call <4 x float> @llvm.fma.v4f32(<4 x float> %533, <4 x float> %529, <4 x float> splat (float 0x4650000000000000))
  %535 = call <4 x float> @llvm.fma.v4f32(<4 x float> %534, <4 x float> %529, <4 x float> splat (float 0x4650000000000000))
  %536 = lshr <4 x i32> %527, splat (i32 1)
  %537 = shl <4 x i32> %536, splat (i32 23)
  %538 = shl <4 x i32> %527, splat (i32 23)
  %539 = sub <4 x i32> %538, %537
  %540 = bitcast <4 x i32> %537 to <4 x float>
  %541 = bitcast <4 x i32> %539 to <4 x float>
  %542 = fmul <4 x float> %535, %541
  %543 = fmul <4 x float> %542, %540
  %544 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 20
  store <4 x float> %519, ptr %544, align 16
  %545 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 21
  store <4 x float> %543, ptr %545, align 16
  br label %absent16

absent16:                                         ; preds = %absent16, %rows13.done
  %absent.i17 = phi i64 [ 0, %rows13.done ], [ %548, %absent16 ]
  %546 = add i64 %absent.i17, 22
  %547 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %546
  store <4 x float> splat (float -0.000000e+00), ptr %547, align 16
  %548 = add nuw nsw i64 %absent.i17, 1
  %549 = icmp ult i64 %548, 10
  br i1 %549, label %absent16, label %absent16.done

absent16.done:                                    ; preds = %absent16
  %550 = call <4 x float> @online_softmax.join_sum_f32x4_32(ptr %accumulators)
  %551 = fadd <4 x float> %344, %550
  %552 = fcmp olt <4 x float> %551, splat (float 0x3810000000000000)
  %553 = fmul <4 x float> %551, splat (float 0x4160000000000000)
  %554 = select <4 x i1> %552, <4 x float> %553, <4 x float> %551
  %555 = select <4 x i1> %552, <4 x float> splat (float -2.300000e+01), <4 x float> zeroinitializer
  %556 = bitcast <4 x float> %554 to <4 x i32>
  %557 = sub <4 x i32> %556, splat (i32 1060439283)
  %558 = ashr <4 x i32> %557, splat (i32 23)
  %559 = sitofp <4 x i32> %558 to <4 x float>
  %560 = fadd <4 x float> %559, %555
  %561 = and <4 x i32> %557, splat (i32 8388607)
  %562 = add <4 x i32> %561, splat (i32 1060439283)
  %563 = bitcast <4 x i32> %562 to <4 x float>
  %564 = fsub <4 x float> %563, splat (float 1.000000e+00)
  %565 = fmul <4 x float> %564, %564
  %566 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0xBFB38C9740000000), <4 x float> %564, <4 x float> splat (float 0x3FC055EAE0000000))
  %567 = call <4 x float> @llvm.fma.v4f32(<4 x float> %566, <4 x float> %564, <4 x float> splat (float 0xBFC0D82460000000))
  %568 = call <4 x float> @llvm.fma.v4f32(<4 x float> %567, <4 x float> %564, <4 x float> splat (float 0x3FC22D9300000000))
  %569 = call <4 x float> @llvm.fma.v4f32(<4 x float> %568, <4 x float> %564, <4 x float> splat (float 0xBFC54728A0000000))
  %570 = call <4 x float> @llvm.fma.v4f32(<4 x float> %569, <4 x float> %564, <4 x float> splat (float 0x3FC99A01C0000000))
  %571 = call <4 x float> @llvm.fma.v4f32(<4 x float> %570, <4 x float> %564, <4 x float> splat (float 0xBFD0002260000000))
  %572 = call <4 x float> @llvm.fma.v4f32(<4 x float> %571, <4 x float> %564, <4 x float> splat (float 0x3FD5555540000000))
  %573 = call <4 x float> @llvm.fma.v4f32(<4 x float> %572, <4 x float> %564, <4 x float> splat (float -5.000000e-01))
  %574 = call <4 x float> @llvm.fma.v4f32(<4 x float> %565, <4 x float> %573, <4 x float> %564)
  %575 = call <4 x float> @llvm.fma.v4f32(<4 x float> %560, <4 x float> splat (float 0x3EB7F7D1C0000000), <4 x float> %574)
  %576 = call <4 x float> @llvm.fma.v4f32(<4 x float> %560, <4 x float> splat (float 0x3FE62E4000000000), <4 x float> %575)
  %577 = fcmp oeq <4 x float> %551, zeroinitializer
  %578 = select <4 x i1> %577, <4 x float> splat (float 0xFFF0000000000000), <4 x float> splat (float 0x7FF8000000000000)
  %579 = fcmp ogt <4 x float> %551, zeroinitializer
  %580 = select <4 x i1> %579, <4 x float> %576, <4 x float> %578
  %581 = fcmp oeq <4 x float> %551, splat (float 0x7FF0000000000000)
  %582 = select <4 x i1> %581, <4 x float> splat (float 0x7FF0000000000000), <4 x float> %580
  %583 = fadd <4 x float> %319, %582
  br label %tiles18

tiles18:                                          ; preds = %elements.done, %absent16.done
  %tiles.i19 = phi i64 [ 0, %absent16.done ], [ %735, %elements.done ]
  %584 = mul i64 %tiles.i19, 24
  br label %elements

elements:                                         ; preds = %elements, %tiles18
  %elements.i = phi i64 [ 0, %tiles18 ], [ %733, %elements ]
  %585 = mul i64 %elements.i, 4
  %586 = add i64 %584, %585
  %587 = getelementptr float, ptr %x.row, i64 %586
  %588 = load <4 x float>, ptr %587, align 4, !noalias !1
  %589 = getelementptr float, ptr %x.row, i64 %586
  %590 = getelementptr float, ptr %589, i64 %6
  %591 = load <4 x float>, ptr %590, align 4, !noalias !1
  %592 = getelementptr float, ptr %x.row, i64 %586
  %593 = getelementptr float, ptr %592, i64 %9
  %594 = load <4 x float>, ptr %593, align 4, !noalias !1
  %595 = getelementptr float, ptr %x.row, i64 %586
  %596 = getelementptr float, ptr %595, i64 %12
  %597 = load <4 x float>, ptr %596, align 4, !noalias !1
  %598 = shufflevector <4 x float> %588, <4 x float> %591, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %599 = shufflevector <4 x float> %594, <4 x float> %597, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %600 = shufflevector <4 x float> %598, <4 x float> %599, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %601 = shufflevector <4 x float> %598, <4 x float> %599, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %602 = shufflevector <4 x float> %588, <4 x float> %591, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %603 = shufflevector <4 x float> %594, <4 x float> %597, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %604 = shufflevector <4 x float> %602, <4 x float> %603, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %605 = shufflevector <4 x float> %602, <4 x float> %603, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %606 = fsub <4 x float> %600, %319
  %607 = fcmp ogt <4 x float> %606, splat (float 8.900000e+01)
  %608 = select <4 x i1> %607, <4 x float> splat (float 8.900000e+01), <4 x float> %606
  %609 = fcmp olt <4 x float> %608, splat (float -1.055000e+02)
  %610 = select <4 x i1> %609, <4 x float> splat (float -1.055000e+02), <4 x float> %608
  %611 = call <4 x float> @llvm.fma.v4f32(<4 x float> %610, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %612 = fsub <4 x float> %611, splat (float 0x4168001300000000)
  %613 = bitcast <4 x float> %611 to <4 x i32>
  %614 = call <4 x float> @llvm.fma.v4f32(<4 x float> %612, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %610)
  %615 = call <4 x float> @llvm.fma.v4f32(<4 x float> %612, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %614)
  %616 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %615, <4 x float> splat (float 0x45E12397A0000000))
  %617 = call <4 x float> @llvm.fma.v4f32(<4 x float> %616, <4 x float> %615, <4 x float> splat (float 0x4605558AC0000000))
  %618 = call <4 x float> @llvm.fma.v4f32(<4 x float> %617, <4 x float> %615, <4 x float> splat (float 0x4625554920000000))
  %619 = call <4 x float> @llvm.fma.v4f32(<4 x float> %618, <4 x float> %615, <4 x float> splat (float 0x463FFFFFC0000000))
  %620 = call <4 x float> @llvm.fma.v4f32(<4 x float> %619, <4 x float> %615, <4 x float> splat (float 0x4650000000000000))
  %621 = call <4 x float> @llvm.fma.v4f32(<4 x float> %620, <4 x float> %615, <4 x float> splat (float 0x4650000000000000))
  %622 = lshr <4 x i32> %613, splat (i32 1)
  %623 = shl <4 x i32> %622, splat (i32 23)
  %624 = shl <4 x i32> %613, splat (i32 23)
  %625 = sub <4 x i32> %624, %623
  %626 = bitcast <4 x i32> %623 to <4 x float>
  %627 = bitcast <4 x i32> %625 to <4 x float>
  %628 = fmul <4 x float> %621, %627
  %629 = fmul <4 x float> %628, %626
  %630 = fdiv <4 x float> %629, %551
  %631 = add i64 %585, 1
  %632 = fsub <4 x float> %601, %319
  %633 = fcmp ogt <4 x float> %632, splat (float 8.900000e+01)
  %634 = select <4 x i1> %633, <4 x float> splat (float 8.900000e+01), <4 x float> %632
  %635 = fcmp olt <4 x float> %634, splat (float -1.055000e+02)
  %636 = select <4 x i1> %635, <4 x float> splat (float -1.055000e+02), <4 x float> %634
  %637 = call <4 x float> @llvm.fma.v4f32(<4 x float> %636, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %638 = fsub <4 x float> %637, splat (float 0x4168001300000000)
  %639 = bitcast <4 x float> %637 to <4 x i32>
  %640 = call <4 x float> @llvm.fma.v4f32(<4 x float> %638, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %636)
  %641 = call <4 x float> @llvm.fma.v4f32(<4 x float> %638, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %640)
  %642 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %641, <4 x float> splat (float 0x45E12397A0000000))
  %643 = call <4 x float> @llvm.fma.v4f32(<4 x float> %642, <4 x float> %641, <4 x float> splat (float 0x4605558AC0000000))
  %644 = call <4 x float> @llvm.fma.v4f32(<4 x float> %643, <4 x float> %641, <4 x float> splat (float 0x4625554920000000))
  %645 = call <4 x float> @llvm.fma.v4f32(<4 x float> %644, <4 x float> %641, <4 x float> splat (float 0x463FFFFFC0000000))
  %646 = call <4 x float> @llvm.fma.v4f32(<4 x float> %645, <4 x float> %641, <4 x float> splat (float 0x4650000000000000))
  %647 = call <4 x float> @llvm.fma.v4f32(<4 x float> %646, <4 x float> %641, <4 x float> splat (float 0x4650000000000000))
  %648 = lshr <4 x i32> %639, splat (i32 1)
  %649 = shl <4 x i32> %648, splat (i32 23)
  %650 = shl <4 x i32> %639, splat (i32 23)
  %651 = sub <4 x i32> %650, %649
  %652 = bitcast <4 x i32> %649 to <4 x float>
  %653 = bitcast <4 x i32> %651 to <4 x float>
  %654 = fmul <4 x float> %647, %653
  %655 = fmul <4 x float> %654, %652
  %656 = fdiv <4 x float> %655, %551
  %657 = add i64 %585, 2
  %658 = fsub <4 x float> %604, %319
  %659 = fcmp ogt <4 x float> %658, splat (float 8.900000e+01)
  %660 = select <4 x i1> %659, <4 x float> splat (float 8.900000e+01), <4 x float> %658
  %661 = fcmp olt <4 x float> %660, splat (float -1.055000e+02)
  %662 = select <4 x i1> %661, <4 x float> splat (float -1.055000e+02), <4 x float> %660
  %663 = call <4 x float> @llvm.fma.v4f32(<4 x float> %662, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %664 = fsub <4 x float> %663, splat (float 0x4168001300000000)
  %665 = bitcast <4 x float> %663 to <4 x i32>
  %666 = call <4 x float> @llvm.fma.v4f32(<4 x float> %664, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %662)
  %667 = call <4 x float> @llvm.fma.v4f32(<4 x float> %664, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %666)
  %668 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %667, <4 x float> splat (float 0x45E12397A0000000))
  %669 = call <4 x float> @llvm.fma.v4f32(<4 x float> %668, <4 x float> %667, <4 x float> splat (float 0x4605558AC0000000))
  %670 = call <4 x float> @llvm.fma.v4f32(<4 x float> %669, <4 x float> %667, <4 x float> splat (float 0x4625554920000000))
  %671 = call <4 x float> @llvm.fma.v4f32(<4 x float> %670, <4 x float> %667, <4 x float> splat (float 0x463FFFFFC0000000))
  %672 = call <4 x float> @llvm.fma.v4f32(<4 x float> %671, <4 x float> %667, <4 x float> splat (float 0x4650000000000000))
  %673 = call <4 x float> @llvm.fma.v4f32(<4 x float> %672, <4 x float> %667, <4 x float> splat (float 0x4650000000000000))
  %674 = lshr <4 x i32> %665, splat (i32 1)
  %675 = shl <4 x i32> %674, splat (i32 23)
  %676 = shl <4 x i32> %665, splat (i32 23)
  %677 = sub <4 x i32> %676, %675
  %678 = bitcast <4 x i32> %675 to <4 x float>
  %679 = bitcast <4 x i32> %677 to <4 x float>
  %680 = fmul <4 x float> %673, %679
  %681 = fmul <4 x float> %680, %678
  %682 = fdiv <4 x float> %681, %551
  %683 = add i64 %585, 3
  %684 = fsub <4 x float> %605, %319
  %685 = fcmp ogt <4 x float> %684, splat (float 8.900000e+01)
  %686 = select <4 x i1> %685, <4 x float> splat (float 8.900000e+01), <4 x float> %684
  %687 = fcmp olt <4 x float> %686, splat (float -1.055000e+02)
  %688 = select <4 x i1> %687, <4 x float> splat (float -1.055000e+02), <4 x float> %686
  %689 = call <4 x float> @llvm.fma.v4f32(<4 x float> %688, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %690 = fsub <4 x float> %689, splat (float 0x4168001300000000)
  %691 = bitcast <4 x float> %689 to <4 x i32>
  %692 = call <4 x float> @llvm.fma.v4f32(<4 x float> %690, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %688)
  %693 = call <4 x float> @llvm.fma.v4f32(<4 x float> %690, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %692)
  %694 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %693, <4 x float> splat (float 0x45E12397A0000000))
  %695 = call <4 x float> @llvm.fma.v4f32(<4 x float> %694, <4 x float> %693, <4 x float> splat (float 0x4605558AC0000000))
  %696 = call <4 x float> @llvm.fma.v4f32(<4 x float> %695, <4 x float> %693, <4 x float> splat (float 0x4625554920000000))
  %697 = call <4 x float> @llvm.fma.v4f32(<4 x float> %696, <4 x float> %693, <4 x float> splat (float 0x463FFFFFC0000000))
  %698 = call <4 x float> @llvm.fma.v4f32(<4 x float> %697, <4 x float> %693, <4 x float> splat (float 0x4650000000000000))
  %699 = call <4 x float> @llvm.fma.v4f32(<4 x float> %698, <4 x float> %693, <4 x float> splat (float 0x4650000000000000))
  %700 = lshr <4 x i32> %691, splat (i32 1)
  %701 = shl <4 x i32> %700, splat (i32 23)
  %702 = shl <4 x i32> %691, splat (i32 23)
  %703 = sub <4 x i32> %702, %701
  %704 = bitcast <4 x i32> %701 to <4 x float>
  %705 = bitcast <4 x i32> %703 to <4 x float>
  %706 = fmul <4 x float> %699, %705
  %707 = fmul <4 x float> %706, %704
  %708 = fdiv <4 x float> %707, %551
  %709 = add i64 %584, %585
  %710 = shufflevector <4 x float> %630, <4 x float> %656, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %711 = shufflevector <4 x float> %682, <4 x float> %708, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %712 = shufflevector <4 x float> %710, <4 x float> %711, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %713 = shufflevector <4 x float> %710, <4 x float> %711, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %714 = shufflevector <4 x float> %630, <4 x float> %656, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %715 = shufflevector <4 x float> %682, <4 x float> %708, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %716 = shufflevector <4 x float> %714, <4 x float> %715, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %717 = shufflevector <4 x float> %714, <4 x float> %715, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %718 = shufflevector <4 x float> %712, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %719 = shufflevector <4 x float> %713, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %720 = shufflevector <4 x float> %716, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %721 = shufflevector <4 x float> %717, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %722 = icmp sgt <4 x i32> %.splat21, zeroinitializer
  %723 = getelementptr float, ptr %y.row, i64 %709
  call void @llvm.masked.store.v4f32.p0(<4 x float> %718, ptr %723, i32 4, <4 x i1> %722), !noalias !4
  %724 = icmp sgt <4 x i32> %.splat21, splat (i32 1)
  %725 = getelementptr float, ptr %y.row, i64 %709
  %726 = getelementptr float, ptr %725, i64 %17
  call void @llvm.masked.store.v4f32.p0(<4 x float> %719, ptr %726, i32 4, <4 x i1> %724), !noalias !4
  %727 = icmp sgt <4 x i32> %.splat21, splat (i32 2)
  %728 = getelementptr float, ptr %y.row, i64 %709
  %729 = getelementptr float, ptr %728, i64 %19
  call void @llvm.masked.store.v4f32.p0(<4 x float> %720, ptr %729, i32 4, <4 x i1> %727), !noalias !4
  %730 = icmp sgt <4 x i32> %.splat21, splat (i32 3)
  %731 = getelementptr float, ptr %y.row, i64 %709
  %732 = getelementptr float, ptr %731, i64 %21
  call void @llvm.masked.store.v4f32.p0(<4 x float> %721, ptr %732, i32 4, <4 x i1> %730), !noalias !4
  %733 = add nuw nsw i64 %elements.i, 1
  %734 = icmp ult i64 %733, 6
  br i1 %734, label %elements, label %elements.done

elements.done:                                    ; preds = %elements
  %735 = add nuw nsw i64 %tiles.i19, 1
  %736 = icmp ult i64 %735, 2
  br i1 %736, label %tiles18, label %tiles18.done

tiles18.done:                                     ; preds = %elements.done
  br label %elements23

elements23:                                       ; preds = %elements23, %tiles18.done
  %elements.i24 = phi i64 [ 0, %tiles18.done ], [ %885, %elements23 ]
  %737 = mul i64 %elements.i24, 4
  %738 = add i64 48, %737
  %739 = getelementptr float, ptr %x.row, i64 %738
  %740 = load <4 x float>, ptr %739, align 4, !noalias !1
  %741 = getelementptr float, ptr %x.row, i64 %738
  %742 = getelementptr float, ptr %741, i64 %6
  %743 = load <4 x float>, ptr %742, align 4, !noalias !1
  %744 = getelementptr float, ptr %x.row, i64 %738
  %745 = getelementptr float, ptr %744, i64 %9
  %746 = load <4 x float>, ptr %745, align 4, !noalias !1
  %747 = getelementptr float, ptr %x.row, i64 %738
  %748 = getelementptr float, ptr %747, i64 %12
  %749 = load <4 x float>, ptr %748, align 4, !noalias !1
  %750 = shufflevector <4 x float> %740, <4 x float> %743, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %751 = shufflevector <4 x float> %746, <4 x float> %749, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %752 = shufflevector <4 x float> %750, <4 x float> %751, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %753 = shufflevector <4 x float> %750, <4 x float> %751, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %754 = shufflevector <4 x float> %740, <4 x float> %743, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %755 = shufflevector <4 x float> %746, <4 x float> %749, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %756 = shufflevector <4 x float> %754, <4 x float> %755, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %757 = shufflevector <4 x float> %754, <4 x float> %755, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %758 = fsub <4 x float> %752, %319
  %759 = fcmp ogt <4 x float> %758, splat (float 8.900000e+01)
  %760 = select <4 x i1> %759, <4 x float> splat (float 8.900000e+01), <4 x float> %758
  %761 = fcmp olt <4 x float> %760, splat (float -1.055000e+02)
  %762 = select <4 x i1> %761, <4 x float> splat (float -1.055000e+02), <4 x float> %760
  %763 = call <4 x float> @llvm.fma.v4f32(<4 x float> %762, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %764 = fsub <4 x float> %763, splat (float 0x4168001300000000)
  %765 = bitcast <4 x float> %763 to <4 x i32>
  %766 = call <4 x float> @llvm.fma.v4f32(<4 x float> %764, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %762)
  %767 = call <4 x float> @llvm.fma.v4f32(<4 x float> %764, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %766)
  %768 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %767, <4 x float> splat (float 0x45E12397A0000000))
  %769 = call <4 x float> @llvm.fma.v4f32(<4 x float> %768, <4 x float> %767, <4 x float> splat (float 0x4605558AC0000000))
  %770 = call <4 x float> @llvm.fma.v4f32(<4 x float> %769, <4 x float> %767, <4 x float> splat (float 0x4625554920000000))
  %771 = call <4 x float> @llvm.fma.v4f32(<4 x float> %770, <4 x float> %767, <4 x float> splat (float 0x463FFFFFC0000000))
  %772 = call <4 x float> @llvm.fma.v4f32(<4 x float> %771, <4 x float> %767, <4 x float> splat (float 0x4650000000000000))
  %773 = call <4 x float> @llvm.fma.v4f32(<4 x float> %772, <4 x float> %767, <4 x float> splat (float 0x4650000000000000))
  %774 = lshr <4 x i32> %765, splat (i32 1)
  %775 = shl <4 x i32> %774, splat (i32 23)
  %776 = shl <4 x i32> %765, splat (i32 23)
  %777 = sub <4 x i32> %776, %775
  %778 = bitcast <4 x i32> %775 to <4 x float>
  %779 = bitcast <4 x i32> %777 to <4 x float>
  %780 = fmul <4 x float> %773, %779
  %781 = fmul <4 x float> %780, %778
  %782 = fdiv <4 x float> %781, %551
  %783 = add i64 %737, 1
  %784 = fsub <4 x float> %753, %319
  %785 = fcmp ogt <4 x float> %784, splat (float 8.900000e+01)
  %786 = select <4 x i1> %785, <4 x float> splat (float 8.900000e+01), <4 x float> %784
  %787 = fcmp olt <4 x float> %786, splat (float -1.055000e+02)
  %788 = select <4 x i1> %787, <4 x float> splat (float -1.055000e+02), <4 x float> %786
  %789 = call <4 x float> @llvm.fma.v4f32(<4 x float> %788, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %790 = fsub <4 x float> %789, splat (float 0x4168001300000000)
  %791 = bitcast <4 x float> %789 to <4 x i32>
  %792 = call <4 x float> @llvm.fma.v4f32(<4 x float> %790, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %788)
  %793 = call <4 x float> @llvm.fma.v4f32(<4 x float> %790, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %792)
  %794 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %793, <4 x float> splat (float 0x45E12397A0000000))
  %795 = call <4 x float> @llvm.fma.v4f32(<4 x float> %794, <4 x float> %793, <4 x float> splat (float 0x4605558AC0000000))
  %796 = call <4 x float> @llvm.fma.v4f32(<4 x float> %795, <4 x float> %793, <4 x float> splat (float 0x4625554920000000))
  %797 = call <4 x float> @llvm.fma.v4f32(<4 x float> %796, <4 x float> %793, <4 x float> splat (float 0x463FFFFFC0000000))
  %798 = call <4 x float> @llvm.fma.v4f32(<4 x float> %797, <4 x float> %793, <4 x float> splat (float 0x4650000000000000))
  %799 = call <4 x float> @llvm.fma.v4f32(<4 x float> %798, <4 x float> %793, <4 x float> splat (float 0x4650000000000000))
  %800 = lshr <4 x i32> %791, splat (i32 1)
  %801 = shl <4 x i32> %800, splat (i32 23)
  %802 = shl <4 x i32> %791, splat (i32 23)
  %803 = sub <4 x i32> %802, %801
  %804 = bitcast <4 x i32> %801 to <4 x float>
  %805 = bitcast <4 x i32> %803 to <4 x float>
  %806 = fmul <4 x float> %799, %805
  %807 = fmul <4 x float> %806, %804
  %808 = fdiv <4 x float> %807, %551
  %809 = add i64 %737, 2
  %810 = fsub <4 x float> %756, %319
  %811 = fcmp ogt <4 x float> %810, splat (float 8.900000e+01)
  %812 = select <4 x i1> %811, <4 x float> splat (float 8.900000e+01), <4 x float> %810
  %813 = fcmp olt <4 x float> %812, splat (float -1.055000e+02)
  %814 = select <4 x i1> %813, <4 x float> splat (float -1.055000e+02), <4 x float> %812
  %815 = call <4 x float> @llvm.fma.v4f32(<4 x float> %814, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %816 = fsub <4 x float> %815, splat (float 0x4168001300000000)
  %817 = bitcast <4 x float> %815 to <4 x i32>
  %818 = call <4 x float> @llvm.fma.v4f32(<4 x float> %816, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %814)
  %819 = call <4 x float> @llvm.fma.v4f32(<4 x float> %816, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %818)
  %820 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %819, <4 x float> splat (float 0x45E12397A0000000))
  %821 = call <4 x float> @llvm.fma.v4f32(<4 x float> %820, <4 x float> %819, <4 x float> splat (float 0x4605558AC0000000))
  %822 = call <4 x float> @llvm.fma.v4f32(<4 x float> %821, <4 x float> %819, <4 x float> splat (float 0x4625554920000000))
  %823 = call <4 x float> @llvm.fma.v4f32(<4 x float> %822, <4 x float> %819, <4 x float> splat (float 0x463FFFFFC0000000))
  %824 = call <4 x float> @llvm.fma.v4f32(<4 x float> %823, <4 x float> %819, <4 x float> splat (float 0x4650000000000000))
  %825 = call <4 x float> @llvm.fma.v4f32(<4 x float> %824, <4 x float> %819, <4 x float> splat (float 0x4650000000000000))
  %826 = lshr <4 x i32> %817, splat (i32 1)
  %827 = shl <4 x i32> %826, splat (i32 23)
  %828 = shl <4 x i32> %817, splat (i32 23)
  %829 = sub <4 x i32> %828, %827
  %830 = bitcast <4 x i32> %827 to <4 x float>
  %831 = bitcast <4 x i32> %829 to <4 x float>
  %832 = fmul <4 x float> %825, %831
  %833 = fmul <4 x float> %832, %830
  %834 = fdiv <4 x float> %833, %551
  %835 = add i64 %737, 3
  %836 = fsub <4 x float> %757, %319
  %837 = fcmp ogt <4 x float> %836, splat (float 8.900000e+01)
  %838 = select <4 x i1> %837, <4 x float> splat (float 8.900000e+01), <4 x float> %836
  %839 = fcmp olt <4 x float> %838, splat (float -1.055000e+02)
  %840 = select <4 x i1> %839, <4 x float> splat (float -1.055000e+02), <4 x float> %838
  %841 = call <4 x float> @llvm.fma.v4f32(<4 x float> %840, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %842 = fsub <4 x float> %841, splat (float 0x4168001300000000)
  %843 = bitcast <4 x float> %841 to <4 x i32>
  %844 = call <4 x float> @llvm.fma.v4f32(<4 x float> %842, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %840)
  %845 = call <4 x float> @llvm.fma.v4f32(<4 x float> %842, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %844)
  %846 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %845, <4 x float> splat (float 0x45E12397A0000000))
  %847 = call <4 x float> @llvm.fma.v4f32(<4 x float> %846, <4 x float> %845, <4 x float> splat (float 0x4605558AC0000000))
  %848 = call <4 x float> @llvm.fma.v4f32(<4 x float> %847, <4 x float> %845, <4 x float> splat (float 0x4625554920000000))
  %849 = call <4 x float> @llvm.fma.v4f32(<4 x float> %848, <4 x float> %845, <4 x float> splat (float 0x463FFFFFC0000000))
  %850 = call <4 x float> @llvm.fma.v4f32(<4 x float> %849, <4 x float> %845, <4 x float> splat (float 0x4650000000000000))
  %851 = call <4 x float> @llvm.fma.v4f32(<4 x float> %850, <4 x float> %845, <4 x float> splat (float 0x4650000000000000))
  %852 = lshr <4 x i32> %843, splat (i32 1)
  %853 = shl <4 x i32> %852, splat (i32 23)
  %854 = shl <4 x i32> %843, splat (i32 23)
  %855 = sub <4 x i32> %854, %853
  %856 = bitcast <4 x i32> %853 to <4 x float>
  %857 = bitcast <4 x i32> %855 to <4 x float>
  %858 = fmul <4 x float> %851, %857
  %859 = fmul <4 x float> %858, %856
  %860 = fdiv <4 x float> %859, %551
  %861 = add i64 48, %737
  %862 = shufflevector <4 x float> %782, <4 x float> %808, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %863 = shufflevector <4 x float> %834, <4 x float> %860, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %864 = shufflevector <4 x float> %862, <4 x float> %863, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %865 = shufflevector <4 x float> %862, <4 x float> %863, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %866 = shufflevector <4 x float> %782, <4 x float> %808, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %867 = shufflevector <4 x float> %834, <4 x float> %860, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %868 = shufflevector <4 x float> %866, <4 x float> %867, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %869 = shufflevector <4 x float> %866, <4 x float> %867, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %870 = shufflevector <4 x float> %864, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %871 = shufflevector <4 x float> %865, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %872 = shufflevector <4 x float> %868, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %873 = shufflevector <4 x float> %869, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %874 = icmp sgt <4 x i32> %.splat21, zeroinitializer
  %875 = getelementptr float, ptr %y.row, i64 %861
  call void @llvm.masked.store.v4f32.p0(<4 x float> %870, ptr %875, i32 4, <4 x i1> %874), !noalias !4
  %876 = icmp sgt <4 x i32> %.splat21, splat (i32 1)
  %877 = getelementptr float, ptr %y.row, i64 %861
  %878 = getelementptr float, ptr %877, i64 %17
  call void @llvm.masked.store.v4f32.p0(<4 x float> %871, ptr %878, i32 4, <4 x i1> %876), !noalias !4
  %879 = icmp sgt <4 x i32> %.splat21, splat (i32 2)
  %880 = getelementptr float, ptr %y.row, i64 %861
  %881 = getelementptr float, ptr %880, i64 %19
  call void @llvm.masked.store.v4f32.p0(<4 x float> %872, ptr %881, i32 4, <4 x i1> %879), !noalias !4
  %882 = icmp sgt <4 x i32> %.splat21, splat (i32 3)
  %883 = getelementptr float, ptr %y.row, i64 %861
  %884 = getelementptr float, ptr %883, i64 %21
  call void @llvm.masked.store.v4f32.p0(<4 x float> %873, ptr %884, i32 4, <4 x i1> %882), !noalias !4
  %885 = add nuw nsw i64 %elements.i24, 1
  %886 = icmp ult i64 %885, 5
  br i1 %886, label %elements23, label %elements23.done

elements23.done:                                  ; preds = %elements23
  %887 = zext i32 %active_lanes to i64
  br label %rows25

rows25:                                           ; preds = %rows25, %elements23.done
  %rows.i26 = phi i64 [ 0, %elements23.done ], [ %902, %rows25 ]
  %888 = sub i64 %887, 1
  %889 = call i64 @llvm.umin.i64(i64 %rows.i26, i64 %888)
  %890 = getelementptr float, ptr %x.row, i64 68
  %891 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride27 = load i64, ptr %891, align 8, !invariant.load !0
  %892 = mul i64 %889, %x.stride27
  %893 = getelementptr float, ptr %890, i64 %892
  %894 = getelementptr float, ptr %893, i64 0
  %895 = load float, ptr %894, align 4, !noalias !1
  %896 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %897 = getelementptr inbounds float, ptr %896, i64 %rows.i26
  store float %895, ptr %897, align 4
  %898 = getelementptr float, ptr %893, i64 1
  %899 = load float, ptr %898, align 4, !noalias !1
  %900 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %901 = getelementptr inbounds float, ptr %900, i64 %rows.i26
  store float %899, ptr %901, align 4
  %902 = add nuw nsw i64 %rows.i26, 1
  %903 = icmp ult i64 %902, 4
  br i1 %903, label %rows25, label %rows25.done

rows25.done:                                      ; preds = %rows25
  %904 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %905 = load <4 x float>, ptr %904, align 16
  %906 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %907 = load <4 x float>, ptr %906, align 16
  %908 = fsub <4 x float> %905, %319
  %909 = fcmp ogt <4 x float> %908, splat (float 8.900000e+01)
  %910 = select <4 x i1> %909, <4 x float> splat (float 8.900000e+01), <4 x float> %908
  %911 = fcmp olt <4 x float> %910, splat (float -1.055000e+02)
  %912 = select <4 x i1> %911, <4 x float> splat (float -1.055000e+02), <4 x float> %910
  %913 = call <4 x float> @llvm.fma.v4f32(<4 x float> %912, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %914 = fsub <4 x float> %913, splat (float 0x4168001300000000)
  %915 = bitcast <4 x float> %913 to <4 x i32>
  %916 = call <4 x float> @llvm.fma.v4f32(<4 x float> %914, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %912)
  %917 = call <4 x float> @llvm.fma.v4f32(<4 x float> %914, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %916)
  %918 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %917, <4 x float> splat (float 0x45E12397A0000000))
  %919 = call <4 x float> @llvm.fma.v4f32(<4 x float> %918, <4 x float> %917, <4 x float> splat (float 0x4605558AC0000000))
  %920 = call <4 x float> @llvm.fma.v4f32(<4 x float> %919, <4 x float> %917, <4 x float> splat (float 0x4625554920000000))
  %921 = call <4 x float> @llvm.fma.v4f32(<4 x float> %920, <4 x float> %917, <4 x float> splat (float 0x463FFFFFC0000000))
  %922 = call <4 x float> @llvm.fma.v4f32(<4 x float> %921, <4 x float> %917, <4 x float> splat (float 0x4650000000000000))
  %923 = call <4 x float> @llvm.fma.v4f32(<4 x float> %922, <4 x float> %917, <4 x float> splat (float 0x4650000000000000))
  %924 = lshr <4 x i32> %915, splat (i32 1)
  %925 = shl <4 x i32> %924, splat (i32 23)
  %926 = shl <4 x i32> %915, splat (i32 23)
  %927 = sub <4 x i32> %926, %925
  %928 = bitcast <4 x i32> %925 to <4 x float>
  %929 = bitcast <4 x i32> %927 to <4 x float>
  %930 = fmul <4 x float> %923, %929
  %931 = fmul <4 x float> %930, %928
  %932 = fdiv <4 x float> %931, %551
  %933 = fsub <4 x float> %907, %319
  %934 = fcmp ogt <4 x float> %933, splat (float 8.900000e+01)
  %935 = select <4 x i1> %934, <4 x float> splat (float 8.900000e+01), <4 x float> %933
  %936 = fcmp olt <4 x float> %935, splat (float -1.055000e+02)
  %937 = select <4 x i1> %936, <4 x float> splat (float -1.055000e+02), <4 x float> %935
  %938 = call <4 x float> @llvm.fma.v4f32(<4 x float> %937, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %939 = fsub <4 x float> %938, splat (float 0x4168001300000000)
  %940 = bitcast <4 x float> %938 to <4 x i32>
  %941 = call <4 x float> @llvm.fma.v4f32(<4 x float> %939, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %937)
  %942 = call <4 x float> @llvm.fma.v4f32(<4 x float> %939, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %941)
  %943 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %942, <4 x float> splat (float 0x45E12397A0000000))
  %944 = call <4 x float> @llvm.fma.v4f32(<4 x float> %943, <4 x float> %942, <4 x float> splat (float 0x4605558AC0000000))
  %945 = call <4 x float> @llvm.fma.v4f32(<4 x float> %944, <4 x float> %942, <4 x float> splat (float 0x4625554920000000))
  %946 = call <4 x float> @llvm.fma.v4f32(<4 x float> %945, <4 x float> %942, <4 x float> splat (float 0x463FFFFFC0000000))
  %947 = call <4 x float> @llvm.fma.v4f32(<4 x float> %946, <4 x float> %942, <4 x float> splat (float 0x4650000000000000))
  %948 = call <4 x float> @llvm.fma.v4f32(<4 x float> %947, <4 x float> %942, <4 x float> splat (float 0x4650000000000000))
  %949 = lshr <4 x i32> %940, splat (i32 1)
  %950 = shl <4 x i32> %949, splat (i32 23)
  %951 = shl <4 x i32> %940, splat (i32 23)
  %952 = sub <4 x i32> %951, %950
  %953 = bitcast <4 x i32> %950 to <4 x float>
  %954 = bitcast <4 x i32> %952 to <4 x float>
  %955 = fmul <4 x float> %948, %954
  %956 = fmul <4 x float> %955, %953
  %957 = fdiv <4 x float> %956, %551
  %958 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  store <4 x float> %932, ptr %958, align 16
  %959 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  store <4 x float> %957, ptr %959, align 16
  %960 = zext i32 %active_lanes to i64
  br label %rows28

rows28:                                           ; preds = %rows28, %rows25.done
  %rows.i29 = phi i64 [ 0, %rows25.done ], [ %973, %rows28 ]
  %961 = getelementptr float, ptr %y.row, i64 68
  %962 = getelementptr inbounds i8, ptr %record, i64 56
  %y.stride30 = load i64, ptr %962, align 8, !invariant.load !0
  %963 = mul i64 %rows.i29, %y.stride30
  %964 = getelementptr float, ptr %961, i64 %963
  %965 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %966 = getelementptr inbounds float, ptr %965, i64 %rows.i29
  %967 = load float, ptr %966, align 4
  %968 = getelementptr float, ptr %964, i64 0
  store float %967, ptr %968, align 4, !noalias !4
  %969 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %970 = getelementptr inbounds float, ptr %969, i64 %rows.i29
  %971 = load float, ptr %970, align 4
  %972 = getelementptr float, ptr %964, i64 1
  store float %971, ptr %972, align 4, !noalias !4
  %973 = add nuw nsw i64 %rows.i29, 1
  %974 = icmp ult i64 %973, %960
  br i1 %974, label %rows28, label %rows28.done

rows28.done:                                      ; preds = %rows28
  %975 = getelementptr float, ptr %lse.row, i64 0
  %976 = insertelement <4 x ptr> poison, ptr %975, i64 0
  %977 = getelementptr float, ptr %lse.row, i64 0
  %978 = getelementptr float, ptr %977, i64 %26
  %979 = insertelement <4 x ptr> %976, ptr %978, i64 1
  %980 = getelementptr float, ptr %lse.row, i64 0
  %981 = getelementptr float, ptr %980, i64 %28
  %982 = insertelement <4 x ptr> %979, ptr %981, i64 2
  %983 = getelementptr float, ptr %lse.row, i64 0
  %984 = getelementptr float, ptr %983, i64 %30
  %985 = insertelement <4 x ptr> %982, ptr %984, i64 3
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %583, <4 x ptr> %985, i32 4, <4 x i1> %active), !noalias !4
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
  %tiles.i = phi i64 [ 0, %some ], [ %245, %absent4.done ]
  %31 = phi <4 x float> [ splat (float 0xFFF0000000000000), %some ], [ %83, %absent4.done ]
  %32 = phi <4 x float> [ zeroinitializer, %some ], [ %244, %absent4.done ]
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
  %73 = fcmp ogt <4 x float> %31, %72
  %74 = select <4 x i1> %73, <4 x float> %31, <4 x float> %72
  %75 = bitcast <4 x float> %74 to <4 x i32>
  %76 = fcmp ogt <4 x float> %72, %31
  %77 = select <4 x i1> %76, <4 x float> %72, <4 x float> %31
  %78 = bitcast <4 x float> %77 to <4 x i32>
  %79 = and <4 x i32> %75, %78
  %80 = bitcast <4 x i32> %79 to <4 x float>
  %81 = fadd <4 x float> %31, %72
  %82 = fcmp uno <4 x float> %31, %72
  %83 = select <4 x i1> %82, <4 x float> %81, <4 x float> %80
  %84 = fsub <4 x float> %31, %83
  %85 = fcmp ogt <4 x float> %84, splat (float 8.900000e+01)
  %86 = select <4 x i1> %85, <4 x float> splat (float 8.900000e+01), <4 x float> %84
  %87 = fcmp olt <4 x float> %86, splat (float -1.055000e+02)
  %88 = select <4 x i1> %87, <4 x float> splat (float -1.055000e+02), <4 x float> %86
  %89 = call <4 x float> @llvm.fma.v4f32(<4 x float> %88, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %90 = fsub <4 x float> %89, splat (float 0x4168001300000000)
  %91 = bitcast <4 x float> %89 to <4 x i32>
  %92 = call <4 x float> @llvm.fma.v4f32(<4 x float> %90, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %88)
  %93 = call <4 x float> @llvm.fma.v4f32(<4 x float> %90, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %92)
  %94 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %93, <4 x float> splat (float 0x45E12397A0000000))
  %95 = call <4 x float> @llvm.fma.v4f32(<4 x float> %94, <4 x float> %93, <4 x float> splat (float 0x4605558AC0000000))
  %96 = call <4 x float> @llvm.fma.v4f32(<4 x float> %95, <4 x float> %93, <4 x float> splat (float 0x4625554920000000))
  %97 = call <4 x float> @llvm.fma.v4f32(<4 x float> %96, <4 x float> %93, <4 x float> splat (float 0x463FFFFFC0000000))
  %98 = call <4 x float> @llvm.fma.v4f32(<4 x float> %97, <4 x float> %93, <4 x float> splat (float 0x4650000000000000))
  %99 = call <4 x float> @llvm.fma.v4f32(<4 x float> %98, <4 x float> %93, <4 x float> splat (float 0x4650000000000000))
  %100 = lshr <4 x i32> %91, splat (i32 1)
  %101 = shl <4 x i32> %100, splat (i32 23)
  %102 = shl <4 x i32> %91, splat (i32 23)
  %103 = sub <4 x i32> %102, %101
  %104 = bitcast <4 x i32> %101 to <4 x float>
  %105 = bitcast <4 x i32> %103 to <4 x float>
  %106 = fmul <4 x float> %99, %105
  %107 = fmul <4 x float> %106, %104
  %108 = fmul <4 x float> %32, %107
  br label %units2

units2:                                           ; preds = %units2, %absent.done
  %units.i3 = phi i64 [ 0, %absent.done ], [ %237, %units2 ]
  %109 = mul i64 %units.i3, 4
  %110 = mul i64 %units.i3, 4
  %111 = add i64 %33, %110
  %112 = getelementptr float, ptr %x.row, i64 %111
  %113 = load <4 x float>, ptr %112, align 4, !noalias !6
  %114 = getelementptr float, ptr %x.row, i64 %111
  %115 = getelementptr float, ptr %114, i64 %6
  %116 = load <4 x float>, ptr %115, align 4, !noalias !6
  %117 = getelementptr float, ptr %x.row, i64 %111
  %118 = getelementptr float, ptr %117, i64 %9
  %119 = load <4 x float>, ptr %118, align 4, !noalias !6
  %120 = getelementptr float, ptr %x.row, i64 %111
  %121 = getelementptr float, ptr %120, i64 %12
  %122 = load <4 x float>, ptr %121, align 4, !noalias !6
  %123 = shufflevector <4 x float> %113, <4 x float> %116, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %124 = shufflevector <4 x float> %119, <4 x float> %122, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %125 = shufflevector <4 x float> %123, <4 x float> %124, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %126 = shufflevector <4 x float> %123, <4 x float> %124, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %127 = shufflevector <4 x float> %113, <4 x float> %116, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %128 = shufflevector <4 x float> %119, <4 x float> %122, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %129 = shufflevector <4 x float> %127, <4 x float> %128, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %130 = shufflevector <4 x float> %127, <4 x float> %128, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %131 = fsub <4 x float> %125, %83
  %132 = fcmp ogt <4 x float> %131, splat (float 8.900000e+01)
  %133 = select <4 x i1> %132, <4 x float> splat (float 8.900000e+01), <4 x float> %131
  %134 = fcmp olt <4 x float> %133, splat (float -1.055000e+02)
  %135 = select <4 x i1> %134, <4 x float> splat (float -1.055000e+02), <4 x float> %133
  %136 = call <4 x float> @llvm.fma.v4f32(<4 x float> %135, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %137 = fsub <4 x float> %136, splat (float 0x4168001300000000)
  %138 = bitcast <4 x float> %136 to <4 x i32>
  %139 = call <4 x float> @llvm.fma.v4f32(<4 x float> %137, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %135)
  %140 = call <4 x float> @llvm.fma.v4f32(<4 x float> %137, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %139)
  %141 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %140, <4 x float> splat (float 0x45E12397A0000000))
  %142 = call <4 x float> @llvm.fma.v4f32(<4 x float> %141, <4 x float> %140, <4 x float> splat (float 0x4605558AC0000000))
  %143 = call <4 x float> @llvm.fma.v4f32(<4 x float> %142, <4 x float> %140, <4 x float> splat (float 0x4625554920000000))
  %144 = call <4 x float> @llvm.fma.v4f32(<4 x float> %143, <4 x float> %140, <4 x float> splat (float 0x463FFFFFC0000000))
  %145 = call <4 x float> @llvm.fma.v4f32(<4 x float> %144, <4 x float> %140, <4 x float> splat (float 0x4650000000000000))
  %146 = call <4 x float> @llvm.fma.v4f32(<4 x float> %145, <4 x float> %140, <4 x float> splat (float 0x4650000000000000))
  %147 = lshr <4 x i32> %138, splat (i32 1)
  %148 = shl <4 x i32> %147, splat (i32 23)
  %149 = shl <4 x i32> %138, splat (i32 23)
  %150 = sub <4 x i32> %149, %148
  %151 = bitcast <4 x i32> %148 to <4 x float>
  %152 = bitcast <4 x i32> %150 to <4 x float>
  %153 = fmul <4 x float> %146, %152
  %154 = fmul <4 x float> %153, %151
  %155 = add i64 %110, 1
  %156 = fsub <4 x float> %126, %83
  %157 = fcmp ogt <4 x float> %156, splat (float 8.900000e+01)
  %158 = select <4 x i1> %157, <4 x float> splat (float 8.900000e+01), <4 x float> %156
  %159 = fcmp olt <4 x float> %158, splat (float -1.055000e+02)
  %160 = select <4 x i1> %159, <4 x float> splat (float -1.055000e+02), <4 x float> %158
  %161 = call <4 x float> @llvm.fma.v4f32(<4 x float> %160, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %162 = fsub <4 x float> %161, splat (float 0x4168001300000000)
  %163 = bitcast <4 x float> %161 to <4 x i32>
  %164 = call <4 x float> @llvm.fma.v4f32(<4 x float> %162, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %160)
  %165 = call <4 x float> @llvm.fma.v4f32(<4 x float> %162, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %164)
  %166 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %165, <4 x float> splat (float 0x45E12397A0000000))
  %167 = call <4 x float> @llvm.fma.v4f32(<4 x float> %166, <4 x float> %165, <4 x float> splat (float 0x4605558AC0000000))
  %168 = call <4 x float> @llvm.fma.v4f32(<4 x float> %167, <4 x float> %165, <4 x float> splat (float 0x4625554920000000))
  %169 = call <4 x float> @llvm.fma.v4f32(<4 x float> %168, <4 x float> %165, <4 x float> splat (float 0x463FFFFFC0000000))
  %170 = call <4 x float> @llvm.fma.v4f32(<4 x float> %169, <4 x float> %165, <4 x float> splat (float 0x4650000000000000))
  %171 = call <4 x float> @llvm.fma.v4f32(<4 x float> %170, <4 x float> %165, <4 x float> splat (float 0x4650000000000000))
  %172 = lshr <4 x i32> %163, splat (i32 1)
  %173 = shl <4 x i32> %172, splat (i32 23)
  %174 = shl <4 x i32> %163, splat (i32 23)
  %175 = sub <4 x i32> %174, %173
  %176 = bitcast <4 x i32> %173 to <4 x float>
  %177 = bitcast <4 x i32> %175 to <4 x float>
  %178 = fmul <4 x float> %171, %177
  %179 = fmul <4 x float> %178, %176
  %180 = add i64 %110, 2
  %181 = fsub <4 x float> %129, %83
  %182 = fcmp ogt <4 x float> %181, splat (float 8.900000e+01)
  %183 = select <4 x i1> %182, <4 x float> splat (float 8.900000e+01), <4 x float> %181
  %184 = fcmp olt <4 x float> %183, splat (float -1.055000e+02)
  %185 = select <4 x i1> %184, <4 x float> splat (float -1.055000e+02), <4 x float> %183
  %186 = call <4 x float> @llvm.fma.v4f32(<4 x float> %185, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %187 = fsub <4 x float> %186, splat (float 0x4168001300000000)
  %188 = bitcast <4 x float> %186 to <4 x i32>
  %189 = call <4 x float> @llvm.fma.v4f32(<4 x float> %187, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %185)
  %190 = call <4 x float> @llvm.fma.v4f32(<4 x float> %187, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %189)
  %191 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %190, <4 x float> splat (float 0x45E12397A0000000))
  %192 = call <4 x float> @llvm.fma.v4f32(<4 x float> %191, <4 x float> %190, <4 x float> splat (float 0x4605558AC0000000))
  %193 = call <4 x float> @llvm.fma.v4f32(<4 x float> %192, <4 x float> %190, <4 x float> splat (float 0x4625554920000000))
  %194 = call <4 x float> @llvm.fma.v4f32(<4 x float> %193, <4 x float> %190, <4 x float> splat (float 0x463FFFFFC0000000))
  %195 = call <4 x float> @llvm.fma.v4f32(<4 x float> %194, <4 x float> %190, <4 x float> splat (float 0x4650000000000000))
  %196 = call <4 x float> @llvm.fma.v4f32(<4 x float> %195, <4 x float> %190, <4 x float> splat (float 0x4650000000000000))
  %197 = lshr <4 x i32> %188, splat (i32 1)
  %198 = shl <4 x i32> %197, splat (i32 23)
  %199 = shl <4 x i32> %188, splat (i32 23)
  %200 = sub <4 x i32> %199, %198
  %201 = bitcast <4 x i32> %198 to <4 x float>
  %202 = bitcast <4 x i32> %200 to <4 x float>
  %203 = fmul <4 x float> %196, %202
  %204 = fmul <4 x float> %203, %201
  %205 = add i64 %110, 3
  %206 = fsub <4 x float> %130, %83
  %207 = fcmp ogt <4 x float> %206, splat (float 8.900000e+01)
  %208 = select <4 x i1> %207, <4 x float> splat (float 8.900000e+01), <4 x float> %206
  %209 = fcmp olt <4 x float> %208, splat (float -1.055000e+02)
  %210 = select <4 x i1> %209, <4 x float> splat (float -1.055000e+02), <4 x float> %208
  %211 = call <4 x float> @llvm.fma.v4f32(<4 x float> %210, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %212 = fsub <4 x float> %211, splat (float 0x4168001300000000)
  %213 = bitcast <4 x float> %211 to <4 x i32>
  %214 = call <4 x float> @llvm.fma.v4f32(<4 x float> %212, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %210)
  %215 = call <4 x float> @llvm.fma.v4f32(<4 x float> %212, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %214)
  %216 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %215, <4 x float> splat (float 0x45E12397A0000000))
  %217 = call <4 x float> @llvm.fma.v4f32(<4 x float> %216, <4 x float> %215, <4 x float> splat (float 0x4605558AC0000000))
  %218 = call <4 x float> @llvm.fma.v4f32(<4 x float> %217, <4 x float> %215, <4 x float> splat (float 0x4625554920000000))
  %219 = call <4 x float> @llvm.fma.v4f32(<4 x float> %218, <4 x float> %215, <4 x float> splat (float 0x463FFFFFC0000000))
  %220 = call <4 x float> @llvm.fma.v4f32(<4 x float> %219, <4 x float> %215, <4 x float> splat (float 0x4650000000000000))
  %221 = call <4 x float> @llvm.fma.v4f32(<4 x float> %220, <4 x float> %215, <4 x float> splat (float 0x4650000000000000))
  %222 = lshr <4 x i32> %213, splat (i32 1)
  %223 = shl <4 x i32> %222, splat (i32 23)
  %224 = shl <4 x i32> %213, splat (i32 23)
  %225 = sub <4 x i32> %224, %223
  %226 = bitcast <4 x i32> %223 to <4 x float>
  %227 = bitcast <4 x i32> %225 to <4 x float>
  %228 = fmul <4 x float> %221, %227
  %229 = fmul <4 x float> %228, %226
  %230 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %109
  store <4 x float> %154, ptr %230, align 16
  %231 = add i64 %109, 1
  %232 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %231
  store <4 x float> %179, ptr %232, align 16
  %233 = add i64 %109, 2
  %234 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %233
  store <4 x float> %204, ptr %234, align 16
  %235 = add i64 %109, 3
  %236 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %235
  store <4 x float> %229, ptr %236, align 16
  %237 = add nuw nsw i64 %units.i3, 1
  %238 = icmp ult i64 %237, 6
  br i1 %238, label %units2, label %units2.done

units2.done:                                      ; preds = %units2
  br label %absent4

absent4:                                          ; preds = %absent4, %units2.done
  %absent.i5 = phi i64 [ 0, %units2.done ], [ %241, %absent4 ]
  %239 = add i64 %absent.i5, 24
  %240 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %239
  store <4 x float> splat (float -0.000000e+00), ptr %240, align 16
  %241 = add nuw nsw i64 %absent.i5, 1
  %242 = icmp ult i64 %241, 8
  br i1 %242, label %absent4, label %absent4.done

absent4.done:                                     ; preds = %absent4
  %243 = call <4 x float> @online_softmax.join_sum_f32x4_32(ptr %accumulators)
  %244 = fadd <4 x float> %108, %243
  %245 = add nuw nsw i64 %tiles.i, 1
  %246 = icmp ult i64 %245, 2
  br i1 %246, label %tiles, label %tiles.done

tiles.done:                                       ; preds = %absent4.done
  br label %units6

units6:                                           ; preds = %units6, %tiles.done
  %units.i7 = phi i64 [ 0, %tiles.done ], [ %279, %units6 ]
  %247 = mul i64 %units.i7, 4
  %248 = mul i64 %units.i7, 4
  %249 = add i64 48, %248
  %250 = getelementptr float, ptr %x.row, i64 %249
  %251 = load <4 x float>, ptr %250, align 4, !noalias !6
  %252 = getelementptr float, ptr %x.row, i64 %249
  %253 = getelementptr float, ptr %252, i64 %6
  %254 = load <4 x float>, ptr %253, align 4, !noalias !6
  %255 = getelementptr float, ptr %x.row, i64 %249
  %256 = getelementptr float, ptr %255, i64 %9
  %257 = load <4 x float>, ptr %256, align 4, !noalias !6
  %258 = getelementptr float, ptr %x.row, i64 %249
  %259 = getelementptr float, ptr %258, i64 %12
  %260 = load <4 x float>, ptr %259, align 4, !noalias !6
  %261 = shufflevector <4 x float> %251, <4 x float> %254, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %262 = shufflevector <4 x float> %257, <4 x float> %260, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %263 = shufflevector <4 x float> %261, <4 x float> %262, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %264 = shufflevector <4 x float> %261, <4 x float> %262, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %265 = shufflevector <4 x float> %251, <4 x float> %254, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %266 = shufflevector <4 x float> %257, <4 x float> %260, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %267 = shufflevector <4 x float> %265, <4 x float> %266, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %268 = shufflevector <4 x float> %265, <4 x float> %266, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %269 = add i64 %248, 1
  %270 = add i64 %248, 2
  %271 = add i64 %248, 3
  %272 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %247
  store <4 x float> %263, ptr %272, align 16
  %273 = add i64 %247, 1
  %274 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %273
  store <4 x float> %264, ptr %274, align 16
  %275 = add i64 %247, 2
  %276 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %275
  store <4 x float> %267, ptr %276, align 16
  %277 = add i64 %247, 3
  %278 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %277
  store <4 x float> %268, ptr %278, align 16
  %279 = add nuw nsw i64 %units.i7, 1
  %280 = icmp ult i64 %279, 5
  br i1 %280, label %units6, label %units6.done

units6.done:                                      ; preds = %units6
  %281 = zext i32 4 to i64
  br label %rows

rows:                                             ; preds = %rows, %units6.done
  %rows.i = phi i64 [ 0, %units6.done ], [ %296, %rows ]
  %282 = sub i64 %281, 1
  %283 = call i64 @llvm.umin.i64(i64 %rows.i, i64 %282)
  %284 = getelementptr float, ptr %x.row, i64 68
  %285 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride8 = load i64, ptr %285, align 8, !invariant.load !0
  %286 = mul i64 %283, %x.stride8
  %287 = getelementptr float, ptr %284, i64 %286
  %288 = getelementptr float, ptr %287, i64 0
  %289 = load float, ptr %288, align 4, !noalias !6
  %290 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %291 = getelementptr inbounds float, ptr %290, i64 %rows.i
  store float %289, ptr %291, align 4
  %292 = getelementptr float, ptr %287, i64 1
  %293 = load float, ptr %292, align 4, !noalias !6
  %294 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %295 = getelementptr inbounds float, ptr %294, i64 %rows.i
  store float %293, ptr %295, align 4
  %296 = add nuw nsw i64 %rows.i, 1
  %297 = icmp ult i64 %296, 4
  br i1 %297, label %rows, label %rows.done

rows.done:                                        ; preds = %rows
  %298 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %299 = load <4 x float>, ptr %298, align 16
  %300 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %301 = load <4 x float>, ptr %300, align 16
  %302 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 20
  store <4 x float> %299, ptr %302, align 16
  %303 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 21
  store <4 x float> %301, ptr %303, align 16
  br label %absent9

absent9:                                          ; preds = %absent9, %rows.done
  %absent.i10 = phi i64 [ 0, %rows.done ], [ %306, %absent9 ]
  %304 = add i64 %absent.i10, 22
  %305 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %304
  store <4 x float> splat (float 0xFFF0000000000000), ptr %305, align 16
  %306 = add nuw nsw i64 %absent.i10, 1
  %307 = icmp ult i64 %306, 10
  br i1 %307, label %absent9, label %absent9.done

absent9.done:                                     ; preds = %absent9
  %308 = call <4 x float> @online_softmax.join_max_f32x4_32(ptr %accumulators)
  %309 = fcmp ogt <4 x float> %83, %308
  %310 = select <4 x i1> %309, <4 x float> %83, <4 x float> %308
  %311 = bitcast <4 x float> %310 to <4 x i32>
  %312 = fcmp ogt <4 x float> %308, %83
  %313 = select <4 x i1> %312, <4 x float> %308, <4 x float> %83
  %314 = bitcast <4 x float> %313 to <4 x i32>
  %315 = and <4 x i32> %311, %314
  %316 = bitcast <4 x i32> %315 to <4 x float>
  %317 = fadd <4 x float> %83, %308
  %318 = fcmp uno <4 x float> %83, %308
  %319 = select <4 x i1> %318, <4 x float> %317, <4 x float> %316
  %320 = fsub <4 x float> %83, %319
  %321 = fcmp ogt <4 x float> %320, splat (float 8.900000e+01)
  %322 = select <4 x i1> %321, <4 x float> splat (float 8.900000e+01), <4 x float> %320
  %323 = fcmp olt <4 x float> %322, splat (float -1.055000e+02)
  %324 = select <4 x i1> %323, <4 x float> splat (float -1.055000e+02), <4 x float> %322
  %325 = call <4 x float> @llvm.fma.v4f32(<4 x float> %324, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %326 = fsub <4 x float> %325, splat (float 0x4168001300000000)
  %327 = bitcast <4 x float> %325 to <4 x i32>
  %328 = call <4 x float> @llvm.fma.v4f32(<4 x float> %326, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %324)
  %329 = call <4 x float> @llvm.fma.v4f32(<4 x float> %326, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %328)
  %330 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %329, <4 x float> splat (float 0x45E12397A0000000))
  %331 = call <4 x float> @llvm.fma.v4f32(<4 x float> %330, <4 x float> %329, <4 x float> splat (float 0x4605558AC0000000))
  %332 = call <4 x float> @llvm.fma.v4f32(<4 x float> %331, <4 x float> %329, <4 x float> splat (float 0x4625554920000000))
  %333 = call <4 x float> @llvm.fma.v4f32(<4 x float> %332, <4 x float> %329, <4 x float> splat (float 0x463FFFFFC0000000))
  %334 = call <4 x float> @llvm.fma.v4f32(<4 x float> %333, <4 x float> %329, <4 x float> splat (float 0x4650000000000000))
  %335 = call <4 x float> @llvm.fma.v4f32(<4 x float> %334, <4 x float> %329, <4 x float> splat (float 0x4650000000000000))
  %336 = lshr <4 x i32> %327, splat (i32 1)
  %337 = shl <4 x i32> %336, splat (i32 23)
  %338 = shl <4 x i32> %327, splat (i32 23)
  %339 = sub <4 x i32> %338, %337
  %340 = bitcast <4 x i32> %337 to <4 x float>
  %341 = bitcast <4 x i32> %339 to <4 x float>
  %342 = fmul <4 x float> %335, %341
  %343 = fmul <4 x float> %342, %340
  %344 = fmul <4 x float> %244, %343
  br label %units11

units11:                                          ; preds = %units11, %absent9.done
  %units.i12 = phi i64 [ 0, %absent9.done ], [ %473, %units11 ]
  %345 = mul i64 %units.i12, 4
  %346 = mul i64 %units.i12, 4
  %347 = add i64 48, %346
  %348 = getelementptr float, ptr %x.row, i64 %347
  %349 = load <4 x float>, ptr %348, align 4, !noalias !6
  %350 = getelementptr float, ptr %x.row, i64 %347
  %351 = getelementptr float, ptr %350, i64 %6
  %352 = load <4 x float>, ptr %351, align 4, !noalias !6
  %353 = getelementptr float, ptr %x.row, i64 %347
  %354 = getelementptr float, ptr %353, i64 %9
  %355 = load <4 x float>, ptr %354, align 4, !noalias !6
  %356 = getelementptr float, ptr %x.row, i64 %347
  %357 = getelementptr float, ptr %356, i64 %12
  %358 = load <4 x float>, ptr %357, align 4, !noalias !6
  %359 = shufflevector <4 x float> %349, <4 x float> %352, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %360 = shufflevector <4 x float> %355, <4 x float> %358, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %361 = shufflevector <4 x float> %359, <4 x float> %360, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %362 = shufflevector <4 x float> %359, <4 x float> %360, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %363 = shufflevector <4 x float> %349, <4 x float> %352, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %364 = shufflevector <4 x float> %355, <4 x float> %358, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %365 = shufflevector <4 x float> %363, <4 x float> %364, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %366 = shufflevector <4 x float> %363, <4 x float> %364, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %367 = fsub <4 x float> %361, %319
  %368 = fcmp ogt <4 x float> %367, splat (float 8.900000e+01)
  %369 = select <4 x i1> %368, <4 x float> splat (float 8.900000e+01), <4 x float> %367
  %370 = fcmp olt <4 x float> %369, splat (float -1.055000e+02)
  %371 = select <4 x i1> %370, <4 x float> splat (float -1.055000e+02), <4 x float> %369
  %372 = call <4 x float> @llvm.fma.v4f32(<4 x float> %371, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %373 = fsub <4 x float> %372, splat (float 0x4168001300000000)
  %374 = bitcast <4 x float> %372 to <4 x i32>
  %375 = call <4 x float> @llvm.fma.v4f32(<4 x float> %373, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %371)
  %376 = call <4 x float> @llvm.fma.v4f32(<4 x float> %373, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %375)
  %377 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %376, <4 x float> splat (float 0x45E12397A0000000))
  %378 = call <4 x float> @llvm.fma.v4f32(<4 x float> %377, <4 x float> %376, <4 x float> splat (float 0x4605558AC0000000))
  %379 = call <4 x float> @llvm.fma.v4f32(<4 x float> %378, <4 x float> %376, <4 x float> splat (float 0x4625554920000000))
  %380 = call <4 x float> @llvm.fma.v4f32(<4 x float> %379, <4 x float> %376, <4 x float> splat (float 0x463FFFFFC0000000))
  %381 = call <4 x float> @llvm.fma.v4f32(<4 x float> %380, <4 x float> %376, <4 x float> splat (float 0x4650000000000000))
  %382 = call <4 x float> @llvm.fma.v4f32(<4 x float> %381, <4 x float> %376, <4 x float> splat (float 0x4650000000000000))
  %383 = lshr <4 x i32> %374, splat (i32 1)
  %384 = shl <4 x i32> %383, splat (i32 23)
  %385 = shl <4 x i32> %374, splat (i32 23)
  %386 = sub <4 x i32> %385, %384
  %387 = bitcast <4 x i32> %384 to <4 x float>
  %388 = bitcast <4 x i32> %386 to <4 x float>
  %389 = fmul <4 x float> %382, %388
  %390 = fmul <4 x float> %389, %387
  %391 = add i64 %346, 1
  %392 = fsub <4 x float> %362, %319
  %393 = fcmp ogt <4 x float> %392, splat (float 8.900000e+01)
  %394 = select <4 x i1> %393, <4 x float> splat (float 8.900000e+01), <4 x float> %392
  %395 = fcmp olt <4 x float> %394, splat (float -1.055000e+02)
  %396 = select <4 x i1> %395, <4 x float> splat (float -1.055000e+02), <4 x float> %394
  %397 = call <4 x float> @llvm.fma.v4f32(<4 x float> %396, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %398 = fsub <4 x float> %397, splat (float 0x4168001300000000)
  %399 = bitcast <4 x float> %397 to <4 x i32>
  %400 = call <4 x float> @llvm.fma.v4f32(<4 x float> %398, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %396)
  %401 = call <4 x float> @llvm.fma.v4f32(<4 x float> %398, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %400)
  %402 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %401, <4 x float> splat (float 0x45E12397A0000000))
  %403 = call <4 x float> @llvm.fma.v4f32(<4 x float> %402, <4 x float> %401, <4 x float> splat (float 0x4605558AC0000000))
  %404 = call <4 x float> @llvm.fma.v4f32(<4 x float> %403, <4 x float> %401, <4 x float> splat (float 0x4625554920000000))
  %405 = call <4 x float> @llvm.fma.v4f32(<4 x float> %404, <4 x float> %401, <4 x float> splat (float 0x463FFFFFC0000000))
  %406 = call <4 x float> @llvm.fma.v4f32(<4 x float> %405, <4 x float> %401, <4 x float> splat (float 0x4650000000000000))
  %407 = call <4 x float> @llvm.fma.v4f32(<4 x float> %406, <4 x float> %401, <4 x float> splat (float 0x4650000000000000))
  %408 = lshr <4 x i32> %399, splat (i32 1)
  %409 = shl <4 x i32> %408, splat (i32 23)
  %410 = shl <4 x i32> %399, splat (i32 23)
  %411 = sub <4 x i32> %410, %409
  %412 = bitcast <4 x i32> %409 to <4 x float>
  %413 = bitcast <4 x i32> %411 to <4 x float>
  %414 = fmul <4 x float> %407, %413
  %415 = fmul <4 x float> %414, %412
  %416 = add i64 %346, 2
  %417 = fsub <4 x float> %365, %319
  %418 = fcmp ogt <4 x float> %417, splat (float 8.900000e+01)
  %419 = select <4 x i1> %418, <4 x float> splat (float 8.900000e+01), <4 x float> %417
  %420 = fcmp olt <4 x float> %419, splat (float -1.055000e+02)
  %421 = select <4 x i1> %420, <4 x float> splat (float -1.055000e+02), <4 x float> %419
  %422 = call <4 x float> @llvm.fma.v4f32(<4 x float> %421, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %423 = fsub <4 x float> %422, splat (float 0x4168001300000000)
  %424 = bitcast <4 x float> %422 to <4 x i32>
  %425 = call <4 x float> @llvm.fma.v4f32(<4 x float> %423, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %421)
  %426 = call <4 x float> @llvm.fma.v4f32(<4 x float> %423, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %425)
  %427 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %426, <4 x float> splat (float 0x45E12397A0000000))
  %428 = call <4 x float> @llvm.fma.v4f32(<4 x float> %427, <4 x float> %426, <4 x float> splat (float 0x4605558AC0000000))
  %429 = call <4 x float> @llvm.fma.v4f32(<4 x float> %428, <4 x float> %426, <4 x float> splat (float 0x4625554920000000))
  %430 = call <4 x float> @llvm.fma.v4f32(<4 x float> %429, <4 x float> %426, <4 x float> splat (float 0x463FFFFFC0000000))
  %431 = call <4 x float> @llvm.fma.v4f32(<4 x float> %430, <4 x float> %426, <4 x float> splat (float 0x4650000000000000))
  %432 = call <4 x float> @llvm.fma.v4f32(<4 x float> %431, <4 x float> %426, <4 x float> splat (float 0x4650000000000000))
  %433 = lshr <4 x i32> %424, splat (i32 1)
  %434 = shl <4 x i32> %433, splat (i32 23)
  %435 = shl <4 x i32> %424, splat (i32 23)
  %436 = sub <4 x i32> %435, %434
  %437 = bitcast <4 x i32> %434 to <4 x float>
  %438 = bitcast <4 x i32> %436 to <4 x float>
  %439 = fmul <4 x float> %432, %438
  %440 = fmul <4 x float> %439, %437
  %441 = add i64 %346, 3
  %442 = fsub <4 x float> %366, %319
  %443 = fcmp ogt <4 x float> %442, splat (float 8.900000e+01)
  %444 = select <4 x i1> %443, <4 x float> splat (float 8.900000e+01), <4 x float> %442
  %445 = fcmp olt <4 x float> %444, splat (float -1.055000e+02)
  %446 = select <4 x i1> %445, <4 x float> splat (float -1.055000e+02), <4 x float> %444
  %447 = call <4 x float> @llvm.fma.v4f32(<4 x float> %446, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %448 = fsub <4 x float> %447, splat (float 0x4168001300000000)
  %449 = bitcast <4 x float> %447 to <4 x i32>
  %450 = call <4 x float> @llvm.fma.v4f32(<4 x float> %448, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %446)
  %451 = call <4 x float> @llvm.fma.v4f32(<4 x float> %448, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %450)
  %452 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %451, <4 x float> splat (float 0x45E12397A0000000))
  %453 = call <4 x float> @llvm.fma.v4f32(<4 x float> %452, <4 x float> %451, <4 x float> splat (float 0x4605558AC0000000))
  %454 = call <4 x float> @llvm.fma.v4f32(<4 x float> %453, <4 x float> %451, <4 x float> splat (float 0x4625554920000000))
  %455 = call <4 x float> @llvm.fma.v4f32(<4 x float> %454, <4 x float> %451, <4 x float> splat (float 0x463FFFFFC0000000))
  %456 = call <4 x float> @llvm.fma.v4f32(<4 x float> %455, <4 x float> %451, <4 x float> splat (float 0x4650000000000000))
  %457 = call <4 x float> @llvm.fma.v4f32(<4 x float> %456, <4 x float> %451, <4 x float> splat (float 0x4650000000000000))
  %458 = lshr <4 x i32> %449, splat (i32 1)
  %459 = shl <4 x i32> %458, splat (i32 23)
  %460 = shl <4 x i32> %449, splat (i32 23)
  %461 = sub <4 x i32> %460, %459
  %462 = bitcast <4 x i32> %459 to <4 x float>
  %463 = bitcast <4 x i32> %461 to <4 x float>
  %464 = fmul <4 x float> %457, %463
  %465 = fmul <4 x float> %464, %462
  %466 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %345
  store <4 x float> %390, ptr %466, align 16
  %467 = add i64 %345, 1
  %468 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %467
  store <4 x float> %415, ptr %468, align 16
  %469 = add i64 %345, 2
  %470 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %469
  store <4 x float> %440, ptr %470, align 16
  %471 = add i64 %345, 3
  %472 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %471
  store <4 x float> %465, ptr %472, align 16
  %473 = add nuw nsw i64 %units.i12, 1
  %474 = icmp ult i64 %473, 5
  br i1 %474, label %units11, label %units11.done

units11.done:                                     ; preds = %units11
  %475 = zext i32 4 to i64
  br label %rows13

rows13:                                           ; preds = %rows13, %units11.done
  %rows.i14 = phi i64 [ 0, %units11.done ], [ %490, %rows13 ]
  %476 = sub i64 %475, 1
  %477 = call i64 @llvm.umin.i64(i64 %rows.i14, i64 %476)
  %478 = getelementptr float, ptr %x.row, i64 68
  %479 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride15 = load i64, ptr %479, align 8, !invariant.load !0
  %480 = mul i64 %477, %x.stride15
  %481 = getelementptr float, ptr %478, i64 %480
  %482 = getelementptr float, ptr %481, i64 0
  %483 = load float, ptr %482, align 4, !noalias !6
  %484 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %485 = getelementptr inbounds float, ptr %484, i64 %rows.i14
  store float %483, ptr %485, align 4
  %486 = getelementptr float, ptr %481, i64 1
  %487 = load float, ptr %486, align 4, !noalias !6
  %488 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %489 = getelementptr inbounds float, ptr %488, i64 %rows.i14
  store float %487, ptr %489, align 4
  %490 = add nuw nsw i64 %rows.i14, 1
  %491 = icmp ult i64 %490, 4
  br i1 %491, label %rows13, label %rows13.done

rows13.done:                                      ; preds = %rows13
  %492 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %493 = load <4 x float>, ptr %492, align 16
  %494 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %495 = load <4 x float>, ptr %494, align 16
  %496 = fsub <4 x float> %493, %319
  %497 = fcmp ogt <4 x float> %496, splat (float 8.900000e+01)
  %498 = select <4 x i1> %497, <4 x float> splat (float 8.900000e+01), <4 x float> %496
  %499 = fcmp olt <4 x float> %498, splat (float -1.055000e+02)
  %500 = select <4 x i1> %499, <4 x float> splat (float -1.055000e+02), <4 x float> %498
  %501 = call <4 x float> @llvm.fma.v4f32(<4 x float> %500, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %502 = fsub <4 x float> %501, splat (float 0x4168001300000000)
  %503 = bitcast <4 x float> %501 to <4 x i32>
  %504 = call <4 x float> @llvm.fma.v4f32(<4 x float> %502, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %500)
  %505 = call <4 x float> @llvm.fma.v4f32(<4 x float> %502, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %504)
  %506 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %505, <4 x float> splat (float 0x45E12397A0000000))
  %507 = call <4 x float> @llvm.fma.v4f32(<4 x float> %506, <4 x float> %505, <4 x float> splat (float 0x4605558AC0000000))
  %508 = call <4 x float> @llvm.fma.v4f32(<4 x float> %507, <4 x float> %505, <4 x float> splat (float 0x4625554920000000))
  %509 = call <4 x float> @llvm.fma.v4f32(<4 x float> %508, <4 x float> %505, <4 x float> splat (float 0x463FFFFFC0000000))
  %510 = call <4 x float> @llvm.fma.v4f32(<4 x float> %509, <4 x float> %505, <4 x float> splat (float 0x4650000000000000))
  %511 = call <4 x float> @llvm.fma.v4f32(<4 x float> %510, <4 x float> %505, <4 x float> splat (float 0x4650000000000000))
  %512 = lshr <4 x i32> %503, splat (i32 1)
  %513 = shl <4 x i32> %512, splat (i32 23)
  %514 = shl <4 x i32> %503, splat (i32 23)
  %515 = sub <4 x i32> %514, %513
  %516 = bitcast <4 x i32> %513 to <4 x float>
  %517 = bitcast <4 x i32> %515 to <4 x float>
  %518 = fmul <4 x float> %511, %517
  %519 = fmul <4 x float> %518, %516
  %520 = fsub <4 x float> %495, %319
  %521 = fcmp ogt <4 x float> %520, splat (float 8.900000e+01)
  %522 = select <4 x i1> %521, <4 x float> splat (float 8.900000e+01), <4 x float> %520
  %523 = fcmp olt <4 x float> %522, splat (float -1.055000e+02)
  %524 = select <4 x i1> %523, <4 x float> splat (float -1.055000e+02), <4 x float> %522
  %525 = call <4 x float> @llvm.fma.v4f32(<4 x float> %524, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %526 = fsub <4 x float> %525, splat (float 0x4168001300000000)
  %527 = bitcast <4 x float> %525 to <4 x i32>
  %528 = call <4 x float> @llvm.fma.v4f32(<4 x float> %526, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %524)
  %529 = call <4 x float> @llvm.fma.v4f32(<4 x float> %526, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %528)
  %530 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %529, <4 x float> splat (float 0x45E12397A0000000))
  %531 = call <4 x float> @llvm.fma.v4f32(<4 x float> %530, <4 x float> %529, <4 x float> splat (float 0x4605558AC0000000))
  %532 = call <4 x float> @llvm.fma.v4f32(<4 x float> %531, <4 x float> %529, <4 x float> splat (float 0x4625554920000000))
  %533 = call <4 x float> @llvm.fma.v4f32(<4 x float> %532, <4 x float> %529, <4 x float> splat (float 0x463FFFFFC0000000))
  %534 = call <4 x float> @llvm.fma.v4f32(<4 x float> %533, <4 x float> %529, <4 x float> splat (float 0x4650000000000000))
  %535 = call <4 x float> @llvm.fma.v4f32(<4 x float> %534, <4 x float> %529, <4 x float> splat (float 0x4650000000000000))
  %536 = lshr <4 x i32> %527, splat (i32 1)
  %537 = shl <4 x i32> %536, splat (i32 23)
  %538 = shl <4 x i32> %527, splat (i32 23)
  %539 = sub <4 x i32> %538, %537
  %540 = bitcast <4 x i32> %537 to <4 x float>
  %541 = bitcast <4 x i32> %539 to <4 x float>
  %542 = fmul <4 x float> %535, %541
  %543 = fmul <4 x float> %542, %540
  %544 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 20
  store <4 x float> %519, ptr %544, align 16
  %545 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 21
  store <4 x float> %543, ptr %545, align 16
  br label %absent16

absent16:                                         ; preds = %absent16, %rows13.done
  %absent.i17 = phi i64 [ 0, %rows13.done ], [ %548, %absent16 ]
  %546 = add i64 %absent.i17, 22
  %547 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %546
  store <4 x float> splat (float -0.000000e+00), ptr %547, align 16
  %548 = add nuw nsw i64 %absent.i17, 1
  %549 = icmp ult i64 %548, 10
  br i1 %549, label %absent16, label %absent16.done

absent16.done:                                    ; preds = %absent16
  %550 = call <4 x float> @online_softmax.join_sum_f32x4_32(ptr %accumulators)
  %551 = fadd <4 x float> %344, %550
  %552 = fcmp olt <4 x float> %551, splat (float 0x3810000000000000)
  %553 = fmul <4 x float> %551, splat (float 0x4160000000000000)
  %554 = select <4 x i1> %552, <4 x float> %553, <4 x float> %551
  %555 = select <4 x i1> %552, <4 x float> splat (float -2.300000e+01), <4 x float> zeroinitializer
  %556 = bitcast <4 x float> %554 to <4 x i32>
  %557 = sub <4 x i32> %556, splat (i32 1060439283)
  %558 = ashr <4 x i32> %557, splat (i32 23)
  %559 = sitofp <4 x i32> %558 to <4 x float>
  %560 = fadd <4 x float> %559, %555
  %561 = and <4 x i32> %557, splat (i32 8388607)
  %562 = add <4 x i32> %561, splat (i32 1060439283)
  %563 = bitcast <4 x i32> %562 to <4 x float>
  %564 = fsub <4 x float> %563, splat (float 1.000000e+00)
  %565 = fmul <4 x float> %564, %564
  %566 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0xBFB38C9740000000), <4 x float> %564, <4 x float> splat (float 0x3FC055EAE0000000))
  %567 = call <4 x float> @llvm.fma.v4f32(<4 x float> %566, <4 x float> %564, <4 x float> splat (float 0xBFC0D82460000000))
  %568 = call <4 x float> @llvm.fma.v4f32(<4 x float> %567, <4 x float> %564, <4 x float> splat (float 0x3FC22D9300000000))
  %569 = call <4 x float> @llvm.fma.v4f32(<4 x float> %568, <4 x float> %564, <4 x float> splat (float 0xBFC54728A0000000))
  %570 = call <4 x float> @llvm.fma.v4f32(<4 x float> %569, <4 x float> %564, <4 x float> splat (float 0x3FC99A01C0000000))
  %571 = call <4 x float> @llvm.fma.v4f32(<4 x float> %570, <4 x float> %564, <4 x float> splat (float 0xBFD0002260000000))
  %572 = call <4 x float> @llvm.fma.v4f32(<4 x float> %571, <4 x float> %564, <4 x float> splat (float 0x3FD5555540000000))
  %573 = call <4 x float> @llvm.fma.v4f32(<4 x float> %572, <4 x float> %564, <4 x float> splat (float -5.000000e-01))
  %574 = call <4 x float> @llvm.fma.v4f32(<4 x float> %565, <4 x float> %573, <4 x float> %564)
  %575 = call <4 x float> @llvm.fma.v4f32(<4 x float> %560, <4 x float> splat (float 0x3EB7F7D1C0000000), <4 x float> %574)
  %576 = call <4 x float> @llvm.fma.v4f32(<4 x float> %560, <4 x float> splat (float 0x3FE62E4000000000), <4 x float> %575)
  %577 = fcmp oeq <4 x float> %551, zeroinitializer
  %578 = select <4 x i1> %577, <4 x float> splat (float 0xFFF0000000000000), <4 x float> splat (float 0x7FF8000000000000)
  %579 = fcmp ogt <4 x float> %551, zeroinitializer
  %580 = select <4 x i1> %579, <4 x float> %576, <4 x float> %578
  %581 = fcmp oeq <4 x float> %551, splat (float 0x7FF0000000000000)
  %582 = select <4 x i1> %581, <4 x float> splat (float 0x7FF0000000000000), <4 x float> %580
  %583 = fadd <4 x float> %319, %582
  br label %tiles18

tiles18:                                          ; preds = %elements.done, %absent16.done
  %tiles.i19 = phi i64 [ 0, %absent16.done ], [ %735, %elements.done ]
  %584 = mul i64 %tiles.i19, 24
  br label %elements

elements:                                         ; preds = %elements, %tiles18
  %elements.i = phi i64 [ 0, %tiles18 ], [ %733, %elements ]
  %585 = mul i64 %elements.i, 4
  %586 = add i64 %584, %585
  %587 = getelementptr float, ptr %x.row, i64 %586
  %588 = load <4 x float>, ptr %587, align 4, !noalias !6
  %589 = getelementptr float, ptr %x.row, i64 %586
  %590 = getelementptr float, ptr %589, i64 %6
  %591 = load <4 x float>, ptr %590, align 4, !noalias !6
  %592 = getelementptr float, ptr %x.row, i64 %586
  %593 = getelementptr float, ptr %592, i64 %9
  %594 = load <4 x float>, ptr %593, align 4, !noalias !6
  %595 = getelementptr float, ptr %x.row, i64 %586
  %596 = getelementptr float, ptr %595, i64 %12
  %597 = load <4 x float>, ptr %596, align 4, !noalias !6
  %598 = shufflevector <4 x float> %588, <4 x float> %591, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %599 = shufflevector <4 x float> %594, <4 x float> %597, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %600 = shufflevector <4 x float> %598, <4 x float> %599, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %601 = shufflevector <4 x float> %598, <4 x float> %599, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %602 = shufflevector <4 x float> %588, <4 x float> %591, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %603 = shufflevector <4 x float> %594, <4 x float> %597, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %604 = shufflevector <4 x float> %602, <4 x float> %603, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %605 = shufflevector <4 x float> %602, <4 x float> %603, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %606 = fsub <4 x float> %600, %319
  %607 = fcmp ogt <4 x float> %606, splat (float 8.900000e+01)
  %608 = select <4 x i1> %607, <4 x float> splat (float 8.900000e+01), <4 x float> %606
  %609 = fcmp olt <4 x float> %608, splat (float -1.055000e+02)
  %610 = select <4 x i1> %609, <4 x float> splat (float -1.055000e+02), <4 x float> %608
  %611 = call <4 x float> @llvm.fma.v4f32(<4 x float> %610, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %612 = fsub <4 x float> %611, splat (float 0x4168001300000000)
  %613 = bitcast <4 x float> %611 to <4 x i32>
  %614 = call <4 x float> @llvm.fma.v4f32(<4 x float> %612, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %610)
  %615 = call <4 x float> @llvm.fma.v4f32(<4 x float> %612, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %614)
  %616 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %615, <4 x float> splat (float 0x45E12397A0000000))
  %617 = call <4 x float> @llvm.fma.v4f32(<4 x float> %616, <4 x float> %615, <4 x float> splat (float 0x4605558AC0000000))
  %618 = call <4 x float> @llvm.fma.v4f32(<4 x float> %617, <4 x float> %615, <4 x float> splat (float 0x4625554920000000))
  %619 = call <4 x float> @llvm.fma.v4f32(<4 x float> %618, <4 x float> %615, <4 x float> splat (float 0x463FFFFFC0000000))
  %620 = call <4 x float> @llvm.fma.v4f32(<4 x float> %619, <4 x float> %615, <4 x float> splat (float 0x4650000000000000))
  %621 = call <4 x float> @llvm.fma.v4f32(<4 x float> %620, <4 x float> %615, <4 x float> splat (float 0x4650000000000000))
  %622 = lshr <4 x i32> %613, splat (i32 1)
  %623 = shl <4 x i32> %622, splat (i32 23)
  %624 = shl <4 x i32> %613, splat (i32 23)
  %625 = sub <4 x i32> %624, %623
  %626 = bitcast <4 x i32> %623 to <4 x float>
  %627 = bitcast <4 x i32> %625 to <4 x float>
  %628 = fmul <4 x float> %621, %627
  %629 = fmul <4 x float> %628, %626
  %630 = fdiv <4 x float> %629, %551
  %631 = add i64 %585, 1
  %632 = fsub <4 x float> %601, %319
  %633 = fcmp ogt <4 x float> %632, splat (float 8.900000e+01)
  %634 = select <4 x i1> %633, <4 x float> splat (float 8.900000e+01), <4 x float> %632
  %635 = fcmp olt <4 x float> %634, splat (float -1.055000e+02)
  %636 = select <4 x i1> %635, <4 x float> splat (float -1.055000e+02), <4 x float> %634
  %637 = call <4 x float> @llvm.fma.v4f32(<4 x float> %636, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %638 = fsub <4 x float> %637, splat (float 0x4168001300000000)
  %639 = bitcast <4 x float> %637 to <4 x i32>
  %640 = call <4 x float> @llvm.fma.v4f32(<4 x float> %638, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %636)
  %641 = call <4 x float> @llvm.fma.v4f32(<4 x float> %638, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %640)
  %642 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %641, <4 x float> splat (float 0x45E12397A0000000))
  %643 = call <4 x float> @llvm.fma.v4f32(<4 x float> %642, <4 x float> %641, <4 x float> splat (float 0x4605558AC0000000))
  %644 = call <4 x float> @llvm.fma.v4f32(<4 x float> %643, <4 x float> %641, <4 x float> splat (float 0x4625554920000000))
  %645 = call <4 x float> @llvm.fma.v4f32(<4 x float> %644, <4 x float> %641, <4 x float> splat (float 0x463FFFFFC0000000))
  %646 = call <4 x float> @llvm.fma.v4f32(<4 x float> %645, <4 x float> %641, <4 x float> splat (float 0x4650000000000000))
  %647 = call <4 x float> @llvm.fma.v4f32(<4 x float> %646, <4 x float> %641, <4 x float> splat (float 0x4650000000000000))
  %648 = lshr <4 x i32> %639, splat (i32 1)
  %649 = shl <4 x i32> %648, splat (i32 23)
  %650 = shl <4 x i32> %639, splat (i32 23)
  %651 = sub <4 x i32> %650, %649
  %652 = bitcast <4 x i32> %649 to <4 x float>
  %653 = bitcast <4 x i32> %651 to <4 x float>
  %654 = fmul <4 x float> %647, %653
  %655 = fmul <4 x float> %654, %652
  %656 = fdiv <4 x float> %655, %551
  %657 = add i64 %585, 2
  %658 = fsub <4 x float> %604, %319
  %659 = fcmp ogt <4 x float> %658, splat (float 8.900000e+01)
  %660 = select <4 x i1> %659, <4 x float> splat (float 8.900000e+01), <4 x float> %658
  %661 = fcmp olt <4 x float> %660, splat (float -1.055000e+02)
  %662 = select <4 x i1> %661, <4 x float> splat (float -1.055000e+02), <4 x float> %660
  %663 = call <4 x float> @llvm.fma.v4f32(<4 x float> %662, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %664 = fsub <4 x float> %663, splat (float 0x4168001300000000)
  %665 = bitcast <4 x float> %663 to <4 x i32>
  %666 = call <4 x float> @llvm.fma.v4f32(<4 x float> %664, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %662)
  %667 = call <4 x float> @llvm.fma.v4f32(<4 x float> %664, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %666)
  %668 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %667, <4 x float> splat (float 0x45E12397A0000000))
  %669 = call <4 x float> @llvm.fma.v4f32(<4 x float> %668, <4 x float> %667, <4 x float> splat (float 0x4605558AC0000000))
  %670 = call <4 x float> @llvm.fma.v4f32(<4 x float> %669, <4 x float> %667, <4 x float> splat (float 0x4625554920000000))
  %671 = call <4 x float> @llvm.fma.v4f32(<4 x float> %670, <4 x float> %667, <4 x float> splat (float 0x463FFFFFC0000000))
  %672 = call <4 x float> @llvm.fma.v4f32(<4 x float> %671, <4 x float> %667, <4 x float> splat (float 0x4650000000000000))
  %673 = call <4 x float> @llvm.fma.v4f32(<4 x float> %672, <4 x float> %667, <4 x float> splat (float 0x4650000000000000))
  %674 = lshr <4 x i32> %665, splat (i32 1)
  %675 = shl <4 x i32> %674, splat (i32 23)
  %676 = shl <4 x i32> %665, splat (i32 23)
  %677 = sub <4 x i32> %676, %675
  %678 = bitcast <4 x i32> %675 to <4 x float>
  %679 = bitcast <4 x i32> %677 to <4 x float>
  %680 = fmul <4 x float> %673, %679
  %681 = fmul <4 x float> %680, %678
  %682 = fdiv <4 x float> %681, %551
  %683 = add i64 %585, 3
  %684 = fsub <4 x float> %605, %319
  %685 = fcmp ogt <4 x float> %684, splat (float 8.900000e+01)
  %686 = select <4 x i1> %685, <4 x float> splat (float 8.900000e+01), <4 x float> %684
  %687 = fcmp olt <4 x float> %686, splat (float -1.055000e+02)
  %688 = select <4 x i1> %687, <4 x float> splat (float -1.055000e+02), <4 x float> %686
  %689 = call <4 x float> @llvm.fma.v4f32(<4 x float> %688, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %690 = fsub <4 x float> %689, splat (float 0x4168001300000000)
  %691 = bitcast <4 x float> %689 to <4 x i32>
  %692 = call <4 x float> @llvm.fma.v4f32(<4 x float> %690, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %688)
  %693 = call <4 x float> @llvm.fma.v4f32(<4 x float> %690, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %692)
  %694 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %693, <4 x float> splat (float 0x45E12397A0000000))
  %695 = call <4 x float> @llvm.fma.v4f32(<4 x float> %694, <4 x float> %693, <4 x float> splat (float 0x4605558AC0000000))
  %696 = call <4 x float> @llvm.fma.v4f32(<4 x float> %695, <4 x float> %693, <4 x float> splat (float 0x4625554920000000))
  %697 = call <4 x float> @llvm.fma.v4f32(<4 x float> %696, <4 x float> %693, <4 x float> splat (float 0x463FFFFFC0000000))
  %698 = call <4 x float> @llvm.fma.v4f32(<4 x float> %697, <4 x float> %693, <4 x float> splat (float 0x4650000000000000))
  %699 = call <4 x float> @llvm.fma.v4f32(<4 x float> %698, <4 x float> %693, <4 x float> splat (float 0x4650000000000000))
  %700 = lshr <4 x i32> %691, splat (i32 1)
  %701 = shl <4 x i32> %700, splat (i32 23)
  %702 = shl <4 x i32> %691, splat (i32 23)
  %703 = sub <4 x i32> %702, %701
  %704 = bitcast <4 x i32> %701 to <4 x float>
  %705 = bitcast <4 x i32> %703 to <4 x float>
  %706 = fmul <4 x float> %699, %705
  %707 = fmul <4 x float> %706, %704
  %708 = fdiv <4 x float> %707, %551
  %709 = add i64 %584, %585
  %710 = shufflevector <4 x float> %630, <4 x float> %656, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %711 = shufflevector <4 x float> %682, <4 x float> %708, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %712 = shufflevector <4 x float> %710, <4 x float> %711, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %713 = shufflevector <4 x float> %710, <4 x float> %711, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %714 = shufflevector <4 x float> %630, <4 x float> %656, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %715 = shufflevector <4 x float> %682, <4 x float> %708, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %716 = shufflevector <4 x float> %714, <4 x float> %715, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %717 = shufflevector <4 x float> %714, <4 x float> %715, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %718 = shufflevector <4 x float> %712, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %719 = shufflevector <4 x float> %713, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %720 = shufflevector <4 x float> %716, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %721 = shufflevector <4 x float> %717, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %722 = icmp sgt <4 x i32> %.splat21, zeroinitializer
  %723 = getelementptr float, ptr %y.row, i64 %709
  call void @llvm.masked.store.v4f32.p0(<4 x float> %718, ptr %723, i32 4, <4 x i1> %722), !noalias !9
  %724 = icmp sgt <4 x i32> %.splat21, splat (i32 1)
  %725 = getelementptr float, ptr %y.row, i64 %709
  %726 = getelementptr float, ptr %725, i64 %17
  call void @llvm.masked.store.v4f32.p0(<4 x float> %719, ptr %726, i32 4, <4 x i1> %724), !noalias !9
  %727 = icmp sgt <4 x i32> %.splat21, splat (i32 2)
  %728 = getelementptr float, ptr %y.row, i64 %709
  %729 = getelementptr float, ptr %728, i64 %19
  call void @llvm.masked.store.v4f32.p0(<4 x float> %720, ptr %729, i32 4, <4 x i1> %727), !noalias !9
  %730 = icmp sgt <4 x i32> %.splat21, splat (i32 3)
  %731 = getelementptr float, ptr %y.row, i64 %709
  %732 = getelementptr float, ptr %731, i64 %21
  call void @llvm.masked.store.v4f32.p0(<4 x float> %721, ptr %732, i32 4, <4 x i1> %730), !noalias !9
  %733 = add nuw nsw i64 %elements.i, 1
  %734 = icmp ult i64 %733, 6
  br i1 %734, label %elements, label %elements.done

elements.done:                                    ; preds = %elements
  %735 = add nuw nsw i64 %tiles.i19, 1
  %736 = icmp ult i64 %735, 2
  br i1 %736, label %tiles18, label %tiles18.done

tiles18.done:                                     ; preds = %elements.done
  br label %elements23

elements23:                                       ; preds = %elements23, %tiles18.done
  %elements.i24 = phi i64 [ 0, %tiles18.done ], [ %885, %elements23 ]
  %737 = mul i64 %elements.i24, 4
  %738 = add i64 48, %737
  %739 = getelementptr float, ptr %x.row, i64 %738
  %740 = load <4 x float>, ptr %739, align 4, !noalias !6
  %741 = getelementptr float, ptr %x.row, i64 %738
  %742 = getelementptr float, ptr %741, i64 %6
  %743 = load <4 x float>, ptr %742, align 4, !noalias !6
  %744 = getelementptr float, ptr %x.row, i64 %738
  %745 = getelementptr float, ptr %744, i64 %9
  %746 = load <4 x float>, ptr %745, align 4, !noalias !6
  %747 = getelementptr float, ptr %x.row, i64 %738
  %748 = getelementptr float, ptr %747, i64 %12
  %749 = load <4 x float>, ptr %748, align 4, !noalias !6
  %750 = shufflevector <4 x float> %740, <4 x float> %743, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %751 = shufflevector <4 x float> %746, <4 x float> %749, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %752 = shufflevector <4 x float> %750, <4 x float> %751, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %753 = shufflevector <4 x float> %750, <4 x float> %751, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %754 = shufflevector <4 x float> %740, <4 x float> %743, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %755 = shufflevector <4 x float> %746, <4 x float> %749, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %756 = shufflevector <4 x float> %754, <4 x float> %755, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %757 = shufflevector <4 x float> %754, <4 x float> %755, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %758 = fsub <4 x float> %752, %319
  %759 = fcmp ogt <4 x float> %758, splat (float 8.900000e+01)
  %760 = select <4 x i1> %759, <4 x float> splat (float 8.900000e+01), <4 x float> %758
  %761 = fcmp olt <4 x float> %760, splat (float -1.055000e+02)
  %762 = select <4 x i1> %761, <4 x float> splat (float -1.055000e+02), <4 x float> %760
  %763 = call <4 x float> @llvm.fma.v4f32(<4 x float> %762, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %764 = fsub <4 x float> %763, splat (float 0x4168001300000000)
  %765 = bitcast <4 x float> %763 to <4 x i32>
  %766 = call <4 x float> @llvm.fma.v4f32(<4 x float> %764, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %762)
  %767 = call <4 x float> @llvm.fma.v4f32(<4 x float> %764, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %766)
  %768 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %767, <4 x float> splat (float 0x45E12397A0000000))
  %769 = call <4 x float> @llvm.fma.v4f32(<4 x float> %768, <4 x float> %767, <4 x float> splat (float 0x4605558AC0000000))
  %770 = call <4 x float> @llvm.fma.v4f32(<4 x float> %769, <4 x float> %767, <4 x float> splat (float 0x4625554920000000))
  %771 = call <4 x float> @llvm.fma.v4f32(<4 x float> %770, <4 x float> %767, <4 x float> splat (float 0x463FFFFFC0000000))
  %772 = call <4 x float> @llvm.fma.v4f32(<4 x float> %771, <4 x float> %767, <4 x float> splat (float 0x4650000000000000))
  %773 = call <4 x float> @llvm.fma.v4f32(<4 x float> %772, <4 x float> %767, <4 x float> splat (float 0x4650000000000000))
  %774 = lshr <4 x i32> %765, splat (i32 1)
  %775 = shl <4 x i32> %774, splat (i32 23)
  %776 = shl <4 x i32> %765, splat (i32 23)
  %777 = sub <4 x i32> %776, %775
  %778 = bitcast <4 x i32> %775 to <4 x float>
  %779 = bitcast <4 x i32> %777 to <4 x float>
  %780 = fmul <4 x float> %773, %779
  %781 = fmul <4 x float> %780, %778
  %782 = fdiv <4 x float> %781, %551
  %783 = add i64 %737, 1
  %784 = fsub <4 x float> %753, %319
  %785 = fcmp ogt <4 x float> %784, splat (float 8.900000e+01)
  %786 = select <4 x i1> %785, <4 x float> splat (float 8.900000e+01), <4 x float> %784
  %787 = fcmp olt <4 x float> %786, splat (float -1.055000e+02)
  %788 = select <4 x i1> %787, <4 x float> splat (float -1.055000e+02), <4 x float> %786
  %789 = call <4 x float> @llvm.fma.v4f32(<4 x float> %788, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %790 = fsub <4 x float> %789, splat (float 0x4168001300000000)
  %791 = bitcast <4 x float> %789 to <4 x i32>
  %792 = call <4 x float> @llvm.fma.v4f32(<4 x float> %790, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %788)
  %793 = call <4 x float> @llvm.fma.v4f32(<4 x float> %790, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %792)
  %794 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %793, <4 x float> splat (float 0x45E12397A0000000))
  %795 = call <4 x float> @llvm.fma.v4f32(<4 x float> %794, <4 x float> %793, <4 x float> splat (float 0x4605558AC0000000))
  %796 = call <4 x float> @llvm.fma.v4f32(<4 x float> %795, <4 x float> %793, <4 x float> splat (float 0x4625554920000000))
  %797 = call <4 x float> @llvm.fma.v4f32(<4 x float> %796, <4 x float> %793, <4 x float> splat (float 0x463FFFFFC0000000))
  %798 = call <4 x float> @llvm.fma.v4f32(<4 x float> %797, <4 x float> %793, <4 x float> splat (float 0x4650000000000000))
  %799 = call <4 x float> @llvm.fma.v4f32(<4 x float> %798, <4 x float> %793, <4 x float> splat (float 0x4650000000000000))
  %800 = lshr <4 x i32> %791, splat (i32 1)
  %801 = shl <4 x i32> %800, splat (i32 23)
  %802 = shl <4 x i32> %791, splat (i32 23)
  %803 = sub <4 x i32> %802, %801
  %804 = bitcast <4 x i32> %801 to <4 x float>
  %805 = bitcast <4 x i32> %803 to <4 x float>
  %806 = fmul <4 x float> %799, %805
  %807 = fmul <4 x float> %806, %804
  %808 = fdiv <4 x float> %807, %551
  %809 = add i64 %737, 2
  %810 = fsub <4 x float> %756, %319
  %811 = fcmp ogt <4 x float> %810, splat (float 8.900000e+01)
  %812 = select <4 x i1> %811, <4 x float> splat (float 8.900000e+01), <4 x float> %810
  %813 = fcmp olt <4 x float> %812, splat (float -1.055000e+02)
  %814 = select <4 x i1> %813, <4 x float> splat (float -1.055000e+02), <4 x float> %812
  %815 = call <4 x float> @llvm.fma.v4f32(<4 x float> %814, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %816 = fsub <4 x float> %815, splat (float 0x4168001300000000)
  %817 = bitcast <4 x float> %815 to <4 x i32>
  %818 = call <4 x float> @llvm.fma.v4f32(<4 x float> %816, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %814)
  %819 = call <4 x float> @llvm.fma.v4f32(<4 x float> %816, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %818)
  %820 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %819, <4 x float> splat (float 0x45E12397A0000000))
  %821 = call <4 x float> @llvm.fma.v4f32(<4 x float> %820, <4 x float> %819, <4 x float> splat (float 0x4605558AC0000000))
  %822 = call <4 x float> @llvm.fma.v4f32(<4 x float> %821, <4 x float> %819, <4 x float> splat (float 0x4625554920000000))
  %823 = call <4 x float> @llvm.fma.v4f32(<4 x float> %822, <4 x float> %819, <4 x float> splat (float 0x463FFFFFC0000000))
  %824 = call <4 x float> @llvm.fma.v4f32(<4 x float> %823, <4 x float> %819, <4 x float> splat (float 0x4650000000000000))
  %825 = call <4 x float> @llvm.fma.v4f32(<4 x float> %824, <4 x float> %819, <4 x float> splat (float 0x4650000000000000))
  %826 = lshr <4 x i32> %817, splat (i32 1)
  %827 = shl <4 x i32> %826, splat (i32 23)
  %828 = shl <4 x i32> %817, splat (i32 23)
  %829 = sub <4 x i32> %828, %827
  %830 = bitcast <4 x i32> %827 to <4 x float>
  %831 = bitcast <4 x i32> %829 to <4 x float>
  %832 = fmul <4 x float> %825, %831
  %833 = fmul <4 x float> %832, %830
  %834 = fdiv <4 x float> %833, %551
  %835 = add i64 %737, 3
  %836 = fsub <4 x float> %757, %319
  %837 = fcmp ogt <4 x float> %836, splat (float 8.900000e+01)
  %838 = select <4 x i1> %837, <4 x float> splat (float 8.900000e+01), <4 x float> %836
  %839 = fcmp olt <4 x float> %838, splat (float -1.055000e+02)
  %840 = select <4 x i1> %839, <4 x float> splat (float -1.055000e+02), <4 x float> %838
  %841 = call <4 x float> @llvm.fma.v4f32(<4 x float> %840, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %842 = fsub <4 x float> %841, splat (float 0x4168001300000000)
  %843 = bitcast <4 x float> %841 to <4 x i32>
  %844 = call <4 x float> @llvm.fma.v4f32(<4 x float> %842, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %840)
  %845 = call <4 x float> @llvm.fma.v4f32(<4 x float> %842, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %844)
  %846 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %845, <4 x float> splat (float 0x45E12397A0000000))
  %847 = call <4 x float> @llvm.fma.v4f32(<4 x float> %846, <4 x float> %845, <4 x float> splat (float 0x4605558AC0000000))
  %848 = call <4 x float> @llvm.fma.v4f32(<4 x float> %847, <4 x float> %845, <4 x float> splat (float 0x4625554920000000))
  %849 = call <4 x float> @llvm.fma.v4f32(<4 x float> %848, <4 x float> %845, <4 x float> splat (float 0x463FFFFFC0000000))
  %850 = call <4 x float> @llvm.fma.v4f32(<4 x float> %849, <4 x float> %845, <4 x float> splat (float 0x4650000000000000))
  %851 = call <4 x float> @llvm.fma.v4f32(<4 x float> %850, <4 x float> %845, <4 x float> splat (float 0x4650000000000000))
  %852 = lshr <4 x i32> %843, splat (i32 1)
  %853 = shl <4 x i32> %852, splat (i32 23)
  %854 = shl <4 x i32> %843, splat (i32 23)
  %855 = sub <4 x i32> %854, %853
  %856 = bitcast <4 x i32> %853 to <4 x float>
  %857 = bitcast <4 x i32> %855 to <4 x float>
  %858 = fmul <4 x float> %851, %857
  %859 = fmul <4 x float> %858, %856
  %860 = fdiv <4 x float> %859, %551
  %861 = add i64 48, %737
  %862 = shufflevector <4 x float> %782, <4 x float> %808, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %863 = shufflevector <4 x float> %834, <4 x float> %860, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %864 = shufflevector <4 x float> %862, <4 x float> %863, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %865 = shufflevector <4 x float> %862, <4 x float> %863, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %866 = shufflevector <4 x float> %782, <4 x float> %808, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %867 = shufflevector <4 x float> %834, <4 x float> %860, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %868 = shufflevector <4 x float> %866, <4 x float> %867, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %869 = shufflevector <4 x float> %866, <4 x float> %867, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %870 = shufflevector <4 x float> %864, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %871 = shufflevector <4 x float> %865, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %872 = shufflevector <4 x float> %868, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %873 = shufflevector <4 x float> %869, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %874 = icmp sgt <4 x i32> %.splat21, zeroinitializer
  %875 = getelementptr float, ptr %y.row, i64 %861
  call void @llvm.masked.store.v4f32.p0(<4 x float> %870, ptr %875, i32 4, <4 x i1> %874), !noalias !9
  %876 = icmp sgt <4 x i32> %.splat21, splat (i32 1)
  %877 = getelementptr float, ptr %y.row, i64 %861
  %878 = getelementptr float, ptr %877, i64 %17
  call void @llvm.masked.store.v4f32.p0(<4 x float> %871, ptr %878, i32 4, <4 x i1> %876), !noalias !9
  %879 = icmp sgt <4 x i32> %.splat21, splat (i32 2)
  %880 = getelementptr float, ptr %y.row, i64 %861
  %881 = getelementptr float, ptr %880, i64 %19
  call void @llvm.masked.store.v4f32.p0(<4 x float> %872, ptr %881, i32 4, <4 x i1> %879), !noalias !9
  %882 = icmp sgt <4 x i32> %.splat21, splat (i32 3)
  %883 = getelementptr float, ptr %y.row, i64 %861
  %884 = getelementptr float, ptr %883, i64 %21
  call void @llvm.masked.store.v4f32.p0(<4 x float> %873, ptr %884, i32 4, <4 x i1> %882), !noalias !9
  %885 = add nuw nsw i64 %elements.i24, 1
  %886 = icmp ult i64 %885, 5
  br i1 %886, label %elements23, label %elements23.done

elements23.done:                                  ; preds = %elements23
  %887 = zext i32 4 to i64
  br label %rows25

rows25:                                           ; preds = %rows25, %elements23.done
  %rows.i26 = phi i64 [ 0, %elements23.done ], [ %902, %rows25 ]
  %888 = sub i64 %887, 1
  %889 = call i64 @llvm.umin.i64(i64 %rows.i26, i64 %888)
  %890 = getelementptr float, ptr %x.row, i64 68
  %891 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride27 = load i64, ptr %891, align 8, !invariant.load !0
  %892 = mul i64 %889, %x.stride27
  %893 = getelementptr float, ptr %890, i64 %892
  %894 = getelementptr float, ptr %893, i64 0
  %895 = load float, ptr %894, align 4, !noalias !6
  %896 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %897 = getelementptr inbounds float, ptr %896, i64 %rows.i26
  store float %895, ptr %897, align 4
  %898 = getelementptr float, ptr %893, i64 1
  %899 = load float, ptr %898, align 4, !noalias !6
  %900 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %901 = getelementptr inbounds float, ptr %900, i64 %rows.i26
  store float %899, ptr %901, align 4
  %902 = add nuw nsw i64 %rows.i26, 1
  %903 = icmp ult i64 %902, 4
  br i1 %903, label %rows25, label %rows25.done

rows25.done:                                      ; preds = %rows25
  %904 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %905 = load <4 x float>, ptr %904, align 16
  %906 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %907 = load <4 x float>, ptr %906, align 16
  %908 = fsub <4 x float> %905, %319
  %909 = fcmp ogt <4 x float> %908, splat (float 8.900000e+01)
  %910 = select <4 x i1> %909, <4 x float> splat (float 8.900000e+01), <4 x float> %908
  %911 = fcmp olt <4 x float> %910, splat (float -1.055000e+02)
  %912 = select <4 x i1> %911, <4 x float> splat (float -1.055000e+02), <4 x float> %910
  %913 = call <4 x float> @llvm.fma.v4f32(<4 x float> %912, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %914 = fsub <4 x float> %913, splat (float 0x4168001300000000)
  %915 = bitcast <4 x float> %913 to <4 x i32>
  %916 = call <4 x float> @llvm.fma.v4f32(<4 x float> %914, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %912)
  %917 = call <4 x float> @llvm.fma.v4f32(<4 x float> %914, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %916)
  %918 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %917, <4 x float> splat (float 0x45E12397A0000000))
  %919 = call <4 x float> @llvm.fma.v4f32(<4 x float> %918, <4 x float> %917, <4 x float> splat (float 0x4605558AC0000000))
  %920 = call <4 x float> @llvm.fma.v4f32(<4 x float> %919, <4 x float> %917, <4 x float> splat (float 0x4625554920000000))
  %921 = call <4 x float> @llvm.fma.v4f32(<4 x float> %920, <4 x float> %917, <4 x float> splat (float 0x463FFFFFC0000000))
  %922 = call <4 x float> @llvm.fma.v4f32(<4 x float> %921, <4 x float> %917, <4 x float> splat (float 0x4650000000000000))
  %923 = call <4 x float> @llvm.fma.v4f32(<4 x float> %922, <4 x float> %917, <4 x float> splat (float 0x4650000000000000))
  %924 = lshr <4 x i32> %915, splat (i32 1)
  %925 = shl <4 x i32> %924, splat (i32 23)
  %926 = shl <4 x i32> %915, splat (i32 23)
  %927 = sub <4 x i32> %926, %925
  %928 = bitcast <4 x i32> %925 to <4 x float>
  %929 = bitcast <4 x i32> %927 to <4 x float>
  %930 = fmul <4 x float> %923, %929
  %931 = fmul <4 x float> %930, %928
  %932 = fdiv <4 x float> %931, %551
  %933 = fsub <4 x float> %907, %319
  %934 = fcmp ogt <4 x float> %933, splat (float 8.900000e+01)
  %935 = select <4 x i1> %934, <4 x float> splat (float 8.900000e+01), <4 x float> %933
  %936 = fcmp olt <4 x float> %935, splat (float -1.055000e+02)
  %937 = select <4 x i1> %936, <4 x float> splat (float -1.055000e+02), <4 x float> %935
  %938 = call <4 x float> @llvm.fma.v4f32(<4 x float> %937, <4 x float> splat (float 0x3FF7154760000000), <4 x float> splat (float 0x4168001300000000))
  %939 = fsub <4 x float> %938, splat (float 0x4168001300000000)
  %940 = bitcast <4 x float> %938 to <4 x i32>
  %941 = call <4 x float> @llvm.fma.v4f32(<4 x float> %939, <4 x float> splat (float 0xBFE62E4000000000), <4 x float> %937)
  %942 = call <4 x float> @llvm.fma.v4f32(<4 x float> %939, <4 x float> splat (float 0xBEB7F7D1C0000000), <4 x float> %941)
  %943 = call <4 x float> @llvm.fma.v4f32(<4 x float> splat (float 0x45B6A512C0000000), <4 x float> %942, <4 x float> splat (float 0x45E12397A0000000))
  %944 = call <4 x float> @llvm.fma.v4f32(<4 x float> %943, <4 x float> %942, <4 x float> splat (float 0x4605558AC0000000))
  %945 = call <4 x float> @llvm.fma.v4f32(<4 x float> %944, <4 x float> %942, <4 x float> splat (float 0x4625554920000000))
  %946 = call <4 x float> @llvm.fma.v4f32(<4 x float> %945, <4 x float> %942, <4 x float> splat (float 0x463FFFFFC0000000))
  %947 = call <4 x float> @llvm.fma.v4f32(<4 x float> %946, <4 x float> %942, <4 x float> splat (float 0x4650000000000000))
  %948 = call <4 x float> @llvm.fma.v4f32(<4 x float> %947, <4 x float> %942, <4 x float> splat (float 0x4650000000000000))
  %949 = lshr <4 x i32> %940, splat (i32 1)
  %950 = shl <4 x i32> %949, splat (i32 23)
  %951 = shl <4 x i32> %940, splat (i32 23)
  %952 = sub <4 x i32> %951, %950
  %953 = bitcast <4 x i32> %950 to <4 x float>
  %954 = bitcast <4 x i32> %952 to <4 x float>
  %955 = fmul <4 x float> %948, %954
  %956 = fmul <4 x float> %955, %953
  %957 = fdiv <4 x float> %956, %551
  %958 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  store <4 x float> %932, ptr %958, align 16
  %959 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  store <4 x float> %957, ptr %959, align 16
  %960 = zext i32 4 to i64
  br label %rows28

rows28:                                           ; preds = %rows28, %rows25.done
  %rows.i29 = phi i64 [ 0, %rows25.done ], [ %973, %rows28 ]
  %961 = getelementptr float, ptr %y.row, i64 68
  %962 = getelementptr inbounds i8, ptr %record, i64 56
  %y.stride30 = load i64, ptr %962, align 8, !invariant.load !0
  %963 = mul i64 %rows.i29, %y.stride30
  %964 = getelementptr float, ptr %961, i64 %963
  %965 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %966 = getelementptr inbounds float, ptr %965, i64 %rows.i29
  %967 = load float, ptr %966, align 4
  %968 = getelementptr float, ptr %964, i64 0
  store float %967, ptr %968, align 4, !noalias !9
  %969 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %970 = getelementptr inbounds float, ptr %969, i64 %rows.i29
  %971 = load float, ptr %970, align 4
  %972 = getelementptr float, ptr %964, i64 1
  store float %971, ptr %972, align 4, !noalias !9
  %973 = add nuw nsw i64 %rows.i29, 1
  %974 = icmp ult i64 %973, %960
  br i1 %974, label %rows28, label %rows28.done

rows28.done:                                      ; preds = %rows28
  %975 = getelementptr float, ptr %lse.row, i64 0
  %976 = insertelement <4 x ptr> poison, ptr %975, i64 0
  %977 = getelementptr float, ptr %lse.row, i64 0
  %978 = getelementptr float, ptr %977, i64 %26
  %979 = insertelement <4 x ptr> %976, ptr %978, i64 1
  %980 = getelementptr float, ptr %lse.row, i64 0
  %981 = getelementptr float, ptr %980, i64 %28
  %982 = insertelement <4 x ptr> %979, ptr %981, i64 2
  %983 = getelementptr float, ptr %lse.row, i64 0
  %984 = getelementptr float, ptr %983, i64 %30
  %985 = insertelement <4 x ptr> %982, ptr %984, i64 3
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %583, <4 x ptr> %985, i32 4, <4 x i1> %active), !noalias !9
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
  br i1 %15, label %packets, label %packets.done, !tile_simd.packets !0

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
  br i1 %22, label %packets.partial, label %packets.partial.done, !tile_simd.packets !0

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
