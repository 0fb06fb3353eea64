define internal void @rms_norm.packet(ptr noalias nonnull readonly align 8 captures(none) %record, i64 %program, i32 %active_lanes) #5 {
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
  %13 = getelementptr inbounds i8, ptr %record, i64 48
  %weight = load ptr, ptr %13, align 8, !invariant.load !0
  %.splatinsert13 = insertelement <4 x i32> poison, i32 %active_lanes, i64 0
  %.splat14 = shufflevector <4 x i32> %.splatinsert13, <4 x i32> poison, <4 x i32> zeroinitializer
  %14 = getelementptr inbounds i8, ptr %record, i64 80
  %y = load ptr, ptr %14, align 8, !invariant.load !0
  %15 = getelementptr inbounds i8, ptr %record, i64 88
  %y.stride = load i64, ptr %15, align 8, !invariant.load !0
  %16 = mul i64 %program, %y.stride
  %y.row = getelementptr float, ptr %y, i64 %16
  %17 = getelementptr inbounds i8, ptr %record, i64 88
  %y.stride15 = load i64, ptr %17, align 8, !invariant.load !0
  %18 = select i1 %5, i64 %y.stride15, i64 0
  %19 = mul i64 %y.stride15, 2
  %20 = select i1 %8, i64 %19, i64 0
  %21 = mul i64 %y.stride15, 3
  %22 = select i1 %11, i64 %21, i64 0
  br i1 %0, label %some, label %none

some:                                             ; preds = %entry
  %23 = getelementptr inbounds i8, ptr %record, i64 64
  %eps = load float, ptr %23, align 4, !invariant.load !0
  %.splatinsert1 = insertelement <4 x float> poison, float %eps, i64 0
  %.splat2 = shufflevector <4 x float> %.splatinsert1, <4 x float> poison, <4 x i32> zeroinitializer
  br label %units

none:                                             ; preds = %entry
  ret void

units:                                            ; preds = %units, %some
  %units.i = phi i64 [ 0, %some ], [ %75, %units ]
  %24 = and i64 %units.i, 15
  %25 = icmp ult i64 %units.i, 16
  %26 = mul i64 %24, 4
  %27 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %26
  %28 = select i1 %25, ptr @rms_norm.identities_sum_f32x4, ptr %27
  %29 = getelementptr inbounds <4 x float>, ptr %28, i64 0
  %30 = load <4 x float>, ptr %29, align 16
  %31 = getelementptr inbounds <4 x float>, ptr %28, i64 1
  %32 = load <4 x float>, ptr %31, align 16
  %33 = getelementptr inbounds <4 x float>, ptr %28, i64 2
  %34 = load <4 x float>, ptr %33, align 16
  %35 = getelementptr inbounds <4 x float>, ptr %28, i64 3
  %36 = load <4 x float>, ptr %35, align 16
  %37 = mul i64 %units.i, 4
  %38 = getelementptr float, ptr %x.row, i64 %37
  %39 = load <4 x float>, ptr %38, align 4, !noalias !1
  %40 = getelementptr float, ptr %x.row, i64 %37
  %41 = getelementptr float, ptr %40, i64 %6
  %42 = load <4 x float>, ptr %41, align 4, !noalias !1
  %43 = getelementptr float, ptr %x.row, i64 %37
  %44 = getelementptr float, ptr %43, i64 %9
  %45 = load <4 x float>, ptr %44, align 4, !noalias !1
  %46 = getelementptr float, ptr %x.row, i64 %37
  %47 = getelementptr float, ptr %46, i64 %12
  %48 = load <4 x float>, ptr %47, align 4, !noalias !1
  %49 = shufflevector <4 x float> %39, <4 x float> %42, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %50 = shufflevector <4 x float> %45, <4 x float> %48, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %51 = shufflevector <4 x float> %49, <4 x float> %50, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %52 = shufflevector <4 x float> %49, <4 x float> %50, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %53 = shufflevector <4 x float> %39, <4 x float> %42, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %54 = shufflevector <4 x float> %45, <4 x float> %48, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %55 = shufflevector <4 x float> %53, <4 x float> %54, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %56 = shufflevector <4 x float> %53, <4 x float> %54, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %57 = fmul <4 x float> %51, %51
  %58 = fadd <4 x float> %30, %57
  %59 = add i64 %37, 1
  %60 = fmul <4 x float> %52, %52
  %61 = fadd <4 x float> %32, %60
  %62 = add i64 %37, 2
  %63 = fmul <4 x float> %55, %55
  %64 = fadd <4 x float> %34, %63
  %65 = add i64 %37, 3
  %66 = fmul <4 x float> %56, %56
  %67 = fadd <4 x float> %36, %66
  %68 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %26
  store <4 x float> %58, ptr %68, align 16
  %69 = add i64 %26, 1
  %70 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %69
  store <4 x float> %61, ptr %70, align 16
  %71 = add i64 %26, 2
  %72 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %71
  store <4 x float> %64, ptr %72, align 16
  %73 = add i64 %26, 3
  %74 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %73
  store <4 x float> %67, ptr %74, align 16
  %75 = add nuw nsw i64 %units.i, 1
  %76 = icmp ult i64 %75, 17
  br i1 %76, label %units, label %units.done

