define internal void @layer_norm.packet(ptr noalias nonnull readonly align 8 captures(none) %record, i64 %program, i32 %active_lanes) #5 {
entry:
  %.splatinsert = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat = shufflevector <4 x i32> %.splatinsert, <4 x i32> poison, <4 x i32> zeroinitializer
  %active = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %.splat
  %0 = icmp ne i32 %active_lanes, 0
  %accumulators = alloca [64 x <4 x float>], align 16
  %1 = getelementptr inbounds i8, ptr %record, i64 32
  %x = load ptr, ptr %1, align 8, !invariant.load !0
  %2 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride = load i64, ptr %2, align 8, !invariant.load !0
  %3 = mul i64 %program, %x.stride
  %x.row = getelementptr float, ptr %x, i64 %3
  %4 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride3 = load i64, ptr %4, align 8, !invariant.load !0
  %5 = icmp ugt i32 %active_lanes, 1
  %6 = select i1 %5, i64 %x.stride3, i64 0
  %7 = mul i64 %x.stride3, 2
  %8 = icmp ugt i32 %active_lanes, 2
  %9 = select i1 %8, i64 %7, i64 0
  %10 = mul i64 %x.stride3, 3
  %11 = icmp ugt i32 %active_lanes, 3
  %12 = select i1 %11, i64 %10, i64 0
  %scratch = alloca [4 x <4 x float>], align 64
  %accumulators7 = alloca [64 x <4 x float>], align 16
  %13 = getelementptr inbounds i8, ptr %record, i64 48
  %weight = load ptr, ptr %13, align 8, !invariant.load !0
  %14 = getelementptr inbounds i8, ptr %record, i64 64
  %bias = load ptr, ptr %14, align 8, !invariant.load !0
  %.splatinsert27 = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat28 = shufflevector <4 x i32> %.splatinsert27, <4 x i32> poison, <4 x i32> zeroinitializer
  %15 = getelementptr inbounds i8, ptr %record, i64 96
  %y = load ptr, ptr %15, align 8, !invariant.load !0
  %16 = getelementptr inbounds i8, ptr %record, i64 104
  %y.stride = load i64, ptr %16, align 8, !invariant.load !0
  %17 = mul i64 %program, %y.stride
  %y.row = getelementptr float, ptr %y, i64 %17
  %18 = getelementptr inbounds i8, ptr %record, i64 104
  %y.stride29 = load i64, ptr %18, align 8, !invariant.load !0
  %19 = select i1 %5, i64 %y.stride29, i64 0
  %20 = mul i64 %y.stride29, 2
  %21 = select i1 %8, i64 %20, i64 0
  %22 = mul i64 %y.stride29, 3
  %23 = select i1 %11, i64 %22, i64 0
  br i1 %0, label %some, label %none

some:                                             ; preds = %entry
  %24 = getelementptr inbounds i8, ptr %record, i64 80
  %eps = load float, ptr %24, align 4, !invariant.load !0
  %.splatinsert1 = insertelement <4 x float> poison, float %eps, i64 0
  %.splat2 = shufflevector <4 x float> %.splatinsert1, <4 x float> poison, <4 x i32> zeroinitializer
  br label %units

none:                                             ; preds = %entry
  ret void

units:                                            ; preds = %units, %some
  %units.i = phi i64 [ 0, %some ], [ %72, %units ]
  %25 = and i64 %units.i, 15
  %26 = icmp ult i64 %units.i, 16
  %27 = mul i64 %25, 4
  %28 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %27
  %29 = select i1 %26, ptr @layer_norm.identities_sum_f32x4, ptr %28
  %30 = getelementptr inbounds <4 x float>, ptr %29, i64 0
  %31 = load <4 x float>, ptr %30, align 16
  %32 = getelementptr inbounds <4 x float>, ptr %29, i64 1
  %33 = load <4 x float>, ptr %32, align 16
  %34 = getelementptr inbounds <4 x float>, ptr %29, i64 2
  %35 = load <4 x float>, ptr %34, align 16
  %36 = getelementptr inbounds <4 x float>, ptr %29, i64 3
  %37 = load <4 x float>, ptr %36, align 16
  %38 = mul i64 %units.i, 4
  %39 = getelementptr float, ptr %x.row, i64 %38
  %40 = load <4 x float>, ptr %39, align 4, !noalias !1
  %41 = getelementptr float, ptr %x.row, i64 %38
  %42 = getelementptr float, ptr %41, i64 %6
  %43 = load <4 x float>, ptr %42, align 4, !noalias !1
  %44 = getelementptr float, ptr %x.row, i64 %38
  %45 = getelementptr float, ptr %44, i64 %9
  %46 = load <4 x float>, ptr %45, align 4, !noalias !1
  %47 = getelementptr float, ptr %x.row, i64 %38
  %48 = getelementptr float, ptr %47, i64 %12
  %49 = load <4 x float>, ptr %48, align 4, !noalias !1
  %50 = shufflevector <4 x float> %40, <4 x float> %43, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %51 = shufflevector <4 x float> %46, <4 x float> %49, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %52 = shufflevector <4 x float> %50, <4 x float> %51, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %53 = shufflevector <4 x float> %50, <4 x float> %51, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %54 = shufflevector <4 x float> %40, <4 x float> %43, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %55 = shufflevector <4 x float> %46, <4 x float> %49, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %56 = shufflevector <4 x float> %54, <4 x float> %55, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %57 = shufflevector <4 x float> %54, <4 x float> %55, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %58 = fadd <4 x float> %31, %52
  %59 = add i64 %38, 1
  %60 = fadd <4 x float> %33, %53
  %61 = add i64 %38, 2
  %62 = fadd <4 x float> %35, %56
  %63 = add i64 %38, 3
  %64 = fadd <4 x float> %37, %57
  %65 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %27
  store <4 x float> %58, ptr %65, align 16
  %66 = add i64 %27, 1
  %67 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %66
  store <4 x float> %60, ptr %67, align 16
  %68 = add i64 %27, 2
  %69 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %68
  store <4 x float> %62, ptr %69, align 16
  %70 = add i64 %27, 3
  %71 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %70
  store <4 x float> %64, ptr %71, align 16
  %72 = add nuw nsw i64 %units.i, 1
  %73 = icmp ult i64 %72, 17
  br i1 %73, label %units, label %units.done

units.done:                                       ; preds = %units
  %74 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  %75 = select i1 false, ptr @layer_norm.identities_sum_f32x4, ptr %74
  %76 = getelementptr inbounds <4 x float>, ptr %75, i64 0
  %77 = load <4 x float>, ptr %76, align 16
  %78 = getelementptr inbounds <4 x float>, ptr %75, i64 1
  %79 = load <4 x float>, ptr %78, align 16
  %80 = getelementptr inbounds <4 x float>, ptr %75, i64 2
  %81 = load <4 x float>, ptr %80, align 16
  %82 = getelementptr inbounds <4 x float>, ptr %75, i64 3
  %83 = load <4 x float>, ptr %82, align 16
  %84 = zext i32 %active_lanes to i64
  br label %rows

rows:                                             ; preds = %rows, %units.done
  %rows.i = phi i64 [ 0, %units.done ], [ %99, %rows ]
  %85 = sub i64 %84, 1
  %86 = call i64 @llvm.umin.i64(i64 %rows.i, i64 %85)
  %87 = getelementptr float, ptr %x.row, i64 68
  %88 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride4 = load i64, ptr %88, align 8, !invariant.load !0
  %89 = mul i64 %86, %x.stride4
  %90 = getelementptr float, ptr %87, i64 %89
  %91 = getelementptr float, ptr %90, i64 0
  %92 = load float, ptr %91, align 4, !noalias !1
  %93 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %94 = getelementptr inbounds float, ptr %93, i64 %rows.i
  store float %92, ptr %94, align 4
  %95 = getelementptr float, ptr %90, i64 1
  %96 = load float, ptr %95, align 4, !noalias !1
  %97 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %98 = getelementptr inbounds float, ptr %97, i64 %rows.i
  store float %96, ptr %98, align 4
  %99 = add nuw nsw i64 %rows.i, 1
  %100 = icmp ult i64 %99, 4
  br i1 %100, label %rows, label %rows.done

