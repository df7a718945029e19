/**
 * Attributes that only describe a product. A new attribute is one entry here: import files can then have its column,
 * and the product page, the comparison and the API's documents show it (decision 231).
 */
import * as v from 'valibot'

interface ExtraAttribute {
  /** Id of the attribute in API documents; must never change. */
  id: number
  /** Name in import files, in API documents and in the database. */
  code: string
  /** Label on the product page. */
  label: string
  /** Parses the value of an import file; the error message completes the sentence `utqg …`. */
  schema: v.GenericSchema<string, string>
  /** Whether the comparison page has a row for this attribute. */
  isCompared: boolean
}

/** Returns the snow marks of a sidewall in one spelling: `M+S`, `3PMSF` or `M+S, 3PMSF`; `null` for another text. */
function parseSnowMarks(text: string): string | null {
  const words = text
    .toUpperCase()
    .split(/\s*(?:,|\/|;|\bAND\b|\s)\s*/)
    .filter(Boolean)
  const isMud = (word: string) => /^M[+&]?S$/.test(word)
  const isSnow = (word: string) => word === '3PMSF'
  if (words.length === 0 || !words.every((word) => isMud(word) || isSnow(word))) return null
  return [words.some(isMud) ? 'M+S' : '', words.some(isSnow) ? '3PMSF' : ''].filter(Boolean).join(', ')
}

export const EXTRA_ATTRIBUTES = [
  {
    id: 180,
    code: 'utqg',
    label: 'UTQG',
    schema: v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.regex(/^\d{2,4} (AA|A|B|C) (A|B|C)$/, 'is not treadwear, traction and temperature such as 500 A A'),
    ),
    isCompared: true,
  },
  {
    id: 181,
    code: 'mileage_warranty',
    label: 'Mileage warranty',
    schema: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^[1-9]\d{0,2},?000$/, 'is not a number of thousand miles such as 60,000'),
      v.transform((miles) => `${Number(miles.replace(',', '')).toLocaleString('en-US')} miles`),
    ),
    isCompared: true,
  },
  {
    id: 182,
    code: 'snow_marks',
    label: 'Snow marks',
    schema: v.pipe(
      v.string(),
      v.transform(parseSnowMarks),
      v.string('is not M+S, 3PMSF or both such as M+S, 3PMSF'),
    ),
    isCompared: true,
  },
  {
    id: 183,
    code: 'oe_mark',
    label: 'Carmaker’s mark',
    schema: v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.regex(/^(?:\*|★|[A-Z0-9]{1,4}[+-]?)$/, 'is not a mark of a carmaker such as MO, N0 or *'),
      v.transform((mark) => mark.replace('★', '*')),
    ),
    isCompared: true,
  },
  {
    id: 184,
    code: 'made_in',
    label: 'Made in',
    schema: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^\p{Lu}[\p{L} .'-]{1,39}$/u, 'is not the name of a country such as Japan'),
    ),
    isCompared: true,
  },
] as const satisfies readonly ExtraAttribute[]

type ExtraCode = (typeof EXTRA_ATTRIBUTES)[number]['code']

/** Displayed values; `null` and a missing entry both mean unknown. */
export type ExtraValues = Readonly<Partial<Record<ExtraCode, string | null>>>

/** Returns label and value of each known extra attribute of a product, in the order of `EXTRA_ATTRIBUTES`. */
export function extraFacts(
  values: ExtraValues | undefined,
): { code: ExtraCode; label: string; value: string }[] {
  return EXTRA_ATTRIBUTES.flatMap(({ code, label }) => {
    const value = values?.[code]
    return value ? [{ code, label, value }] : []
  })
}

/** Returns an object with one entry per extra attribute, created by `make`. */
export function perExtraAttribute<Value>(
  make: (attribute: ExtraAttribute) => Value,
): Record<ExtraCode, Value> {
  return Object.fromEntries(EXTRA_ATTRIBUTES.map((one) => [one.code, make(one)])) as Record<ExtraCode, Value>
}

/** Returns the option of the snow filter: `3pmsf` for a tire that passed the test of the snowflake, else `m-s`. */
export function snowOption(marks: string | null | undefined): '3pmsf' | 'm-s' | null {
  if (!marks) return null
  return marks.includes('3PMSF') ? '3pmsf' : 'm-s'
}