units.done:                                       ; preds = %units
  %77 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  %78 = select i1 false, ptr @rms_norm.identities_sum_f32x4, ptr %77
  %79 = getelementptr inbounds <4 x float>, ptr %78, i64 0
  %80 = load <4 x float>, ptr %79, align 16
  %81 = getelementptr inbounds <4 x float>, ptr %78, i64 1
  %82 = load <4 x float>, ptr %81, align 16
  %83 = getelementptr inbounds <4 x float>, ptr %78, i64 2
  %84 = load <4 x float>, ptr %83, align 16
  %85 = getelementptr inbounds <4 x float>, ptr %78, i64 3
  %86 = load <4 x float>, ptr %85, align 16
  %87 = zext i32 %active_lanes to i64
  br label %rows

rows:                                             ; preds = %rows, %units.done
  %rows.i = phi i64 [ 0, %units.done ], [ %102, %rows ]
  %88 = sub i64 %87, 1
  %89 = call i64 @llvm.umin.i64(i64 %rows.i, i64 %88)
  %90 = getelementptr float, ptr %x.row, i64 68
  %91 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride4 = load i64, ptr %91, align 8, !invariant.load !0
  %92 = mul i64 %89, %x.stride4
  %93 = getelementptr float, ptr %90, i64 %92
  %94 = getelementptr float, ptr %93, i64 0
  %95 = load float, ptr %94, align 4, !noalias !1
  %96 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %97 = getelementptr inbounds float, ptr %96, i64 %rows.i
  store float %95, ptr %97, align 4
  %98 = getelementptr float, ptr %93, i64 1
  %99 = load float, ptr %98, align 4, !noalias !1
  %100 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %101 = getelementptr inbounds float, ptr %100, i64 %rows.i
  store float %99, ptr %101, align 4
  %102 = add nuw nsw i64 %rows.i, 1
  %103 = icmp ult i64 %102, 4
  br i1 %103, label %rows, label %rows.done

rows.done:                                        ; preds = %rows
  %104 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %105 = load <4 x float>, ptr %104, align 16
  %106 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %107 = load <4 x float>, ptr %106, align 16
  %108 = fmul <4 x float> %105, %105
  %109 = fadd <4 x float> %80, %108
  %110 = fmul <4 x float> %107, %107
  %111 = fadd <4 x float> %82, %110
  %112 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  store <4 x float> %109, ptr %112, align 16
  %113 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 5
  store <4 x float> %111, ptr %113, align 16
  %114 = call <4 x float> @rms_norm.join_sum_f32x4_64(ptr %accumulators)
  %115 = fdiv <4 x float> %114, splat (float 7.000000e+01)
  %116 = fadd <4 x float> %115, %.splat2
  %117 = fcmp oge <4 x float> %116, splat (float 0x39B0000000000000)
  %118 = fcmp ole <4 x float> %116, splat (float 0x47EFFFFFE0000000)
  %119 = and <4 x i1> %117, %118
  %120 = xor <4 x i1> %119, splat (i1 true)
  %121 = and <4 x i1> %120, %active
  %122 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %121)
  br i1 %122, label %rescue, label %ordinary, !prof !7

rescue:                                           ; preds = %rows.done
  %123 = bitcast <4 x i1> %121 to i4
  %124 = zext i4 %123 to i32
  br label %lanes

ordinary:                                         ; preds = %rows.done
  %125 = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %116)
  %126 = fdiv <4 x float> splat (float 1.000000e+00), %125
  br label %elements

lanes:                                            ; preds = %next, %rescue
  %lane = phi i32 [ 0, %rescue ], [ %134, %next ]
  %127 = zext i32 %lane to i64
  %128 = add i64 %program, %127
  %129 = lshr i32 %124, %lane
  %130 = trunc i32 %129 to i1
  br i1 %130, label %alone, label %between

alone:                                            ; preds = %lanes
  call void @rms_norm.rescue(ptr %record, i64 %128, i32 4)
  br label %next

between:                                          ; preds = %lanes
  %131 = call i32 @llvm.cttz.i32(i32 %129, i1 false)
  %132 = sub i32 %active_lanes, %lane
  %133 = call i32 @llvm.umin.i32(i32 %131, i32 %132)
  call void @rms_norm.packet(ptr %record, i64 %128, i32 %133)
  br label %next

next:                                             ; preds = %between, %alone
  %step = phi i32 [ 1, %alone ], [ %133, %between ]
  %134 = add i32 %lane, %step
  %135 = icmp ult i32 %134, %active_lanes
  br i1 %135, label %lanes, label %rescued

rescued:                                          ; preds = %next
  ret void