rows.done:                                        ; preds = %rows
  %101 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %102 = load <4 x float>, ptr %101, align 16
  %103 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %104 = load <4 x float>, ptr %103, align 16
  %105 = fadd <4 x float> %77, %102
  %106 = fadd <4 x float> %79, %104
  %107 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  store <4 x float> %105, ptr %107, align 16
  %108 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 5
  store <4 x float> %106, ptr %108, align 16
  %109 = call <4 x float> @layer_norm.join_sum_f32x4_64(ptr %accumulators)
  %110 = fdiv <4 x float> %109, splat (float 7.000000e+01)
  br label %units5

units5:                                           ; preds = %units5, %rows.done
  %units.i6 = phi i64 [ 0, %rows.done ], [ %187, %units5 ]
  %111 = and i64 %units.i6, 15
  %112 = icmp ult i64 %units.i6, 16
  %113 = mul i64 %111, 4
  %114 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %113
  %115 = select i1 %112, ptr @layer_norm.identities_sum_f32x4, ptr %114
  %116 = getelementptr inbounds <4 x float>, ptr %115, i64 0
  %117 = load <4 x float>, ptr %116, align 16
  %118 = getelementptr inbounds <4 x float>, ptr %115, i64 1
  %119 = load <4 x float>, ptr %118, align 16
  %120 = getelementptr inbounds <4 x float>, ptr %115, i64 2
  %121 = load <4 x float>, ptr %120, align 16
  %122 = getelementptr inbounds <4 x float>, ptr %115, i64 3
  %123 = load <4 x float>, ptr %122, align 16
  %124 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 %113
  %125 = select i1 %112, ptr @layer_norm.identities_sum_f32x4, ptr %124
  %126 = getelementptr inbounds <4 x float>, ptr %125, i64 0
  %127 = load <4 x float>, ptr %126, align 16
  %128 = getelementptr inbounds <4 x float>, ptr %125, i64 1
  %129 = load <4 x float>, ptr %128, align 16
  %130 = getelementptr inbounds <4 x float>, ptr %125, i64 2
  %131 = load <4 x float>, ptr %130, align 16
  %132 = getelementptr inbounds <4 x float>, ptr %125, i64 3
  %133 = load <4 x float>, ptr %132, align 16
  %134 = mul i64 %units.i6, 4
  %135 = getelementptr float, ptr %x.row, i64 %134
  %136 = load <4 x float>, ptr %135, align 4, !noalias !1
  %137 = getelementptr float, ptr %x.row, i64 %134
  %138 = getelementptr float, ptr %137, i64 %6
  %139 = load <4 x float>, ptr %138, align 4, !noalias !1
  %140 = getelementptr float, ptr %x.row, i64 %134
  %141 = getelementptr float, ptr %140, i64 %9
  %142 = load <4 x float>, ptr %141, align 4, !noalias !1
  %143 = getelementptr float, ptr %x.row, i64 %134
  %144 = getelementptr float, ptr %143, i64 %12
  %145 = load <4 x float>, ptr %144, align 4, !noalias !1
  %146 = shufflevector <4 x float> %136, <4 x float> %139, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %147 = shufflevector <4 x float> %142, <4 x float> %145, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %148 = shufflevector <4 x float> %146, <4 x float> %147, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %149 = shufflevector <4 x float> %146, <4 x float> %147, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %150 = shufflevector <4 x float> %136, <4 x float> %139, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %151 = shufflevector <4 x float> %142, <4 x float> %145, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %152 = shufflevector <4 x float> %150, <4 x float> %151, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %153 = shufflevector <4 x float> %150, <4 x float> %151, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %154 = fsub <4 x float> %148, %110
  %155 = fmul <4 x float> %154, %154
  %156 = fadd <4 x float> %117, %154
  %157 = fadd <4 x float> %127, %155
  %158 = add i64 %134, 1
  %159 = fsub <4 x float> %149, %110
  %160 = fmul <4 x float> %159, %159
  %161 = fadd <4 x float> %119, %159
  %162 = fadd <4 x float> %129, %160
  %163 = add i64 %134, 2
  %164 = fsub <4 x float> %152, %110
  %165 = fmul <4 x float> %164, %164
  %166 = fadd <4 x float> %121, %164
  %167 = fadd <4 x float> %131, %165
  %168 = add i64 %134, 3
  %169 = fsub <4 x float> %153, %110
  %170 = fmul <4 x float> %169, %169
  %171 = fadd <4 x float> %123, %169
  %172 = fadd <4 x float> %133, %170
  %173 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %113
  store <4 x float> %156, ptr %173, align 16
  %174 = add i64 %113, 1
  %175 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %174
  store <4 x float> %161, ptr %175, align 16
  %176 = add i64 %113, 2
  %177 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %176
  store <4 x float> %166, ptr %177, align 16
  %178 = add i64 %113, 3
  %179 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %178
  store <4 x float> %171, ptr %179, align 16
  %180 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 %113
  store <4 x float> %157, ptr %180, align 16
  %181 = add i64 %113, 1
  %182 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 %181
  store <4 x float> %162, ptr %182, align 16
  %183 = add i64 %113, 2
  %184 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 %183
  store <4 x float> %167, ptr %184, align 16
  %185 = add i64 %113, 3
  %186 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 %185
  store <4 x float> %172, ptr %186, align 16
  %187 = add nuw nsw i64 %units.i6, 1
  %188 = icmp ult i64 %187, 17
  br i1 %188, label %units5, label %units5.done

units5.done:                                      ; preds = %units5
  %189 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  %190 = select i1 false, ptr @layer_norm.identities_sum_f32x4, ptr %189
  %191 = getelementptr inbounds <4 x float>, ptr %190, i64 0
  %192 = load <4 x float>, ptr %191, align 16
  %193 = getelementptr inbounds <4 x float>, ptr %190, i64 1
  %194 = load <4 x float>, ptr %193, align 16
  %195 = getelementptr inbounds <4 x float>, ptr %190, i64 2
  %196 = load <4 x float>, ptr %195, align 16
  %197 = getelementptr inbounds <4 x float>, ptr %190, i64 3
  %198 = load <4 x float>, ptr %197, align 16
  %199 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 4
  %200 = select i1 false, ptr @layer_norm.identities_sum_f32x4, ptr %199
  %201 = getelementptr inbounds <4 x float>, ptr %200, i64 0
  %202 = load <4 x float>, ptr %201, align 16
  %203 = getelementptr inbounds <4 x float>, ptr %200, i64 1
  %204 = load <4 x float>, ptr %203, align 16
  %205 = getelementptr inbounds <4 x float>, ptr %200, i64 2
  %206 = load <4 x float>, ptr %205, align 16
  %207 = getelementptr inbounds <4 x float>, ptr %200, i64 3
  %208 = load <4 x float>, ptr %207, align 16
  %209 = zext i32 %active_lanes to i64
  br label %rows8

rows8:                                            ; preds = %rows8, %units5.done
  %rows.i9 = phi i64 [ 0, %units5.done ], [ %224, %rows8 ]
  %210 = sub i64 %209, 1
  %211 = call i64 @llvm.umin.i64(i64 %rows.i9, i64 %210)
  %212 = getelementptr float, ptr %x.row, i64 68
  %213 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride10 = load i64, ptr %213, align 8, !invariant.load !0
  %214 = mul i64 %211, %x.stride10
  %215 = getelementptr float, ptr %212, i64 %214
  %216 = getelementptr float, ptr %215, i64 0
  %217 = load float, ptr %216, align 4, !noalias !1
  %218 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %219 = getelementptr inbounds float, ptr %218, i64 %rows.i9
  store float %217, ptr %219, align 4
  %220 = getelementptr float, ptr %215, i64 1
  %221 = load float, ptr %220, align 4, !noalias !1
  %222 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %223 = getelementptr inbounds float, ptr %222, i64 %rows.i9
  store float %221, ptr %223, align 4
  %224 = add nuw nsw i64 %rows.i9, 1
  %225 = icmp ult i64 %224, 4
  br i1 %225, label %rows8, label %rows8.done

