/** The forms of a coupon: all of it, or only whether it can be used (H14l). Money is typed in dollars, days as in a calendar. */
import * as v from 'valibot'
import { COUPON_KIND_NAMES, type CouponKind } from '../../cart/coupon/coupon-kinds.ts'
import { parseDollars, plainNumber } from '../../platform/money.ts'
import { shopDayEnd, shopDayStart } from '../../platform/shop-calendar.ts'
import { CHANGE_KEY, FORM_VERSION } from '../changes/change.api.ts'
import type { CouponPatch } from './coupon-record.ts'

const text = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), '')
const OF_COUPON = {
  code: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64)),
  version: FORM_VERSION,
  key: CHANGE_KEY,
}

export const COUPON_FORM = v.variant('action', [
  v.object({ action: v.literal('stop'), ...OF_COUPON }),
  v.object({ action: v.literal('start'), ...OF_COUPON }),
  v.object({
    action: v.literal('save'),
    ...OF_COUPON,
    kind: v.picklist(COUPON_KIND_NAMES),
    percent: text,
    amount: text,
    minSubtotal: text,
    startsOn: text,
    endsOn: text,
    usageLimit: text,
    perCustomerLimit: text,
    firstOrderOnly: text,
    description: text,
  }),
])
export type StaffCouponForm = v.InferOutput<typeof COUPON_FORM>
export type CouponFields = Omit<Extract<StaffCouponForm, { action: 'save' }>, 'action' | 'version' | 'key'>

export const KIND_LABELS: Readonly<Record<CouponKind, string>> = {
  percent: 'Percent off',
  fixed: 'Dollars off',
  'free-shipping': 'Free shipping',
}

export const COUPON_MESSAGES = {
  code: 'Use up to 40 letters, digits and hyphens.',
  percent: 'Enter a whole number from 1 to 100.',
  amount: 'Enter dollars, such as 10 or 12.50.',
  minSubtotal: 'Enter dollars, such as 200, or nothing.',
  startsOn: 'Choose a day from the calendar.',
  endsOn: 'Choose a day from the calendar, no earlier than the first day.',
  usageLimit: 'Enter a whole number, at least its uses so far, or nothing.',
  perCustomerLimit: 'Enter a whole number, or nothing.',
  taken: 'There’s a coupon with this code. Change that one, or use another code.',
  saved: 'Saved.',
  stopped: 'Stopped. Carts that have it lose it at checkout.',
  started: 'It can be used again.',
  wrong: 'Some fields need another look.',
} as const

/** Fields of the record by the field of the form that shows their problem. */
export const COUPON_FIELD_NAMES: Readonly<Record<string, keyof CouponFields>> = {
  percent: 'percent',
  amount: 'amount',
  endsAt: 'endsOn',
  usageLimit: 'usageLimit',
}

const isCount = (typed: string) => /^[1-9]\d{0,5}$/.test(typed)
const countOf = (typed: string) => (typed === '' ? null : Number(typed))
const isDollars = (typed: string) => (parseDollars(typed) ?? -1) >= 0
/** What can't be read stays as it was typed, because an empty field means another thing than a wrong one. */
const clean = (typed: string) => plainNumber(typed.replace('%', '')) || typed.trim()

/** Returns the change that the fields say, and the message of each wrong field. */
export function readCouponFields(fields: CouponFields): {
  patch: CouponPatch
  errors: Partial<Record<keyof CouponFields, string>>
} {
  const { kind, startsOn, endsOn, firstOrderOnly, description } = fields
  const [percent, amount, minSubtotal] = [fields.percent, fields.amount, fields.minSubtotal].map(clean)
  const [usageLimit, perCustomerLimit] = [fields.usageLimit, fields.perCustomerLimit].map(clean)
  const [firstDay, lastDay] = [shopDayEnd(startsOn), shopDayEnd(endsOn)]
  const M = COUPON_MESSAGES
  return {
    patch: {
      kind,
      percent: kind === 'percent' ? countOf(percent ?? '') : null,
      amount: kind === 'fixed' ? parseDollars(amount ?? '') : null,
      minSubtotal: minSubtotal ? (parseDollars(minSubtotal) ?? 0) : 0,
      startsAt: firstDay === null ? null : shopDayStart(firstDay),
      endsAt: lastDay,
      usageLimit: countOf(usageLimit ?? ''),
      perCustomerLimit: countOf(perCustomerLimit ?? ''),
      firstOrderOnly: firstOrderOnly !== '',
      description,
    },
    errors: {
      ...(kind === 'percent' &&
        !(isCount(percent ?? '') && Number(percent) <= 100) && { percent: M.percent }),
      ...(kind === 'fixed' && !isDollars(amount ?? '') && { amount: M.amount }),
      ...(minSubtotal && !isDollars(minSubtotal) && { minSubtotal: M.minSubtotal }),
      ...(startsOn && firstDay === null && { startsOn: M.startsOn }),
      ...(endsOn && lastDay === null && { endsOn: M.endsOn }),
      ...(usageLimit && !isCount(usageLimit) && { usageLimit: M.usageLimit }),
      ...(perCustomerLimit && !isCount(perCustomerLimit) && { perCustomerLimit: M.perCustomerLimit }),
    },
  }
}