elements:                                         ; preds = %elements, %ordinary
  %elements.i = phi i64 [ 0, %ordinary ], [ %201, %elements ]
  %136 = mul i64 %elements.i, 4
  %137 = getelementptr float, ptr %x.row, i64 %136
  %138 = load <4 x float>, ptr %137, align 4, !noalias !1
  %139 = getelementptr float, ptr %x.row, i64 %136
  %140 = getelementptr float, ptr %139, i64 %6
  %141 = load <4 x float>, ptr %140, align 4, !noalias !1
  %142 = getelementptr float, ptr %x.row, i64 %136
  %143 = getelementptr float, ptr %142, i64 %9
  %144 = load <4 x float>, ptr %143, align 4, !noalias !1
  %145 = getelementptr float, ptr %x.row, i64 %136
  %146 = getelementptr float, ptr %145, i64 %12
  %147 = load <4 x float>, ptr %146, align 4, !noalias !1
  %148 = shufflevector <4 x float> %138, <4 x float> %141, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %149 = shufflevector <4 x float> %144, <4 x float> %147, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %150 = shufflevector <4 x float> %148, <4 x float> %149, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %151 = shufflevector <4 x float> %148, <4 x float> %149, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %152 = shufflevector <4 x float> %138, <4 x float> %141, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %153 = shufflevector <4 x float> %144, <4 x float> %147, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %154 = shufflevector <4 x float> %152, <4 x float> %153, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %155 = shufflevector <4 x float> %152, <4 x float> %153, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %156 = getelementptr float, ptr %weight, i64 %136
  %157 = load float, ptr %156, align 4, !alias.scope !4, !noalias !1
  %.splatinsert5 = insertelement <4 x float> poison, float %157, i64 0
  %.splat6 = shufflevector <4 x float> %.splatinsert5, <4 x float> poison, <4 x i32> zeroinitializer
  %158 = add i64 %136, 1
  %159 = getelementptr float, ptr %weight, i64 %158
  %160 = load float, ptr %159, align 4, !alias.scope !4, !noalias !1
  %.splatinsert7 = insertelement <4 x float> poison, float %160, i64 0
  %.splat8 = shufflevector <4 x float> %.splatinsert7, <4 x float> poison, <4 x i32> zeroinitializer
  %161 = add i64 %136, 2
  %162 = getelementptr float, ptr %weight, i64 %161
  %163 = load float, ptr %162, align 4, !alias.scope !4, !noalias !1
  %.splatinsert9 = insertelement <4 x float> poison, float %163, i64 0
  %.splat10 = shufflevector <4 x float> %.splatinsert9, <4 x float> poison, <4 x i32> zeroinitializer
  %164 = add i64 %136, 3
  %165 = getelementptr float, ptr %weight, i64 %164
  %166 = load float, ptr %165, align 4, !alias.scope !4, !noalias !1
  %.splatinsert11 = insertelement <4 x float> poison, float %166, i64 0
  %.splat12 = shufflevector <4 x float> %.splatinsert11, <4 x float> poison, <4 x i32> zeroinitializer
  %167 = fmul <4 x float> %150, %126
  %168 = fmul <4 x float> %167, %.splat6
  %169 = add i64 %136, 1
  %170 = fmul <4 x float> %151, %126
  %171 = fmul <4 x float> %170, %.splat8
  %172 = add i64 %136, 2
  %173 = fmul <4 x float> %154, %126
  %174 = fmul <4 x float> %173, %.splat10
  %175 = add i64 %136, 3
  %176 = fmul <4 x float> %155, %126
  %177 = fmul <4 x float> %176, %.splat12
  %178 = shufflevector <4 x float> %168, <4 x float> %171, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %179 = shufflevector <4 x float> %174, <4 x float> %177, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %180 = shufflevector <4 x float> %178, <4 x float> %179, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %181 = shufflevector <4 x float> %178, <4 x float> %179, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %182 = shufflevector <4 x float> %168, <4 x float> %171, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %183 = shufflevector <4 x float> %174, <4 x float> %177, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %184 = shufflevector <4 x float> %182, <4 x float> %183, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %185 = shufflevector <4 x float> %182, <4 x float> %183, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %186 = shufflevector <4 x float> %180, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %187 = shufflevector <4 x float> %181, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %188 = shufflevector <4 x float> %184, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %189 = shufflevector <4 x float> %185, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %190 = icmp sgt <4 x i32> %.splat14, zeroinitializer
  %191 = getelementptr float, ptr %y.row, i64 %136
  call void @llvm.masked.store.v4f32.p0(<4 x float> %186, ptr %191, i32 4, <4 x i1> %190), !noalias !6
  %192 = icmp sgt <4 x i32> %.splat14, splat (i32 1)
  %193 = getelementptr float, ptr %y.row, i64 %136
  %194 = getelementptr float, ptr %193, i64 %18
  call void @llvm.masked.store.v4f32.p0(<4 x float> %187, ptr %194, i32 4, <4 x i1> %192), !noalias !6
  %195 = icmp sgt <4 x i32> %.splat14, splat (i32 2)
  %196 = getelementptr float, ptr %y.row, i64 %136
  %197 = getelementptr float, ptr %196, i64 %20
  call void @llvm.masked.store.v4f32.p0(<4 x float> %188, ptr %197, i32 4, <4 x i1> %195), !noalias !6
  %198 = icmp sgt <4 x i32> %.splat14, splat (i32 3)
  %199 = getelementptr float, ptr %y.row, i64 %136
  %200 = getelementptr float, ptr %199, i64 %22
  call void @llvm.masked.store.v4f32.p0(<4 x float> %189, ptr %200, i32 4, <4 x i1> %198), !noalias !6
  %201 = add nuw nsw i64 %elements.i, 1
  %202 = icmp ult i64 %201, 17
  br i1 %202, label %elements, label %elements.done

