/** The forms of taxes and fees: one of them, or several that are confirmed with one source (H14l). */
import * as v from 'valibot'
import { parseDollars, plainNumber } from '../../platform/money.ts'
import { CHANGE_KEY, FORM_VERSION } from '../changes/change.api.ts'
import { NEW_FEE_FIELDS } from './new-fee.ts'
import { isOfTax, TAX_ID, type TaxPatch } from './tax-record.ts'

const typed = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(400)), '')
const list = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => [value].flat()),
)
/** `rate/13 2` is version 2 of a tax. */
const SEEN = v.pipe(v.string(), v.regex(/^[a-z]{3,4}\/[1-9]\d{0,8} \d{1,9}$/), v.check(isOfTax))

export const TAX_FORM = v.variant('action', [
  v.object({
    action: v.literal('save'),
    id: TAX_ID,
    version: FORM_VERSION,
    key: CHANGE_KEY,
    amount: typed,
    fromDay: typed,
    source: typed,
    isConfirmed: typed,
  }),
  v.object({
    action: v.literal('confirm'),
    key: CHANGE_KEY,
    seen: v.optional(v.pipe(list, v.array(SEEN), v.maxLength(200)), []),
    fromDay: typed,
    source: typed,
  }),
  v.object({ action: v.literal('add'), key: CHANGE_KEY, ...NEW_FEE_FIELDS }),
])
export type TaxForm = v.InferOutput<typeof TAX_FORM>
export type TaxFields = Pick<
  Extract<TaxForm, { action: 'save' }>,
  'amount' | 'fromDay' | 'source' | 'isConfirmed'
>

export const TAX_MESSAGES = {
  percent: 'Enter a percentage from 0 to 30, such as 6.25.',
  cents: 'Enter dollars for each tire, such as 2.50.',
  fromDay: 'Choose the first day from the calendar.',
  source: 'Name the law or the page that says so.',
  seen: 'Choose what you confirm.',
  added: 'Fee added. Carts and orders use it from its first day.',
  saved: 'Saved. Carts and orders use it from its first day.',
  unchanged: 'Nothing was different, so nothing was changed.',
  wrong: 'Some fields need another look.',
} as const

/** Returns the message after several taxes were confirmed. */
export function confirmedMessage(done: number, left: number): string {
  const rest = left === 0 ? '' : ` ${left} changed since you looked: check them again.`
  return `${done} confirmed.${rest}`
}

/** Returns the change that the fields say; a field that cannot be read is left as text, which the record refuses. */
export function taxPatch({ amount, fromDay, source, isConfirmed }: TaxFields, isPercent: boolean): TaxPatch {
  const plain = plainNumber(amount.replace('%', ''))
  const percent = /^\d{1,3}(\.\d{1,4})?$/.test(plain) ? Number(plain) : Number.NaN
  return {
    ...(isPercent ? { percent } : { cents: parseDollars(plain) ?? Number.NaN }),
    ...(fromDay !== '' && { fromDay }),
    source,
    isConfirmed: isConfirmed !== '',
  }
}