rows8.done:                                       ; preds = %rows8
  %226 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %227 = load <4 x float>, ptr %226, align 16
  %228 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %229 = load <4 x float>, ptr %228, align 16
  %230 = fsub <4 x float> %227, %110
  %231 = fmul <4 x float> %230, %230
  %232 = fadd <4 x float> %192, %230
  %233 = fadd <4 x float> %202, %231
  %234 = fsub <4 x float> %229, %110
  %235 = fmul <4 x float> %234, %234
  %236 = fadd <4 x float> %194, %234
  %237 = fadd <4 x float> %204, %235
  %238 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  store <4 x float> %232, ptr %238, align 16
  %239 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 5
  store <4 x float> %236, ptr %239, align 16
  %240 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 4
  store <4 x float> %233, ptr %240, align 16
  %241 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 5
  store <4 x float> %237, ptr %241, align 16
  %242 = call <4 x float> @layer_norm.join_sum_f32x4_64(ptr %accumulators)
  %243 = call <4 x float> @layer_norm.join_sum_f32x4_64(ptr %accumulators7)
  %244 = fdiv <4 x float> %242, splat (float 7.000000e+01)
  %245 = fdiv <4 x float> %243, splat (float 7.000000e+01)
  %246 = fmul <4 x float> %244, %244
  %247 = fsub <4 x float> %245, %246
  %248 = fadd <4 x float> %247, %.splat2
  %249 = fcmp oge <4 x float> %248, splat (float 0x39B0000000000000)
  %250 = fcmp ole <4 x float> %248, splat (float 0x47EFFFFFE0000000)
  %251 = and <4 x i1> %249, %250
  %252 = fmul <4 x float> %248, splat (float 8.000000e+00)
  %253 = fcmp ole <4 x float> %246, %252
  %254 = and <4 x i1> %251, %253
  %255 = xor <4 x i1> %254, splat (i1 true)
  %256 = and <4 x i1> %255, %active
  %257 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %256)
  br i1 %257, label %rescue, label %ordinary, !prof !7

rescue:                                           ; preds = %rows8.done
  %258 = bitcast <4 x i1> %256 to i4
  %259 = zext i4 %258 to i32
  br label %lanes

ordinary:                                         ; preds = %rows8.done
  %260 = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %248)
  %261 = fdiv <4 x float> splat (float 1.000000e+00), %260
  br label %elements

lanes:                                            ; preds = %next, %rescue
  %lane = phi i32 [ 0, %rescue ], [ %269, %next ]
  %262 = zext i32 %lane to i64
  %263 = add i64 %program, %262
  %264 = lshr i32 %259, %lane
  %265 = trunc i32 %264 to i1
  br i1 %265, label %alone, label %between

alone:                                            ; preds = %lanes
  call void @layer_norm.rescue(ptr %record, i64 %263, i32 4)
  br label %next

between:                                          ; preds = %lanes
  %266 = call i32 @llvm.cttz.i32(i32 %264, i1 false)
  %267 = sub i32 %active_lanes, %lane
  %268 = call i32 @llvm.umin.i32(i32 %266, i32 %267)
  call void @layer_norm.packet(ptr %record, i64 %263, i32 %268)
  br label %next

next:                                             ; preds = %between, %alone
  %step = phi i32 [ 1, %alone ], [ %268, %between ]
  %269 = add i32 %lane, %step
  %270 = icmp ult i32 %269, %active_lanes
  br i1 %270, label %lanes, label %rescued

rescued:                                          ; preds = %next
  ret void

elements:                                         ; preds = %elements, %ordinary
  %elements.i = phi i64 [ 0, %ordinary ], [ %359, %elements ]
  %271 = mul i64 %elements.i, 4
  %272 = getelementptr float, ptr %x.row, i64 %271
  %273 = load <4 x float>, ptr %272, align 4, !noalias !1
  %274 = getelementptr float, ptr %x.row, i64 %271
  %275 = getelementptr float, ptr %274, i64 %6
  %276 = load <4 x float>, ptr %275, align 4, !noalias !1
  %277 = getelementptr float, ptr %x.row, i64 %271
  %278 = getelementptr float, ptr %277, i64 %9
  %279 = load <4 x float>, ptr %278, align 4, !noalias !1
  %280 = getelementptr float, ptr %x.row, i64 %271
  %281 = getelementptr float, ptr %280, i64 %12
  %282 = load <4 x float>, ptr %281, align 4, !noalias !1
  %283 = shufflevector <4 x float> %273, <4 x float> %276, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %284 = shufflevector <4 x float> %279, <4 x float> %282, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %285 = shufflevector <4 x float> %283, <4 x float> %284, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %286 = shufflevector <4 x float> %283, <4 x float> %284, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %287 = shufflevector <4 x float> %273, <4 x float> %276, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %288 = shufflevector <4 x float> %279, <4 x float> %282, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %289 = shufflevector <4 x float> %287, <4 x float> %288, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %290 = shufflevector <4 x float> %287, <4 x float> %288, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %291 = getelementptr float, ptr %weight, i64 %271
  %292 = load float, ptr %291, align 4, !alias.scope !4, !noalias !1
  %.splatinsert11 = insertelement <4 x float> poison, float %292, i64 0
  %.splat12 = shufflevector <4 x float> %.splatinsert11, <4 x float> poison, <4 x i32> zeroinitializer
  %293 = add i64 %271, 1
  %294 = getelementptr float, ptr %weight, i64 %293
  %295 = load float, ptr %294, align 4, !alias.scope !4, !noalias !1
  %.splatinsert13 = insertelement <4 x float> poison, float %295, i64 0
  %.splat14 = shufflevector <4 x float> %.splatinsert13, <4 x float> poison, <4 x i32> zeroinitializer
  %296 = add i64 %271, 2
  %297 = getelementptr float, ptr %weight, i64 %296
  %298 = load float, ptr %297, align 4, !alias.scope !4, !noalias !1
  %.splatinsert15 = insertelement <4 x float> poison, float %298, i64 0
  %.splat16 = shufflevector <4 x float> %.splatinsert15, <4 x float> poison, <4 x i32> zeroinitializer
  %299 = add i64 %271, 3
  %300 = getelementptr float, ptr %weight, i64 %299
  %301 = load float, ptr %300, align 4, !alias.scope !4, !noalias !1
  %.splatinsert17 = insertelement <4 x float> poison, float %301, i64 0
  %.splat18 = shufflevector <4 x float> %.splatinsert17, <4 x float> poison, <4 x i32> zeroinitializer
  %302 = getelementptr float, ptr %bias, i64 %271
  %303 = load float, ptr %302, align 4, !alias.scope !4, !noalias !1
  %.splatinsert19 = insertelement <4 x float> poison, float %303, i64 0
  %.splat20 = shufflevector <4 x float> %.splatinsert19, <4 x float> poison, <4 x i32> zeroinitializer
  %304 = add i64 %271, 1
  %305 = getelementptr float, ptr %bias, i64 %304
  %306 = load float, ptr %305, align 4, !alias.scope !4, !noalias !1
  %.splatinsert21 = insertelement <4 x float> poison, float %306, i64 0
  %.splat22 = shufflevector <4 x float> %.splatinsert21, <4 x float> poison, <4 x i32> zeroinitializer
  %307 = add i64 %271, 2
  %308 = getelementptr float, ptr %bias, i64 %307
  %309 = load float, ptr %308, align 4, !alias.scope !4, !noalias !1
  %.splatinsert23 = insertelement <4 x float> poison, float %309, i64 0
  %.splat24 = shufflevector <4 x float> %.splatinsert23, <4 x float> poison, <4 x i32> zeroinitializer
  %310 = add i64 %271, 3
  %311 = getelementptr float, ptr %bias, i64 %310
  %312 = load float, ptr %311, align 4, !alias.scope !4, !noalias !1
  %.splatinsert25 = insertelement <4 x float> poison, float %312, i64 0
  %.splat26 = shufflevector <4 x float> %.splatinsert25, <4 x float> poison, <4 x i32> zeroinitializer
  %313 = fsub <4 x float> %285, %110
  %314 = fsub <4 x float> %313, %244
  %315 = fmul <4 x float> %314, %261
  %316 = fmul <4 x float> %315, %.splat12
  %317 = fadd <4 x float> %316, %.splat20
  %318 = add i64 %271, 1
  %319 = fsub <4 x float> %286, %110
  %320 = fsub <4 x float> %319, %244
  %321 = fmul <4 x float> %320, %261
  %322 = fmul <4 x float> %321, %.splat14
  %323 = fadd <4 x float> %322, %.splat22
  %324 = add i64 %271, 2
  %325 = fsub <4 x float> %289, %110
  %326 = fsub <4 x float> %325, %244
  %327 = fmul <4 x float> %326, %261
  %328 = fmul <4 x float> %327, %.splat16
  %329 = fadd <4 x float> %328, %.splat24
  %330 = add i64 %271, 3
  %331 = fsub <4 x float> %290, %110
  %332 = fsub <4 x float> %331, %244
  %333 = fmul <4 x float> %332, %261
  %334 = fmul <4 x float> %333, %.splat18
  %335 = fadd <4 x float> %334, %.splat26
  %336 = shufflevector <4 x float> %317, <4 x float> %323, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %337 = shufflevector <4 x float> %329, <4 x float> %335, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %338 = shufflevector <4 x float> %336, <4 x float> %337, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %339 = shufflevector <4 x float> %336, <4 x float> %337, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %340 = shufflevector <4 x float> %317, <4 x float> %323, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %341 = shufflevector <4 x float> %329, <4 x float> %335, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %342 = shufflevector <4 x float> %340, <4 x float> %341, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %343 = shufflevector <4 x float> %340, <4 x float> %341, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %344 = shufflevector <4 x float> %338, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %345 = shufflevector <4 x float> %339, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %346 = shufflevector <4 x float> %342, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %347 = shufflevector <4 x float> %343, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %348 = icmp sgt <4 x i32> %.splat28, zeroinitializer
  %349 = getelementptr float, ptr %y.row, i64 %271
  call void @llvm.masked.store.v4f32.p0(<4 x float> %344, ptr %349, i32 4, <4 x i1> %348), !noalias !6
  %350 = icmp sgt <4 x i32> %.splat28, splat (i32 1)
  %351 = getelementptr float, ptr %y.row, i64 %271
  %352 = getelementptr float, ptr %351, i64 %19
  call void @llvm.masked.store.v4f32.p0(<4 x float> %345, ptr %352, i32 4, <4 x i1> %350), !noalias !6
  %353 = icmp sgt <4 x i32> %.splat28, splat (i32 2)
  %354 = getelementptr float, ptr %y.row, i64 %271
  %355 = getelementptr float, ptr %354, i64 %21
  call void @llvm.masked.store.v4f32.p0(<4 x float> %346, ptr %355, i32 4, <4 x i1> %353), !noalias !6
  %356 = icmp sgt <4 x i32> %.splat28, splat (i32 3)
  %357 = getelementptr float, ptr %y.row, i64 %271
  %358 = getelementptr float, ptr %357, i64 %23
  call void @llvm.masked.store.v4f32.p0(<4 x float> %347, ptr %358, i32 4, <4 x i1> %356), !noalias !6
  %359 = add nuw nsw i64 %elements.i, 1
  %360 = icmp ult i64 %359, 17
  br i1 %360, label %elements, label %elements.done

