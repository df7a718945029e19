/** POST /staff/coupons/form/: adds, changes, stops or starts a coupon (H14l). */
import type { Context } from 'hono'
import { normalizeCouponCode } from '../../../schema/cart/coupon/coupon.ts'
import { couponHref, staffPaths } from '../../../schema/paths.ts'
import { CHANGE_MESSAGES, type ChangeResult } from '../../../schema/staff/changes/change.ts'
import {
  COUPON_FIELD_NAMES,
  COUPON_FORM,
  COUPON_MESSAGES,
  type CouponFields,
  readCouponFields,
  type StaffCouponForm,
} from '../../../schema/staff/coupons/coupon-form.ts'
import type { CouponPatch } from '../../../schema/staff/coupons/coupon-record.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { couponPage, couponsPage, type RefusedCoupon } from './coupons.page.tsx'

const M = COUPON_MESSAGES

export const couponsForm = staffFormRoute({
  permission: 'coupons',
  schema: COUPON_FORM,
  run: async (c, form, staff) => {
    if (form.action === 'save') return save(c, form, staff)
    const result = await change(c, staff, form, { isActive: form.action === 'start' })
    const message = form.action === 'start' ? M.started : M.stopped
    return staffAnswer(result.ok, result.ok ? message : CHANGE_MESSAGES[result.problem], staffPaths.coupons)
  },
})

function change(
  c: Context<AppEnv>,
  staff: StaffSession,
  { code, version, key }: StaffCouponForm,
  patch: CouponPatch,
): Promise<ChangeResult> {
  // A new coupon never replaces one that is there, also one whose changes are not in the audit log.
  const computedFrom = version === 0 ? { computedFrom: 0 } : {}
  const request = { record: 'coupon', id: code, patch, version, key, ...computedFrom } as const
  return applyChange(c.env.DB, toActor(staff, 'page'), request, Date.now())
}

async function save(
  c: Context<AppEnv>,
  form: Extract<StaffCouponForm, { action: 'save' }>,
  staff: StaffSession,
): Promise<FormAnswer> {
  const { action, version, key, ...fields } = form
  const isNew = version === 0
  const code = normalizeCouponCode(fields.code)
  const { patch, errors } = readCouponFields(fields)
  if (code === null) errors.code = M.code
  const refuse = (message: string, wrong: Partial<Record<keyof CouponFields, string>>): FormAnswer => {
    const refused: RefusedCoupon = { fields, version, errors: wrong, message }
    const to = () => (isNew ? couponsPage(c, refused) : couponPage(c, code ?? '', refused))
    return { status: 422, result: { message, errors: wrong }, to }
  }
  if (code === null || Object.keys(errors).length > 0) return refuse(M.wrong, errors)
  const result = await change(c, staff, form, patch)
  if (result.ok) return staffAnswer(true, M.saved, isNew ? staffPaths.coupons : couponHref(code))
  if (isNew && result.problem === 'busy') return refuse(M.taken, { code: M.taken })
  const field = 'field' in result ? COUPON_FIELD_NAMES[result.field ?? ''] : undefined
  if (!field) return refuse(CHANGE_MESSAGES[result.problem], {})
  return refuse(M.wrong, { [field]: M[field as keyof typeof M] })
}
