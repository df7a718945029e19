import * as v from 'valibot'
import { type Failure, failure } from './failure.ts'

/** Dollars as text, e.g. `{"currency_code":"USD","value":"129.99"}`. */
export const MONEY = v.object({
  currency_code: v.pipe(v.string(), v.length(3)),
  value: v.pipe(v.string(), v.regex(/^-?\d{1,9}(\.\d+)?$/)),
})
export type Money = v.InferOutput<typeof MONEY>

/** The parts of an amount with their signs; a missing part is zero. */
const PARTS = {
  item_total: 1,
  tax_total: 1,
  shipping: 1,
  handling: 1,
  insurance: 1,
  shipping_discount: -1,
  discount: -1,
} as const

const part = v.exactOptional(MONEY)
export const AMOUNT = v.object({
  ...MONEY.entries,
  breakdown: v.exactOptional(
    v.object({
      item_total: part,
      tax_total: part,
      shipping: part,
      handling: part,
      insurance: part,
      shipping_discount: part,
      discount: part,
    }),
  ),
})
export const ITEM = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(127)),
  unit_amount: MONEY,
  quantity: v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/)),
  sku: v.exactOptional(v.pipe(v.string(), v.maxLength(127))),
  category: v.exactOptional(v.picklist(['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION'])),
})

export function centsOf({ value }: Money): number {
  return Math.round(Number(value) * 100)
}

export function money(cents: number): Money {
  return { currency_code: 'USD', value: (cents / 100).toFixed(2) }
}

/** Checks PayPal's sum rules to the cent; returns `null` when they are met. */
export function amountProblem(unit: {
  amount: v.InferOutput<typeof AMOUNT>
  items?: v.InferOutput<typeof ITEM>[] | undefined
}): Failure | null {
  const { amount, items = [] } = unit
  const { breakdown = {} } = amount
  const amounts = [amount, ...Object.values(breakdown), ...items.map((item) => item.unit_amount)]
  if (amounts.some((one) => one.currency_code !== amount.currency_code)) {
    return failure(422, 'MULTIPLE_CURRENCIES_NOT_SUPPORTED')
  }
  if (amount.currency_code !== 'USD') return failure(422, 'CURRENCY_NOT_SUPPORTED')
  if (amounts.some(({ value }) => /\.\d{3,}$/.test(value))) return failure(422, 'DECIMAL_PRECISION')
  if (amounts.some((one) => centsOf(one) < 0)) return failure(422, 'CANNOT_BE_NEGATIVE')
  if (centsOf(amount) === 0) return failure(422, 'CANNOT_BE_ZERO_OR_NEGATIVE')
  if (items.length > 0 && !breakdown.item_total) return failure(422, 'ITEM_TOTAL_REQUIRED')
  const sum = items.reduce((total, item) => total + centsOf(item.unit_amount) * Number(item.quantity), 0)
  if (items.length > 0 && breakdown.item_total && sum !== centsOf(breakdown.item_total)) {
    const description =
      'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.'
    return failure(422, 'ITEM_TOTAL_MISMATCH', { description })
  }
  if (!amount.breakdown) return null
  const total = Object.entries(PARTS).reduce((sum, [name, sign]) => {
    const one = breakdown[name as keyof typeof PARTS]
    return sum + sign * (one ? centsOf(one) : 0)
  }, 0)
  const description =
    'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.'
  return total === centsOf(amount) ? null : failure(422, 'AMOUNT_MISMATCH', { description })
}
