/** Which labels are asked for: the same fields in the address of the page and in its form. */
import * as v from 'valibot'
import { BIN_CODE } from '../units/yard-record.ts'
import { LABEL_ARROWS } from './label-layout.ts'
import { LABEL_SIZES, LABELS_MAX } from './label-size.ts'
import { parseScan } from './unit-link.ts'

/** Codes as typed or scanned, one after the other: by a line, a space or a comma. */
const CODES = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => [...new Set(text.split(/[\s,]+/).filter(Boolean))].slice(0, LABELS_MAX)),
)

export const LABEL_REQUEST = v.object({
  units: v.pipe(
    CODES,
    v.transform((codes) =>
      codes.flatMap((code) => {
        const scan = parseScan(code)
        return scan?.kind === 'unit' ? [scan.sku] : []
      }),
    ),
  ),
  bins: v.pipe(
    CODES,
    v.transform((codes) =>
      codes.flatMap((code) => {
        const scan = parseScan(code)
        const parsed = v.safeParse(BIN_CODE, scan?.kind === 'bin' ? scan.bin : code)
        return parsed.success ? [parsed.output] : []
      }),
    ),
  ),
  paper: v.fallback(v.picklist(LABEL_SIZES), '2x1'),
  /** Where the arrow on the labels of bins points; empty for none. */
  arrow: v.fallback(v.nullable(v.picklist(LABEL_ARROWS)), null),
})
export type LabelRequest = v.InferOutput<typeof LABEL_REQUEST>

export const LABEL_FORMATS = ['print', 'pdf', 'zpl'] as const
export type LabelFormat = (typeof LABEL_FORMATS)[number]

/** The form of the page: the labels, and how they leave it. */
export const LABEL_FORM = v.object({
  ...LABEL_REQUEST.entries,
  format: v.fallback(v.picklist(LABEL_FORMATS), 'print'),
})