elements.done:                                    ; preds = %elements
  %361 = zext i32 %active_lanes to i64
  br label %rows30

rows30:                                           ; preds = %rows30, %elements.done
  %rows.i31 = phi i64 [ 0, %elements.done ], [ %376, %rows30 ]
  %362 = sub i64 %361, 1
  %363 = call i64 @llvm.umin.i64(i64 %rows.i31, i64 %362)
  %364 = getelementptr float, ptr %x.row, i64 68
  %365 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride32 = load i64, ptr %365, align 8, !invariant.load !0
  %366 = mul i64 %363, %x.stride32
  %367 = getelementptr float, ptr %364, i64 %366
  %368 = getelementptr float, ptr %367, i64 0
  %369 = load float, ptr %368, align 4, !noalias !1
  %370 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %371 = getelementptr inbounds float, ptr %370, i64 %rows.i31
  store float %369, ptr %371, align 4
  %372 = getelementptr float, ptr %367, i64 1
  %373 = load float, ptr %372, align 4, !noalias !1
  %374 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %375 = getelementptr inbounds float, ptr %374, i64 %rows.i31
  store float %373, ptr %375, align 4
  %376 = add nuw nsw i64 %rows.i31, 1
  %377 = icmp ult i64 %376, 4
  br i1 %377, label %rows30, label %rows30.done

rows30.done:                                      ; preds = %rows30
  %378 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %379 = load <4 x float>, ptr %378, align 16
  %380 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %381 = load <4 x float>, ptr %380, align 16
  %382 = getelementptr float, ptr %weight, i64 68
  %383 = load float, ptr %382, align 4, !alias.scope !4, !noalias !1
  %.splatinsert33 = insertelement <4 x float> poison, float %383, i64 0
  %.splat34 = shufflevector <4 x float> %.splatinsert33, <4 x float> poison, <4 x i32> zeroinitializer
  %384 = getelementptr float, ptr %weight, i64 69
  %385 = load float, ptr %384, align 4, !alias.scope !4, !noalias !1
  %.splatinsert35 = insertelement <4 x float> poison, float %385, i64 0
  %.splat36 = shufflevector <4 x float> %.splatinsert35, <4 x float> poison, <4 x i32> zeroinitializer
  %386 = getelementptr float, ptr %bias, i64 68
  %387 = load float, ptr %386, align 4, !alias.scope !4, !noalias !1
  %.splatinsert37 = insertelement <4 x float> poison, float %387, i64 0
  %.splat38 = shufflevector <4 x float> %.splatinsert37, <4 x float> poison, <4 x i32> zeroinitializer
  %388 = getelementptr float, ptr %bias, i64 69
  %389 = load float, ptr %388, align 4, !alias.scope !4, !noalias !1
  %.splatinsert39 = insertelement <4 x float> poison, float %389, i64 0
  %.splat40 = shufflevector <4 x float> %.splatinsert39, <4 x float> poison, <4 x i32> zeroinitializer
  %390 = fsub <4 x float> %379, %110
  %391 = fsub <4 x float> %390, %244
  %392 = fmul <4 x float> %391, %261
  %393 = fmul <4 x float> %392, %.splat34
  %394 = fadd <4 x float> %393, %.splat38
  %395 = fsub <4 x float> %381, %110
  %396 = fsub <4 x float> %395, %244
  %397 = fmul <4 x float> %396, %261
  %398 = fmul <4 x float> %397, %.splat36
  %399 = fadd <4 x float> %398, %.splat40
  %400 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  store <4 x float> %394, ptr %400, align 16
  %401 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  store <4 x float> %399, ptr %401, align 16
  %402 = zext i32 %active_lanes to i64
  br label %rows41

rows41:                                           ; preds = %rows41, %rows30.done
  %rows.i42 = phi i64 [ 0, %rows30.done ], [ %415, %rows41 ]
  %403 = getelementptr float, ptr %y.row, i64 68
  %404 = getelementptr inbounds i8, ptr %record, i64 104
  %y.stride43 = load i64, ptr %404, align 8, !invariant.load !0
  %405 = mul i64 %rows.i42, %y.stride43
  %406 = getelementptr float, ptr %403, i64 %405
  %407 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %408 = getelementptr inbounds float, ptr %407, i64 %rows.i42
  %409 = load float, ptr %408, align 4
  %410 = getelementptr float, ptr %406, i64 0
  store float %409, ptr %410, align 4, !noalias !6
  %411 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %412 = getelementptr inbounds float, ptr %411, i64 %rows.i42
  %413 = load float, ptr %412, align 4
  %414 = getelementptr float, ptr %406, i64 1
  store float %413, ptr %414, align 4, !noalias !6
  %415 = add nuw nsw i64 %rows.i42, 1
  %416 = icmp ult i64 %415, %402
  br i1 %416, label %rows41, label %rows41.done

rows41.done:                                      ; preds = %rows41
  ret void
}