elements.done:                                    ; preds = %elements
  %203 = zext i32 %active_lanes to i64
  br label %rows16

rows16:                                           ; preds = %rows16, %elements.done
  %rows.i17 = phi i64 [ 0, %elements.done ], [ %218, %rows16 ]
  %204 = sub i64 %203, 1
  %205 = call i64 @llvm.umin.i64(i64 %rows.i17, i64 %204)
  %206 = getelementptr float, ptr %x.row, i64 68
  %207 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride18 = load i64, ptr %207, align 8, !invariant.load !0
  %208 = mul i64 %205, %x.stride18
  %209 = getelementptr float, ptr %206, i64 %208
  %210 = getelementptr float, ptr %209, i64 0
  %211 = load float, ptr %210, align 4, !noalias !1
  %212 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %213 = getelementptr inbounds float, ptr %212, i64 %rows.i17
  store float %211, ptr %213, align 4
  %214 = getelementptr float, ptr %209, i64 1
  %215 = load float, ptr %214, align 4, !noalias !1
  %216 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %217 = getelementptr inbounds float, ptr %216, i64 %rows.i17
  store float %215, ptr %217, align 4
  %218 = add nuw nsw i64 %rows.i17, 1
  %219 = icmp ult i64 %218, 4
  br i1 %219, label %rows16, label %rows16.done

rows16.done:                                      ; preds = %rows16
  %220 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %221 = load <4 x float>, ptr %220, align 16
  %222 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %223 = load <4 x float>, ptr %222, align 16
  %224 = getelementptr float, ptr %weight, i64 68
  %225 = load float, ptr %224, align 4, !alias.scope !4, !noalias !1
  %.splatinsert19 = insertelement <4 x float> poison, float %225, i64 0
  %.splat20 = shufflevector <4 x float> %.splatinsert19, <4 x float> poison, <4 x i32> zeroinitializer
  %226 = getelementptr float, ptr %weight, i64 69
  %227 = load float, ptr %226, align 4, !alias.scope !4, !noalias !1
  %.splatinsert21 = insertelement <4 x float> poison, float %227, i64 0
  %.splat22 = shufflevector <4 x float> %.splatinsert21, <4 x float> poison, <4 x i32> zeroinitializer
  %228 = fmul <4 x float> %221, %126
  %229 = fmul <4 x float> %228, %.splat20
  %230 = fmul <4 x float> %223, %126
  %231 = fmul <4 x float> %230, %.splat22
  %232 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  store <4 x float> %229, ptr %232, align 16
  %233 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  store <4 x float> %231, ptr %233, align 16
  %234 = zext i32 %active_lanes to i64
  br label %rows23

rows23:                                           ; preds = %rows23, %rows16.done
  %rows.i24 = phi i64 [ 0, %rows16.done ], [ %247, %rows23 ]
  %235 = getelementptr float, ptr %y.row, i64 68
  %236 = getelementptr inbounds i8, ptr %record, i64 88
  %y.stride25 = load i64, ptr %236, align 8, !invariant.load !0
  %237 = mul i64 %rows.i24, %y.stride25
  %238 = getelementptr float, ptr %235, i64 %237
  %239 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %240 = getelementptr inbounds float, ptr %239, i64 %rows.i24
  %241 = load float, ptr %240, align 4
  %242 = getelementptr float, ptr %238, i64 0
  store float %241, ptr %242, align 4, !noalias !6
  %243 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %244 = getelementptr inbounds float, ptr %243, i64 %rows.i24
  %245 = load float, ptr %244, align 4
  %246 = getelementptr float, ptr %238, i64 1
  store float %245, ptr %246, align 4, !noalias !6
  %247 = add nuw nsw i64 %rows.i24, 1
  %248 = icmp ult i64 %247, %234
  br i1 %248, label %rows23, label %rows23.done

rows23.done:                                      ; preds = %rows23
  ret void
}

