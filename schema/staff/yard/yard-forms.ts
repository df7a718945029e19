/** The forms of bins: make and change one, move units, count a bin. */
import * as v from 'valibot'
import { CHANGE_KEY } from '../changes/change.api.ts'
import { BIN_CODE } from '../units/yard-record.ts'

/** A link of a label is longer than a code. */
const SCANNED_BIN = v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(300))
const SCANS = v.pipe(v.optional(v.string(), ''), v.maxLength(8_000))
const COUNT = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.regex(/^\d{0,6}$/),
  v.transform((text) => (text === '' ? null : Number(text))),
)

export const YARD_FORM = v.variant('action', [
  v.object({
    action: v.literal('bin'),
    key: CHANGE_KEY,
    code: v.pipe(v.string(), v.maxLength(30)),
    walk: COUNT,
    capacity: COUNT,
  }),
  v.object({ action: v.literal('move'), key: CHANGE_KEY, bin: SCANNED_BIN, units: SCANS }),
  v.object({ action: v.literal('count'), key: CHANGE_KEY, bin: BIN_CODE, units: SCANS }),
  v.object({ action: v.literal('accept'), key: CHANGE_KEY, bin: BIN_CODE, units: SCANS }),
])
export type YardForm = v.InferOutput<typeof YARD_FORM>

export const YARD_MESSAGES = {
  code: 'Use letters and digits with hyphens, such as A-12-3.',
  noBin: 'Scan the label of a bin first, or type its code.',
  noUnits: 'Scan at least one unit.',
  unknownBin: 'No bin has this code. Add it in the list of bins.',
  saved: 'Saved.',
  counted: 'Everything is where it should be.',
  askManager: 'A manager has to mark units as lost.',
} as const
