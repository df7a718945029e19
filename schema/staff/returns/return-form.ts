/** The form of tires that came back (H14): new readings, and where the tires go. */
import * as v from 'valibot'
import { isOrderNumber } from '../../orders/order.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'
import { FINDING_CODES, type Finding } from '../intake/findings.ts'
import { PUT_BACK_STATES } from './return-readings.ts'

/** The form with photos of staff, apart because files have a limit of their own. */
export const RETURN_PHOTOS_PATH = '/staff/returns/photos'
export const RETURN_PHOTOS_FORM = v.object({
  order: v.pipe(v.string(), v.check(isOrderNumber)),
  case: v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number)),
})

/** Grooves of a set of four. */
const MAX_DEPTHS = 24

/** One field is a text, several are a list. */
const list = <Item extends v.GenericSchema<string, string>>(item: Item, max: number) =>
  v.pipe(
    v.optional(v.union([v.string(), v.array(v.string())]), []),
    v.transform((values) => [values].flat()),
    v.maxLength(max),
    v.array(item),
  )
const NUMBER = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number))

/** What was typed of one line: the same in the address of the page, which compares it, and in the form. */
export const READINGS_FORM = v.object({
  item: NUMBER,
  depth: list(v.pipe(v.string(), v.maxLength(6)), MAX_DEPTHS),
  finding: list(v.picklist(FINDING_CODES), FINDING_CODES.length),
  mm: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(5)),
  scan: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(300)),
})
export type ReadingsForm = v.InferOutput<typeof READINGS_FORM>

const CASE = { order: v.pipe(v.string(), v.check(isOrderNumber)), case: NUMBER, key: CHANGE_KEY }

export const RETURN_FORM = v.variant('action', [
  v.object({ action: v.picklist(PUT_BACK_STATES), ...CASE, ...READINGS_FORM.entries }),
  v.object({ action: v.literal('exchange'), ...CASE, scan: READINGS_FORM.entries.scan }),
  v.object({
    action: v.literal('other-tire'),
    ...CASE,
    item: NUMBER,
    text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  }),
])

/** Returns the findings of a form; a plug-patch has its size in millimeters, if one was typed. */
export function findingsOf({ finding, mm }: Pick<ReadingsForm, 'finding' | 'mm'>): Finding[] {
  const size = Number(mm)
  const hasSize = mm !== '' && size > 0 && size <= 500
  return finding.map((code) => (code === 'plug-patch' && hasSize ? { code, mm: size } : { code }))
}