define internal void @rms_norm.full_packet(ptr noalias nonnull readonly align 8 captures(none) %record, i64 %program) #5 {
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
  %13 = getelementptr inbounds i8, ptr %record, i64 48
  %weight = load ptr, ptr %13, align 8, !invariant.load !0
  %.splatinsert13 = insertelement <4 x i32> poison, i32 4, i64 0
  %.splat14 = shufflevector <4 x i32> %.splatinsert13, <4 x i32> poison, <4 x i32> zeroinitializer
  %14 = getelementptr inbounds i8, ptr %record, i64 80
  %y = load ptr, ptr %14, align 8, !invariant.load !0
  %15 = getelementptr inbounds i8, ptr %record, i64 88
  %y.stride = load i64, ptr %15, align 8, !invariant.load !0
  %16 = mul i64 %program, %y.stride
  %y.row = getelementptr float, ptr %y, i64 %16
  %17 = getelementptr inbounds i8, ptr %record, i64 88
  %y.stride15 = load i64, ptr %17, align 8, !invariant.load !0
  %18 = select i1 %5, i64 %y.stride15, i64 0
  %19 = mul i64 %y.stride15, 2
  %20 = select i1 %8, i64 %19, i64 0
  %21 = mul i64 %y.stride15, 3
  %22 = select i1 %11, i64 %21, i64 0
  br i1 %0, label %some, label %none

some:                                             ; preds = %entry
  %23 = getelementptr inbounds i8, ptr %record, i64 64
  %eps = load float, ptr %23, align 4, !invariant.load !0
  %.splatinsert1 = insertelement <4 x float> poison, float %eps, i64 0
  %.splat2 = shufflevector <4 x float> %.splatinsert1, <4 x float> poison, <4 x i32> zeroinitializer
  br label %units

none:                                             ; preds = %entry
  ret void

units:                                            ; preds = %units, %some
  %units.i = phi i64 [ 0, %some ], [ %75, %units ]
  %24 = and i64 %units.i, 15
  %25 = icmp ult i64 %units.i, 16
  %26 = mul i64 %24, 4
  %27 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %26
  %28 = select i1 %25, ptr @rms_norm.identities_sum_f32x4, ptr %27
  %29 = getelementptr inbounds <4 x float>, ptr %28, i64 0
  %30 = load <4 x float>, ptr %29, align 16
  %31 = getelementptr inbounds <4 x float>, ptr %28, i64 1
  %32 = load <4 x float>, ptr %31, align 16
  %33 = getelementptr inbounds <4 x float>, ptr %28, i64 2
  %34 = load <4 x float>, ptr %33, align 16
  %35 = getelementptr inbounds <4 x float>, ptr %28, i64 3
  %36 = load <4 x float>, ptr %35, align 16
  %37 = mul i64 %units.i, 4
  %38 = getelementptr float, ptr %x.row, i64 %37
  %39 = load <4 x float>, ptr %38, align 4, !noalias !8
  %40 = getelementptr float, ptr %x.row, i64 %37
  %41 = getelementptr float, ptr %40, i64 %6
  %42 = load <4 x float>, ptr %41, align 4, !noalias !8
  %43 = getelementptr float, ptr %x.row, i64 %37
  %44 = getelementptr float, ptr %43, i64 %9
  %45 = load <4 x float>, ptr %44, align 4, !noalias !8
  %46 = getelementptr float, ptr %x.row, i64 %37
  %47 = getelementptr float, ptr %46, i64 %12
  %48 = load <4 x float>, ptr %47, align 4, !noalias !8
  %49 = shufflevector <4 x float> %39, <4 x float> %42, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %50 = shufflevector <4 x float> %45, <4 x float> %48, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %51 = shufflevector <4 x float> %49, <4 x float> %50, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %52 = shufflevector <4 x float> %49, <4 x float> %50, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %53 = shufflevector <4 x float> %39, <4 x float> %42, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %54 = shufflevector <4 x float> %45, <4 x float> %48, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %55 = shufflevector <4 x float> %53, <4 x float> %54, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %56 = shufflevector <4 x float> %53, <4 x float> %54, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %57 = fmul <4 x float> %51, %51
  %58 = fadd <4 x float> %30, %57
  %59 = add i64 %37, 1
  %60 = fmul <4 x float> %52, %52
  %61 = fadd <4 x float> %32, %60
  %62 = add i64 %37, 2
  %63 = fmul <4 x float> %55, %55
  %64 = fadd <4 x float> %34, %63
  %65 = add i64 %37, 3
  %66 = fmul <4 x float> %56, %56
  %67 = fadd <4 x float> %36, %66
  %68 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %26
  store <4 x float> %58, ptr %68, align 16
  %69 = add i64 %26, 1
  %70 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %69
  store <4 x float> %61, ptr %70, align 16
  %71 = add i64 %26, 2
  %72 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %71
  store <4 x float> %64, ptr %72, align 16
  %73 = add i64 %26, 3
  %74 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 %73
  store <4 x float> %67, ptr %74, align 16
  %75 = add nuw nsw i64 %units.i, 1
  %76 = icmp ult i64 %75, 17
  br i1 %76, label %units, label %units.done

units.done:                                       ; preds = %units
  %77 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  %78 = select i1 false, ptr @rms_norm.identities_sum_f32x4, ptr %77
  %79 = getelementptr inbounds <4 x float>, ptr %78, i64 0
  %80 = load <4 x float>, ptr %79, align 16
  %81 = getelementptr inbounds <4 x float>, ptr %78, i64 1
  %82 = load <4 x float>, ptr %81, align 16
  %83 = getelementptr inbounds <4 x float>, ptr %78, i64 2
  %84 = load <4 x float>, ptr %83, align 16
  %85 = getelementptr inbounds <4 x float>, ptr %78, i64 3
  %86 = load <4 x float>, ptr %85, align 16
  %87 = zext i32 4 to i64
  br label %rows