define internal void @layer_norm.full_packet(ptr noalias nonnull readonly align 8 captures(none) %record, i64 %program) #5 {
entry:
  %.splatinsert = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat = shufflevector <4 x i32> %.splatinsert, <4 x i32> poison, <4 x i32> zeroinitializer
  %active = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %.splat
  %0 = icmp ne i32 4, 0
  %accumulators = alloca [64 x <4 x float>], align 16
  %1 = getelementptr inbounds i8, ptr %record, i64 32
  %x = load ptr, ptr %1, align 8, !invariant.load !0
  %2 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride = load i64, ptr %2, align 8, !invariant.load !0
  %3 = mul i64 %program, %x.stride
  %x.row = getelementptr float, ptr %x, i64 %3
  %4 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride3 = load i64, ptr %4, align 8, !invariant.load !0
  %5 = icmp ugt i32 4, 1
  %6 = select i1 %5, i64 %x.stride3, i64 0
  %7 = mul i64 %x.stride3, 2
  %8 = icmp ugt i32 4, 2
  %9 = select i1 %8, i64 %7, i64 0
  %10 = mul i64 %x.stride3, 3
  %11 = icmp ugt i32 4, 3
  %12 = select i1 %11, i64 %10, i64 0
  %scratch = alloca [4 x <4 x float>], align 64
  %accumulators7 = alloca [64 x <4 x float>], align 16
  %13 = getelementptr inbounds i8, ptr %record, i64 48
  %weight = load ptr, ptr %13, align 8, !invariant.load !0
  %14 = getelementptr inbounds i8, ptr %record, i64 64
  %bias = load ptr, ptr %14, align 8, !invariant.load !0
  %.splatinsert27 = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat28 = shufflevector <4 x i32> %.splatinsert27, <4 x i32> poison, <4 x i32> zeroinitializer
  %15 = getelementptr inbounds i8, ptr %record, i64 96
  %y = load ptr, ptr %15, align 8, !invariant.load !0
  %16 = getelementptr inbounds i8, ptr %record, i64 104
  %y.stride = load i64, ptr %16, align 8, !invariant.load !0
  %17 = mul i64 %program, %y.stride
  %y.row = getelementptr float, ptr %y, i64 %17
  %18 = getelementptr inbounds i8, ptr %record, i64 104
  %y.stride29 = load i64, ptr %18, align 8, !invariant.load !0
  %19 = select i1 %5, i64 %y.stride29, i64 0
  %20 = mul i64 %y.stride29, 2
  %21 = select i1 %8, i64 %20, i64 0
  %22 = mul i64 %y.stride29, 3
  %23 = select i1 %11, i64 %22, i64 0
  br i1 %0, label %some, label %none

some:                                             ; preds = %entry
  %24 = getelementptr inbounds i8, ptr %record, i64 80
  %eps = load float, ptr %24, align 4, !invariant.load !0
  %.splatinsert1 = insertelement <4 x float> poison, float %eps, i64 0
  %.splat2 = shufflevector <4 x float> %.splatinsert1, <4 x float> poison, <4 x i32> zeroinitializer
  br label %units

none:                                             ; preds = %entry
  ret void

units:                                            ; preds = %units, %some
  %units.i = phi i64 [ 0, %some ], [ %72, %units ]
  %25 = and i64 %units.i, 15
  %26 = icmp ult i64 %units.i, 16
  %27 = mul i64 %25, 4
  %28 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %27
  %29 = select i1 %26, ptr @layer_norm.identities_sum_f32x4, ptr %28
  %30 = getelementptr inbounds <4 x float>, ptr %29, i64 0
  %31 = load <4 x float>, ptr %30, align 16
  %32 = getelementptr inbounds <4 x float>, ptr %29, i64 1
  %33 = load <4 x float>, ptr %32, align 16
  %34 = getelementptr inbounds <4 x float>, ptr %29, i64 2
  %35 = load <4 x float>, ptr %34, align 16
  %36 = getelementptr inbounds <4 x float>, ptr %29, i64 3
  %37 = load <4 x float>, ptr %36, align 16
  %38 = mul i64 %units.i, 4
  %39 = getelementptr float, ptr %x.row, i64 %38
  %40 = load <4 x float>, ptr %39, align 4, !noalias !8
  %41 = getelementptr float, ptr %x.row, i64 %38
  %42 = getelementptr float, ptr %41, i64 %6
  %43 = load <4 x float>, ptr %42, align 4, !noalias !8
  %44 = getelementptr float, ptr %x.row, i64 %38
  %45 = getelementptr float, ptr %44, i64 %9
  %46 = load <4 x float>, ptr %45, align 4, !noalias !8
  %47 = getelementptr float, ptr %x.row, i64 %38
  %48 = getelementptr float, ptr %47, i64 %12
  %49 = load <4 x float>, ptr %48, align 4, !noalias !8
  %50 = shufflevector <4 x float> %40, <4 x float> %43, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %51 = shufflevector <4 x float> %46, <4 x float> %49, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %52 = shufflevector <4 x float> %50, <4 x float> %51, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %53 = shufflevector <4 x float> %50, <4 x float> %51, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %54 = shufflevector <4 x float> %40, <4 x float> %43, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %55 = shufflevector <4 x float> %46, <4 x float> %49, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %56 = shufflevector <4 x float> %54, <4 x float> %55, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %57 = shufflevector <4 x float> %54, <4 x float> %55, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %58 = fadd <4 x float> %31, %52
  %59 = add i64 %38, 1
  %60 = fadd <4 x float> %33, %53
  %61 = add i64 %38, 2
  %62 = fadd <4 x float> %35, %56
  %63 = add i64 %38, 3
  %64 = fadd <4 x float> %37, %57
  %65 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %27
  store <4 x float> %58, ptr %65, align 16
  %66 = add i64 %27, 1
  %67 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %66
  store <4 x float> %60, ptr %67, align 16
  %68 = add i64 %27, 2
  %69 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %68
  store <4 x float> %62, ptr %69, align 16
  %70 = add i64 %27, 3
  %71 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %70
  store <4 x float> %64, ptr %71, align 16
  %72 = add nuw nsw i64 %units.i, 1
  %73 = icmp ult i64 %72, 17
  br i1 %73, label %units, label %units.done

units.done:                                       ; preds = %units
  %74 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  %75 = select i1 false, ptr @layer_norm.identities_sum_f32x4, ptr %74
  %76 = getelementptr inbounds <4 x float>, ptr %75, i64 0
  %77 = load <4 x float>, ptr %76, align 16
  %78 = getelementptr inbounds <4 x float>, ptr %75, i64 1
  %79 = load <4 x float>, ptr %78, align 16
  %80 = getelementptr inbounds <4 x float>, ptr %75, i64 2
  %81 = load <4 x float>, ptr %80, align 16
  %82 = getelementptr inbounds <4 x float>, ptr %75, i64 3
  %83 = load <4 x float>, ptr %82, align 16
  %84 = zext i32 4 to i64
  br label %rows

rows:                                             ; preds = %rows, %units.done
  %rows.i = phi i64 [ 0, %units.done ], [ %99, %rows ]
  %85 = sub i64 %84, 1
  %86 = call i64 @llvm.umin.i64(i64 %rows.i, i64 %85)
  %87 = getelementptr float, ptr %x.row, i64 68
  %88 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride4 = load i64, ptr %88, align 8, !invariant.load !0
  %89 = mul i64 %86, %x.stride4
  %90 = getelementptr float, ptr %87, i64 %89
  %91 = getelementptr float, ptr %90, i64 0
  %92 = load float, ptr %91, align 4, !noalias !8
  %93 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %94 = getelementptr inbounds float, ptr %93, i64 %rows.i
  store float %92, ptr %94, align 4
  %95 = getelementptr float, ptr %90, i64 1
  %96 = load float, ptr %95, align 4, !noalias !8
  %97 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %98 = getelementptr inbounds float, ptr %97, i64 %rows.i
  store float %96, ptr %98, align 4
  %99 = add nuw nsw i64 %rows.i, 1
  %100 = icmp ult i64 %99, 4
  br i1 %100, label %rows, label %rows.done

rows.done:                                        ; preds = %rows
  %101 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %102 = load <4 x float>, ptr %101, align 16
  %103 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %104 = load <4 x float>, ptr %103, align 16
  %105 = fadd <4 x float> %77, %102
  %106 = fadd <4 x float> %79, %104
  %107 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  store <4 x float> %105, ptr %107, align 16
  %108 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 5
  store <4 x float> %106, ptr %108, align 16
  %109 = call <4 x float> @layer_norm.join_sum_f32x4_64(ptr %accumulators)
  %110 = fdiv <4 x float> %109, splat (float 7.000000e+01)
  br label %units5