rows:                                             ; preds = %rows, %units.done
  %rows.i = phi i64 [ 0, %units.done ], [ %102, %rows ]
  %88 = sub i64 %87, 1
  %89 = call i64 @llvm.umin.i64(i64 %rows.i, i64 %88)
  %90 = getelementptr float, ptr %x.row, i64 68
  %91 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride4 = load i64, ptr %91, align 8, !invariant.load !0
  %92 = mul i64 %89, %x.stride4
  %93 = getelementptr float, ptr %90, i64 %92
  %94 = getelementptr float, ptr %93, i64 0
  %95 = load float, ptr %94, align 4, !noalias !8
  %96 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %97 = getelementptr inbounds float, ptr %96, i64 %rows.i
  store float %95, ptr %97, align 4
  %98 = getelementptr float, ptr %93, i64 1
  %99 = load float, ptr %98, align 4, !noalias !8
  %100 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %101 = getelementptr inbounds float, ptr %100, i64 %rows.i
  store float %99, ptr %101, align 4
  %102 = add nuw nsw i64 %rows.i, 1
  %103 = icmp ult i64 %102, 4
  br i1 %103, label %rows, label %rows.done

rows.done:                                        ; preds = %rows
  %104 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %105 = load <4 x float>, ptr %104, align 16
  %106 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %107 = load <4 x float>, ptr %106, align 16
  %108 = fmul <4 x float> %105, %105
  %109 = fadd <4 x float> %80, %108
  %110 = fmul <4 x float> %107, %107
  %111 = fadd <4 x float> %82, %110
  %112 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 4
  store <4 x float> %109, ptr %112, align 16
  %113 = getelementptr inbounds <4 x float>, ptr %accumulators, i64 5
  store <4 x float> %111, ptr %113, align 16
  %114 = call <4 x float> @rms_norm.join_sum_f32x4_64(ptr %accumulators)
  %115 = fdiv <4 x float> %114, splat (float 7.000000e+01)
  %116 = fadd <4 x float> %115, %.splat2
  %117 = fcmp oge <4 x float> %116, splat (float 0x39B0000000000000)
  %118 = fcmp ole <4 x float> %116, splat (float 0x47EFFFFFE0000000)
  %119 = and <4 x i1> %117, %118
  %120 = xor <4 x i1> %119, splat (i1 true)
  %121 = and <4 x i1> %120, %active
  %122 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %121)
  br i1 %122, label %rescue, label %ordinary, !prof !7

rescue:                                           ; preds = %rows.done
  %123 = bitcast <4 x i1> %121 to i4
  %124 = zext i4 %123 to i32
  br label %lanes

ordinary:                                         ; preds = %rows.done
  %125 = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %116)
  %126 = fdiv <4 x float> splat (float 1.000000e+00), %125
  br label %elements

lanes:                                            ; preds = %next, %rescue
  %lane = phi i32 [ 0, %rescue ], [ %134, %next ]
  %127 = zext i32 %lane to i64
  %128 = add i64 %program, %127
  %129 = lshr i32 %124, %lane
  %130 = trunc i32 %129 to i1
  br i1 %130, label %alone, label %between

alone:                                            ; preds = %lanes
  call void @rms_norm.rescue(ptr %record, i64 %128, i32 4)
  br label %next

between:                                          ; preds = %lanes
  %131 = call i32 @llvm.cttz.i32(i32 %129, i1 false)
  %132 = sub i32 4, %lane
  %133 = call i32 @llvm.umin.i32(i32 %131, i32 %132)
  call void @rms_norm.packet(ptr %record, i64 %128, i32 %133)
  br label %next

next:                                             ; preds = %between, %alone
  %step = phi i32 [ 1, %alone ], [ %133, %between ]
  %134 = add i32 %lane, %step
  %135 = icmp ult i32 %134, 4
  br i1 %135, label %lanes, label %rescued

rescued:                                          ; preds = %next
  ret void

elements:                                         ; preds = %elements, %ordinary
  %elements.i = phi i64 [ 0, %ordinary ], [ %201, %elements ]
  %136 = mul i64 %elements.i, 4
  %137 = getelementptr float, ptr %x.row, i64 %136
  %138 = load <4 x float>, ptr %137, align 4, !noalias !8
  %139 = getelementptr float, ptr %x.row, i64 %136
  %140 = getelementptr float, ptr %139, i64 %6
  %141 = load <4 x float>, ptr %140, align 4, !noalias !8
  %142 = getelementptr float, ptr %x.row, i64 %136
  %143 = getelementptr float, ptr %142, i64 %9
  %144 = load <4 x float>, ptr %143, align 4, !noalias !8
  %145 = getelementptr float, ptr %x.row, i64 %136
  %146 = getelementptr float, ptr %145, i64 %12
  %147 = load <4 x float>, ptr %146, align 4, !noalias !8
  %148 = shufflevector <4 x float> %138, <4 x float> %141, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %149 = shufflevector <4 x float> %144, <4 x float> %147, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %150 = shufflevector <4 x float> %148, <4 x float> %149, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %151 = shufflevector <4 x float> %148, <4 x float> %149, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %152 = shufflevector <4 x float> %138, <4 x float> %141, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %153 = shufflevector <4 x float> %144, <4 x float> %147, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %154 = shufflevector <4 x float> %152, <4 x float> %153, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %155 = shufflevector <4 x float> %152, <4 x float> %153, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %156 = getelementptr float, ptr %weight, i64 %136
  %157 = load float, ptr %156, align 4, !alias.scope !11, !noalias !8
  %.splatinsert5 = insertelement <4 x float> poison, float %157, i64 0
  %.splat6 = shufflevector <4 x float> %.splatinsert5, <4 x float> poison, <4 x i32> zeroinitializer
  %158 = add i64 %136, 1
  %159 = getelementptr float, ptr %weight, i64 %158
  %160 = load float, ptr %159, align 4, !alias.scope !11, !noalias !8
  %.splatinsert7 = insertelement <4 x float> poison, float %160, i64 0
  %.splat8 = shufflevector <4 x float> %.splatinsert7, <4 x float> poison, <4 x i32> zeroinitializer
  %161 = add i64 %136, 2
  %162 = getelementptr float, ptr %weight, i64 %161
  %163 = load float, ptr %162, align 4, !alias.scope !11, !noalias !8
  %.splatinsert9 = insertelement <4 x float> poison, float %163, i64 0
  %.splat10 = shufflevector <4 x float> %.splatinsert9, <4 x float> poison, <4 x i32> zeroinitializer
  %164 = add i64 %136, 3
  %165 = getelementptr float, ptr %weight, i64 %164
  %166 = load float, ptr %165, align 4, !alias.scope !11, !noalias !8
  %.splatinsert11 = insertelement <4 x float> poison, float %166, i64 0
  %.splat12 = shufflevector <4 x float> %.splatinsert11, <4 x float> poison, <4 x i32> zeroinitializer
  %167 = fmul <4 x float> %150, %126
  %168 = fmul <4 x float> %167, %.splat6
  %169 = add i64 %136, 1
  %170 = fmul <4 x float> %151, %126
  %171 = fmul <4 x float> %170, %.splat8
  %172 = add i64 %136, 2
  %173 = fmul <4 x float> %154, %126
  %174 = fmul <4 x float> %173, %.splat10
  %175 = add i64 %136, 3
  %176 = fmul <4 x float> %155, %126
  %177 = fmul <4 x float> %176, %.splat12
  %178 = shufflevector <4 x float> %168, <4 x float> %171, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %179 = shufflevector <4 x float> %174, <4 x float> %177, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %180 = shufflevector <4 x float> %178, <4 x float> %179, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %181 = shufflevector <4 x float> %178, <4 x float> %179, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %182 = shufflevector <4 x float> %168, <4 x float> %171, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %183 = shufflevector <4 x float> %174, <4 x float> %177, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  %184 = shufflevector <4 x float> %182, <4 x float> %183, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %185 = shufflevector <4 x float> %182, <4 x float> %183, <4 x i32> <i32 2, i32 3, i32 6, i32 7>
  %186 = shufflevector <4 x float> %180, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %187 = shufflevector <4 x float> %181, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %188 = shufflevector <4 x float> %184, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %189 = shufflevector <4 x float> %185, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %190 = icmp sgt <4 x i32> %.splat14, zeroinitializer
  %191 = getelementptr float, ptr %y.row, i64 %136
  call void @llvm.masked.store.v4f32.p0(<4 x float> %186, ptr %191, i32 4, <4 x i1> %190), !noalias !13
  %192 = icmp sgt <4 x i32> %.splat14, splat (i32 1)
  %193 = getelementptr float, ptr %y.row, i64 %136
  %194 = getelementptr float, ptr %193, i64 %18
  call void @llvm.masked.store.v4f32.p0(<4 x float> %187, ptr %194, i32 4, <4 x i1> %192), !noalias !13
  %195 = icmp sgt <4 x i32> %.splat14, splat (i32 2)
  %196 = getelementptr float, ptr %y.row, i64 %136
  %197 = getelementptr float, ptr %196, i64 %20
  call void @llvm.masked.store.v4f32.p0(<4 x float> %188, ptr %197, i32 4, <4 x i1> %195), !noalias !13
  %198 = icmp sgt <4 x i32> %.splat14, splat (i32 3)
  %199 = getelementptr float, ptr %y.row, i64 %136
  %200 = getelementptr float, ptr %199, i64 %22
  call void @llvm.masked.store.v4f32.p0(<4 x float> %189, ptr %200, i32 4, <4 x i1> %198), !noalias !13
  %201 = add nuw nsw i64 %elements.i, 1
  %202 = icmp ult i64 %201, 17
  br i1 %202, label %elements, label %elements.done

elements.done:                                    ; preds = %elements
  %203 = zext i32 4 to i64
  br label %rows16