units5:                                           ; preds = %units5, %rows.done
  %units.i6 = phi i64 [ 0, %rows.done ], [ %187, %units5 ]
  %111 = and i64 %units.i6, 15
  %112 = icmp ult i64 %units.i6, 16
  %113 = mul i64 %111, 4
  %114 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %113
  %115 = select i1 %112, ptr @layer_norm.identities_sum_f32x4, ptr %114
  %116 = getelementptr inbounds <4 x float>, ptr %115, i64 0
  %117 = load <4 x float>, ptr %116, align 16
  %118 = getelementptr inbounds <4 x float>, ptr %115, i64 1
  %119 = load <4 x float>, ptr %118, align 16
  %120 = getelementptr inbounds <4 x float>, ptr %115, i64 2
  %121 = load <4 x float>, ptr %120, align 16
  %122 = getelementptr inbounds <4 x float>, ptr %115, i64 3
  %123 = load <4 x float>, ptr %122, align 16
  %124 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 %113
  %125 = select i1 %112, ptr @layer_norm.identities_sum_f32x4, ptr %124
  %126 = getelementptr inbounds <4 x float>, ptr %125, i64 0
  %127 = load <4 x float>, ptr %126, align 16
  %128 = getelementptr inbounds <4 x float>, ptr %125, i64 1
  %129 = load <4 x float>, ptr %128, align 16
  %130 = getelementptr inbounds <4 x float>, ptr %125, i64 2
  %131 = load <4 x float>, ptr %130, align 16
  %132 = getelementptr inbounds <4 x float>, ptr %125, i64 3
  %133 = load <4 x float>, ptr %132, align 16
  %134 = mul i64 %units.i6, 4
  %135 = getelementptr float, ptr %x.row, i64 %134
  %136 = load <4 x float>, ptr %135, align 4, !noalias !8
  %137 = getelementptr float, ptr %x.row, i64 %134
  %138 = getelementptr float, ptr %137, i64 %6
  %139 = load <4 x float>, ptr %138, align 4, !noalias !8
  %140 = getelementptr float, ptr %x.row, i64 %134
  %141 = getelementptr float, ptr %140, i64 %9
  %142 = load <4 x float>, ptr %141, align 4, !noalias !8
  %143 = getelementptr float, ptr %x.row, i64 %134
  %144 = getelementptr float, ptr %143, i64 %12
  %145 = load <4 x float>, ptr %144, align 4, !noalias !8
  %146 = shufflevector <4 x float> %136, <4 x float> %139, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %147 = shufflevector <4 x float> %142, <4 x float> %145, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %148 = shufflevector <4 x float> %146, <4 x float> %147, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %149 = shufflevector <4 x float> %146, <4 x float> %147, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %150 = shufflevector <4 x float> %136, <4 x float> %139, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %151 = shufflevector <4 x float> %142, <4 x float> %145, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %152 = shufflevector <4 x float> %150, <4 x float> %151, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %153 = shufflevector <4 x float> %150, <4 x float> %151, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %154 = fsub <4 x float> %148, %110
  %155 = fmul <4 x float> %154, %154
  %156 = fadd <4 x float> %117, %154
  %157 = fadd <4 x float> %127, %155
  %158 = add i64 %134, 1
  %159 = fsub <4 x float> %149, %110
  %160 = fmul <4 x float> %159, %159
  %161 = fadd <4 x float> %119, %159
  %162 = fadd <4 x float> %129, %160
  %163 = add i64 %134, 2
  %164 = fsub <4 x float> %152, %110
  %165 = fmul <4 x float> %164, %164
  %166 = fadd <4 x float> %121, %164
  %167 = fadd <4 x float> %131, %165
  %168 = add i64 %134, 3
  %169 = fsub <4 x float> %153, %110
  %170 = fmul <4 x float> %169, %169
  %171 = fadd <4 x float> %123, %169
  %172 = fadd <4 x float> %133, %170
  %173 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %113
  store <4 x float> %156, ptr %173, align 16
  %174 = add i64 %113, 1
  %175 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %174
  store <4 x float> %161, ptr %175, align 16
  %176 = add i64 %113, 2
  %177 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %176
  store <4 x float> %166, ptr %177, align 16
  %178 = add i64 %113, 3
  %179 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %178
  store <4 x float> %171, ptr %179, align 16
  %180 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 %113
  store <4 x float> %157, ptr %180, align 16
  %181 = add i64 %113, 1
  %182 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 %181
  store <4 x float> %162, ptr %182, align 16
  %183 = add i64 %113, 2
  %184 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 %183
  store <4 x float> %167, ptr %184, align 16
  %185 = add i64 %113, 3
  %186 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 %185
  store <4 x float> %172, ptr %186, align 16
  %187 = add nuw nsw i64 %units.i6, 1
  %188 = icmp ult i64 %187, 17
  br i1 %188, label %units5, label %units5.done

units5.done:                                      ; preds = %units5
  %189 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  %190 = select i1 false, ptr @layer_norm.identities_sum_f32x4, ptr %189
  %191 = getelementptr inbounds <4 x float>, ptr %190, i64 0
  %192 = load <4 x float>, ptr %191, align 16
  %193 = getelementptr inbounds <4 x float>, ptr %190, i64 1
  %194 = load <4 x float>, ptr %193, align 16
  %195 = getelementptr inbounds <4 x float>, ptr %190, i64 2
  %196 = load <4 x float>, ptr %195, align 16
  %197 = getelementptr inbounds <4 x float>, ptr %190, i64 3
  %198 = load <4 x float>, ptr %197, align 16
  %199 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 4
  %200 = select i1 false, ptr @layer_norm.identities_sum_f32x4, ptr %199
  %201 = getelementptr inbounds <4 x float>, ptr %200, i64 0
  %202 = load <4 x float>, ptr %201, align 16
  %203 = getelementptr inbounds <4 x float>, ptr %200, i64 1
  %204 = load <4 x float>, ptr %203, align 16
  %205 = getelementptr inbounds <4 x float>, ptr %200, i64 2
  %206 = load <4 x float>, ptr %205, align 16
  %207 = getelementptr inbounds <4 x float>, ptr %200, i64 3
  %208 = load <4 x float>, ptr %207, align 16
  %209 = zext i32 4 to i64
  br label %rows8

rows8:                                            ; preds = %rows8, %units5.done
  %rows.i9 = phi i64 [ 0, %units5.done ], [ %224, %rows8 ]
  %210 = sub i64 %209, 1
  %211 = call i64 @llvm.umin.i64(i64 %rows.i9, i64 %210)
  %212 = getelementptr float, ptr %x.row, i64 68
  %213 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride10 = load i64, ptr %213, align 8, !invariant.load !0
  %214 = mul i64 %211, %x.stride10
  %215 = getelementptr float, ptr %212, i64 %214
  %216 = getelementptr float, ptr %215, i64 0
  %217 = load float, ptr %216, align 4, !noalias !8
  %218 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %219 = getelementptr inbounds float, ptr %218, i64 %rows.i9
  store float %217, ptr %219, align 4
  %220 = getelementptr float, ptr %215, i64 1
  %221 = load float, ptr %220, align 4, !noalias !8
  %222 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %223 = getelementptr inbounds float, ptr %222, i64 %rows.i9
  store float %221, ptr %223, align 4
  %224 = add nuw nsw i64 %rows.i9, 1
  %225 = icmp ult i64 %224, 4
  br i1 %225, label %rows8, label %rows8.done

rows8.done:                                       ; preds = %rows8
  %226 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %227 = load <4 x float>, ptr %226, align 16
  %228 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %229 = load <4 x float>, ptr %228, align 16
  %230 = fsub <4 x float> %227, %110
  %231 = fmul <4 x float> %230, %230
  %232 = fadd <4 x float> %192, %230
  %233 = fadd <4 x float> %202, %231
  %234 = fsub <4 x float> %229, %110
  %235 = fmul <4 x float> %234, %234
  %236 = fadd <4 x float> %194, %234
  %237 = fadd <4 x float> %204, %235
  %238 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  store <4 x float> %232, ptr %238, align 16
  %239 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 5
  store <4 x float> %236, ptr %239, align 16
  %240 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 4
  store <4 x float> %233, ptr %240, align 16
  %241 = getelementptr inbounds <4 x float>, ptr %accumulators7, i64 5
  store <4 x float> %237, ptr %241, align 16
  %242 = call <4 x float> @layer_norm.join_sum_f32x4_64(ptr %accumulators)
  %243 = call <4 x float> @layer_norm.join_sum_f32x4_64(ptr %accumulators7)
  %244 = fdiv <4 x float> %242, splat (float 7.000000e+01)
  %245 = fdiv <4 x float> %243, splat (float 7.000000e+01)
  %246 = fmul <4 x float> %244, %244
  %247 = fsub <4 x float> %245, %246
  %248 = fadd <4 x float> %247, %.splat2
  %249 = fcmp oge <4 x float> %248, splat (float 0x39B0000000000000)
  %250 = fcmp ole <4 x float> %248, splat (float 0x47EFFFFFE0000000)
  %251 = and <4 x i1> %249, %250
  %252 = fmul <4 x float> %248, splat (float 8.000000e+00)
  %253 = fcmp ole <4 x float> %246, %252
  %254 = and <4 x i1> %251, %253
  %255 = xor <4 x i1> %254, splat (i1 true)
  %256 = and <4 x i1> %255, %active
  %257 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %256)
  br i1 %257, label %rescue, label %ordinary, !prof !7

rescue:                                           ; preds = %rows8.done
  %258 = bitcast <4 x i1> %256 to i4
  %259 = zext i4 %258 to i32
  br label %lanes

ordinary:                                         ; preds = %rows8.done
  %260 = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %248)
  %261 = fdiv <4 x float> splat (float 1.000000e+00), %260
  br label %elements

lanes:                                            ; preds = %next, %rescue
  %lane = phi i32 [ 0, %rescue ], [ %269, %next ]
  %262 = zext i32 %lane to i64
  %263 = add i64 %program, %262
  %264 = lshr i32 %259, %lane
  %265 = trunc i32 %264 to i1
  br i1 %265, label %alone, label %between

alone:                                            ; preds = %lanes
  call void @layer_norm.rescue(ptr %record, i64 %263, i32 4)
  br label %next

between:                                          ; preds = %lanes
  %266 = call i32 @llvm.cttz.i32(i32 %264, i1 false)
  %267 = sub i32 4, %lane
  %268 = call i32 @llvm.umin.i32(i32 %266, i32 %267)
  call void @layer_norm.packet(ptr %record, i64 %263, i32 %268)
  br label %next

next:                                             ; preds = %between, %alone
  %step = phi i32 [ 1, %alone ], [ %268, %between ]
  %269 = add i32 %lane, %step
  %270 = icmp ult i32 %269, 4
  br i1 %270, label %lanes, label %rescued

rescued:                                          ; preds = %next
  ret void

elements:                                         ; preds = %elements, %ordinary
  %elements.i = phi i64 [ 0, %ordinary ], [ %359, %elements ]
  %271 = mul i64 %elements.i, 4
  %272 = getelementptr float, ptr %x.row, i64 %271
  %273 = load <4 x float>, ptr %272, align 4, !noalias !8
  %274 = getelementptr float, ptr %x.row, i64 %271
  %275 = getelementptr float, ptr %274, i64 %6
  %276 = load <4 x float>, ptr %275, align 4, !noalias !8
  %277 = getelementptr float, ptr %x.row, i64 %271
  %278 = getelementptr float, ptr %277, i64 %9
  %279 = load <4 x float>, ptr %278, align 4, !noalias !8
  %280 = getelementptr float, ptr %x.row, i64 %271
  %281 = getelementptr float, ptr %280, i64 %12
  %282 = load <4 x float>, ptr %281, align 4, !noalias !8
  %283 = shufflevector <4 x float> %273, <4 x float> %276, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %284 = shufflevector <4 x float> %279, <4 x float> %282, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %285 = shufflevector <4 x float> %283, <4 x float> %284, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %286 = shufflevector <4 x float> %283, <4 x float> %284, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %287 = shufflevector <4 x float> %273, <4 x float> %276, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %288 = shufflevector <4 x float> %279, <4 x float> %282, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %289 = shufflevector <4 x float> %287, <4 x float> %288, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %290 = shufflevector <4 x float> %287, <4 x float> %288, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %291 = getelementptr float, ptr %weight, i64 %271
  %292 = load float, ptr %291, align 4, !alias.scope !11, !noalias !8
  %.splatinsert11 = insertelement <4 x float> poison, float %292, i64 0
  %.splat12 = shufflevector <4 x float> %.splatinsert11, <4 x float> poison, <4 x i32> zeroinitializer
  %293 = add i64 %271, 1
  %294 = getelementptr float, ptr %weight, i64 %293
  %295 = load float, ptr %294, align 4, !alias.scope !11, !noalias !8
  %.splatinsert13 = insertelement <4 x float> poison, float %295, i64 0
  %.splat14 = shufflevector <4 x float> %.splatinsert13, <4 x float> poison, <4 x i32> zeroinitializer
  %296 = add i64 %271, 2
  %297 = getelementptr float, ptr %weight, i64 %296
  %298 = load float, ptr %297, align 4, !alias.scope !11, !noalias !8
  %.splatinsert15 = insertelement <4 x float> poison, float %298, i64 0
  %.splat16 = shufflevector <4 x float> %.splatinsert15, <4 x float> poison, <4 x i32> zeroinitializer
  %299 = add i64 %271, 3
  %300 = getelementptr float, ptr %weight, i64 %299
  %301 = load float, ptr %300, align 4, !alias.scope !11, !noalias !8
  %.splatinsert17 = insertelement <4 x float> poison, float %301, i64 0
  %.splat18 = shufflevector <4 x float> %.splatinsert17, <4 x float> poison, <4 x i32> zeroinitializer
  %302 = getelementptr float, ptr %bias, i64 %271
  %303 = load float, ptr %302, align 4, !alias.scope !11, !noalias !8
  %.splatinsert19 = insertelement <4 x float> poison, float %303, i64 0
  %.splat20 = shufflevector <4 x float> %.splatinsert19, <4 x float> poison, <4 x i32> zeroinitializer
  %304 = add i64 %271, 1
  %305 = getelementptr float, ptr %bias, i64 %304
  %306 = load float, ptr %305, align 4, !alias.scope !11, !noalias !8
  %.splatinsert21 = insertelement <4 x float> poison, float %306, i64 0
  %.splat22 = shufflevector <4 x float> %.splatinsert21, <4 x float> poison, <4 x i32> zeroinitializer
  %307 = add i64 %271, 2
  %308 = getelementptr float, ptr %bias, i64 %307
  %309 = load float, ptr %308, align 4, !alias.scope !11, !noalias !8
  %.splatinsert23 = insertelement <4 x float> poison, float %309, i64 0
  %.splat24 = shufflevector <4 x float> %.splatinsert23, <4 x float> poison, <4 x i32> zeroinitializer
  %310 = add i64 %271, 3
  %311 = getelementptr float, ptr %bias, i64 %310
  %312 = load float, ptr %311, align 4, !alias.scope !11, !noalias !8
  %.splatinsert25 = insertelement <4 x float> poison, float %312, i64 0
  %.splat26 = shufflevector <4 x float> %.splatinsert25, <4 x float> poison, <4 x i32> zeroinitializer
  %313 = fsub <4 x float> %285, %110
  %314 = fsub <4 x float> %313, %244
  %315 = fmul <4 x float> %314, %261
  %316 = fmul <4 x float> %315, %.splat12
  %317 = fadd <4 x float> %316, %.splat20
  %318 = add i64 %271, 1
  %319 = fsub <4 x float> %286, %110
  %320 = fsub <4 x float> %319, %244
  %321 = fmul <4 x float> %320, %261
  %322 = fmul <4 x float> %321, %.splat14
  %323 = fadd <4 x float> %322, %.splat22
  %324 = add i64 %271, 2
  %325 = fsub <4 x float> %289, %110
  %326 = fsub <4 x float> %325, %244
  %327 = fmul <4 x float> %326, %261
  %328 = fmul <4 x float> %327, %.splat16
  %329 = fadd <4 x float> %328, %.splat24
  %330 = add i64 %271, 3
  %331 = fsub <4 x float> %290, %110
  %332 = fsub <4 x float> %331, %244
  %333 = fmul <4 x float> %332, %261
  %334 = fmul <4 x float> %333, %.splat18
  %335 = fadd <4 x float> %334, %.splat26
  %336 = shufflevector <4 x float> %317, <4 x float> %323, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %337 = shufflevector <4 x float> %329, <4 x float> %335, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %338 = shufflevector <4 x float> %336, <4 x float> %337, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %339 = shufflevector <4 x float> %336, <4 x float> %337, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %340 = shufflevector <4 x float> %317, <4 x float> %323, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %341 = shufflevector <4 x float> %329, <4 x float> %335, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %342 = shufflevector <4 x float> %340, <4 x float> %341, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %343 = shufflevector <4 x float> %340, <4 x float> %341, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %344 = shufflevector <4 x float> %338, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %345 = shufflevector <4 x float> %339, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %346 = shufflevector <4 x float> %342, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %347 = shufflevector <4 x float> %343, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %348 = icmp sgt <4 x i32> %.splat28, zeroinitializer
  %349 = getelementptr float, ptr %y.row, i64 %271
  call void @llvm.masked.store.v4f32.p0(<4 x float> %344, ptr %349, i32 4, <4 x i1> %348), !noalias !13
  %350 = icmp sgt <4 x i32> %.splat28, splat (i32 1)
  %351 = getelementptr float, ptr %y.row, i64 %271
  %352 = getelementptr float, ptr %351, i64 %19
  call void @llvm.masked.store.v4f32.p0(<4 x float> %345, ptr %352, i32 4, <4 x i1> %350), !noalias !13
  %353 = icmp sgt <4 x i32> %.splat28, splat (i32 2)
  %354 = getelementptr float, ptr %y.row, i64 %271
  %355 = getelementptr float, ptr %354, i64 %21
  call void @llvm.masked.store.v4f32.p0(<4 x float> %346, ptr %355, i32 4, <4 x i1> %353), !noalias !13
  %356 = icmp sgt <4 x i32> %.splat28, splat (i32 3)
  %357 = getelementptr float, ptr %y.row, i64 %271
  %358 = getelementptr float, ptr %357, i64 %23
  call void @llvm.masked.store.v4f32.p0(<4 x float> %347, ptr %358, i32 4, <4 x i1> %356), !noalias !13
  %359 = add nuw nsw i64 %elements.i, 1
  %360 = icmp ult i64 %359, 17
  br i1 %360, label %elements, label %elements.done