rows16:                                           ; preds = %rows16, %elements.done
  %rows.i17 = phi i64 [ 0, %elements.done ], [ %218, %rows16 ]
  %204 = sub i64 %203, 1
  %205 = call i64 @llvm.umin.i64(i64 %rows.i17, i64 %204)
  %206 = getelementptr float, ptr %x.row, i64 68
  %207 = getelementptr inbounds i8, ptr %record, i64 40
  %x.stride18 = load i64, ptr %207, align 8, !invariant.load !0
  %208 = mul i64 %205, %x.stride18
  %209 = getelementptr float, ptr %206, i64 %208
  %210 = getelementptr float, ptr %209, i64 0
  %211 = load float, ptr %210, align 4, !noalias !8
  %212 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %213 = getelementptr inbounds float, ptr %212, i64 %rows.i17
  store float %211, ptr %213, align 4
  %214 = getelementptr float, ptr %209, i64 1
  %215 = load float, ptr %214, align 4, !noalias !8
  %216 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %217 = getelementptr inbounds float, ptr %216, i64 %rows.i17
  store float %215, ptr %217, align 4
  %218 = add nuw nsw i64 %rows.i17, 1
  %219 = icmp ult i64 %218, 4
  br i1 %219, label %rows16, label %rows16.done

rows16.done:                                      ; preds = %rows16
  %220 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %221 = load <4 x float>, ptr %220, align 16
  %222 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %223 = load <4 x float>, ptr %222, align 16
  %224 = getelementptr float, ptr %weight, i64 68
  %225 = load float, ptr %224, align 4, !alias.scope !11, !noalias !8
  %.splatinsert19 = insertelement <4 x float> poison, float %225, i64 0
  %.splat20 = shufflevector <4 x float> %.splatinsert19, <4 x float> poison, <4 x i32> zeroinitializer
  %226 = getelementptr float, ptr %weight, i64 69
  %227 = load float, ptr %226, align 4, !alias.scope !11, !noalias !8
  %.splatinsert21 = insertelement <4 x float> poison, float %227, i64 0
  %.splat22 = shufflevector <4 x float> %.splatinsert21, <4 x float> poison, <4 x i32> zeroinitializer
  %228 = fmul <4 x float> %221, %126
  %229 = fmul <4 x float> %228, %.splat20
  %230 = fmul <4 x float> %223, %126
  %231 = fmul <4 x float> %230, %.splat22
  %232 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  store <4 x float> %229, ptr %232, align 16
  %233 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  store <4 x float> %231, ptr %233, align 16
  %234 = zext i32 4 to i64
  br label %rows23

rows23:                                           ; preds = %rows23, %rows16.done
  %rows.i24 = phi i64 [ 0, %rows16.done ], [ %247, %rows23 ]
  %235 = getelementptr float, ptr %y.row, i64 68
  %236 = getelementptr inbounds i8, ptr %record, i64 88
  %y.stride25 = load i64, ptr %236, align 8, !invariant.load !0
  %237 = mul i64 %rows.i24, %y.stride25
  %238 = getelementptr float, ptr %235, i64 %237
  %239 = getelementptr inbounds <4 x float>, ptr %scratch, i64 0
  %240 = getelementptr inbounds float, ptr %239, i64 %rows.i24
  %241 = load float, ptr %240, align 4
  %242 = getelementptr float, ptr %238, i64 0
  store float %241, ptr %242, align 4, !noalias !13
  %243 = getelementptr inbounds <4 x float>, ptr %scratch, i64 1
  %244 = getelementptr inbounds float, ptr %243, i64 %rows.i24
  %245 = load float, ptr %244, align 4
  %246 = getelementptr float, ptr %238, i64 1
  store float %245, ptr %246, align 4, !noalias !13
  %247 = add nuw nsw i64 %rows.i24, 1
  %248 = icmp ult i64 %247, %234
  br i1 %248, label %rows23, label %rows23.done

rows23.done:                                      ; preds = %rows23
  ret void
}

define internal void @rms_norm.block(ptr %record, i64 %first, i64 %programs) #5 {
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
  call void @rms_norm.packet(ptr %record, i64 %5, i32 %8) #6
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
  call void @rms_norm.full_packet(ptr %record, i64 %10) #7
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
  call void @rms_norm.full_packet(ptr %record, i64 %17) #7
  %21 = add nuw nsw i64 %packets.partial.i, 1
  %22 = icmp ult i64 %21, %full
  br i1 %22, label %packets.partial, label %packets.partial.done

packets.partial.done:                             ; preds = %packets.partial
  br label %rest
}

define void @rms_norm(ptr %record) #5 {
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
  %3 = call i64 @llvm.umin.i64(i64 %programs, i64 64)
  %next = add i64 %first, %3
  %4 = getelementptr inbounds i8, ptr %record, i64 0
  store i64 %next, ptr %4, align 8
  %5 = icmp ult i64 %next, %end
  br i1 %5, label %blocks, label %done

done:                                             ; preds = %blocks, %entry
  ret void
}