elements.done:                                    ; preds = %elements
  %361 = zext i32 4 to i64
  br label %rows30

rows30:                                           ; preds = %rows30, %elements.done
  %rows.i31 = phi i64 [ 0, %elements.done ], [ %376, %rows30 ]
  %362 = sub i64 %361, 1
  %363 = call i64 @llvm.umin.i64(i64 %rows.i31, i64 %362)
  %364 = getelementptr float, ptr %x.row, i64 68
  %365 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride32 = load i64, ptr %365, align 8, !invariant.load !0
  %366 = mul i64 %363, %x.stride32
  %367 = getelementptr float, ptr %364, i64 %366
  %368 = getelementptr float, ptr %367, i64 0
  %369 = load float, ptr %368, align 4, !noalias !8
  %370 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %371 = getelementptr inbounds float, ptr %370, i64 %rows.i31
  store float %369, ptr %371, align 4
  %372 = getelementptr float, ptr %367, i64 1
  %373 = load float, ptr %372, align 4, !noalias !8
  %374 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %375 = getelementptr inbounds float, ptr %374, i64 %rows.i31
  store float %373, ptr %375, align 4
  %376 = add nuw nsw i64 %rows.i31, 1
  %377 = icmp ult i64 %376, 4
  br i1 %377, label %rows30, label %rows30.done

rows30.done:                                      ; preds = %rows30
  %378 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %379 = load <4 x float>, ptr %378, align 16
  %380 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %381 = load <4 x float>, ptr %380, align 16
  %382 = getelementptr float, ptr %weight, i64 68
  %383 = load float, ptr %382, align 4, !alias.scope !11, !noalias !8
  %.splatinsert33 = insertelement <4 x float> poison, float %383, i64 0
  %.splat34 = shufflevector <4 x float> %.splatinsert33, <4 x float> poison, <4 x i32> zeroinitializer
  %384 = getelementptr float, ptr %weight, i64 69
  %385 = load float, ptr %384, align 4, !alias.scope !11, !noalias !8
  %.splatinsert35 = insertelement <4 x float> poison, float %385, i64 0
  %.splat36 = shufflevector <4 x float> %.splatinsert35, <4 x float> poison, <4 x i32> zeroinitializer
  %386 = getelementptr float, ptr %bias, i64 68
  %387 = load float, ptr %386, align 4, !alias.scope !11, !noalias !8
  %.splatinsert37 = insertelement <4 x float> poison, float %387, i64 0
  %.splat38 = shufflevector <4 x float> %.splatinsert37, <4 x float> poison, <4 x i32> zeroinitializer
  %388 = getelementptr float, ptr %bias, i64 69
  %389 = load float, ptr %388, align 4, !alias.scope !11, !noalias !8
  %.splatinsert39 = insertelement <4 x float> poison, float %389, i64 0
  %.splat40 = shufflevector <4 x float> %.splatinsert39, <4 x float> poison, <4 x i32> zeroinitializer
  %390 = fsub <4 x float> %379, %110
  %391 = fsub <4 x float> %390, %244
  %392 = fmul <4 x float> %391, %261
  %393 = fmul <4 x float> %392, %.splat34
  %394 = fadd <4 x float> %393, %.splat38
  %395 = fsub <4 x float> %381, %110
  %396 = fsub <4 x float> %395, %244
  %397 = fmul <4 x float> %396, %261
  %398 = fmul <4 x float> %397, %.splat36
  %399 = fadd <4 x float> %398, %.splat40
  %400 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  store <4 x float> %394, ptr %400, align 16
  %401 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  store <4 x float> %399, ptr %401, align 16
  %402 = zext i32 4 to i64
  br label %rows41

rows41:                                           ; preds = %rows41, %rows30.done
  %rows.i42 = phi i64 [ 0, %rows30.done ], [ %415, %rows41 ]
  %403 = getelementptr float, ptr %y.row, i64 68
  %404 = getelementptr inbounds i8, ptr %record, i64 104
  %y.stride43 = load i64, ptr %404, align 8, !invariant.load !0
  %405 = mul i64 %rows.i42, %y.stride43
  %406 = getelementptr float, ptr %403, i64 %405
  %407 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %408 = getelementptr inbounds float, ptr %407, i64 %rows.i42
  %409 = load float, ptr %408, align 4
  %410 = getelementptr float, ptr %406, i64 0
  store float %409, ptr %410, align 4, !noalias !13
  %411 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %412 = getelementptr inbounds float, ptr %411, i64 %rows.i42
  %413 = load float, ptr %412, align 4
  %414 = getelementptr float, ptr %406, i64 1
  store float %413, ptr %414, align 4, !noalias !13
  %415 = add nuw nsw i64 %rows.i42, 1
  %416 = icmp ult i64 %415, %402
  br i1 %416, label %rows41, label %rows41.done

rows41.done:                                      ; preds = %rows41
  ret void
}

define internal void @layer_norm.block(ptr %record, i64 %first, i64 %programs) #5 {
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
  call void @layer_norm.packet(ptr %record, i64 %5, i32 %8) #6
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
  call void @layer_norm.full_packet(ptr %record, i64 %10) #7
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
  call void @layer_norm.full_packet(ptr %record, i64 %17) #7
  %21 = add nuw nsw i64 %packets.partial.i, 1
  %22 = icmp ult i64 %21, %full
  br i1 %22, label %packets.partial, label %packets.partial.done

packets.partial.done:                             ; preds = %packets.partial
  br label %rest
}

define void @layer_norm(ptr %record) #5 {
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
  %3 = call i64 @llvm.umin.i64(i64 %programs, i64 64)
  %next = add i64 %first, %3
  %4 = getelementptr inbounds i8, ptr %record, i64 0
  store i64 %next, ptr %4, align 8
  %5 = icmp ult i64 %next, %end
  br i1 %5, label %blocks, label %done

done:                                             ; preds = %blocks, %entry
  ret void
}
