/** Parses the fields of a row in the spellings that catalogs use, and explains refusals. */

import * as v from 'valibot'
import { perExtraAttribute } from '../../schema/catalog/attributes/extra-attributes.ts'
import {
  type Condition,
  PATTERN_NAMES,
  type Season,
  SUB_CONDITIONS,
} from '../../schema/catalog/product/product.ts'
import { type DotProblem, dotDateProblem, OLDEST_YEAR } from '../../schema/catalog/sizes/dot-code.ts'
import { loadCapacity } from '../../schema/catalog/sizes/load-index.ts'
import { speedInMph } from '../../schema/catalog/sizes/speed-symbol.ts'
import { parseLoadRange, parseMarking } from '../../schema/catalog/sizes/tire-marking.ts'
import { parseDollars } from '../../schema/platform/money.ts'
import { shopDayEnd } from '../../schema/platform/shop-calendar.ts'

const CONDITION_SPELLINGS: Readonly<Record<string, Condition>> = {
  used: 'Used',
  preowned: 'Used',
  secondhand: 'Used',
  new: 'New',
  retread: 'Retread',
  retreaded: 'Retread',
  recap: 'Retread',
  remold: 'Retread',
  drivenonce: 'Driven Once',
  takeoff: 'Driven Once',
  oetakeoff: 'Driven Once',
}
const SEASON_SPELLINGS: Readonly<Record<string, Season>> = {
  allseason: 'All seasons',
  allseasons: 'All seasons',
  allweather: 'All seasons',
  as: 'All seasons',
  summer: 'Summer',
  winter: 'Winter',
  snow: 'Winter',
}
const BOOLEAN_SPELLINGS: Readonly<Record<string, boolean>> = {
  '1': true,
  yes: true,
  y: true,
  true: true,
  rft: true,
  runflat: true,
  '0': false,
  no: false,
  n: false,
  false: false,
  '': false,
}
const STATUS_SPELLINGS: Readonly<Record<string, number>> = {
  '': 1,
  '1': 1,
  enabled: 1,
  active: 1,
  '2': 2,
  disabled: 2,
}

/** Normalizes `Pre-owned` to `preowned`: case, spaces and hyphens are ignored. */
function normalize(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

const text = (max: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, `is longer than ${max} characters`))
const needed = (max: number) =>
  v.pipe(
    v.string('is missing'),
    v.trim(),
    v.minLength(1, 'is missing'),
    v.maxLength(max, `is longer than ${max} characters`),
  )

/** Looks up a word; an unknown one gets `message`. */
function choiceOf<Value>(words: Readonly<Record<string, Value>>, message: string) {
  return v.pipe(
    v.string('is missing'),
    v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = words[normalize(dataset.value)]
      if (value !== undefined) return value
      addIssue({ message: dataset.value.trim() === '' ? 'is missing' : message })
      return NEVER
    }),
  )
}

const cents = v.pipe(
  needed(40),
  // Rounding would sell at another price than the file says.
  v.check((text) => !/\.\d\d+[1-9]/.test(text), 'has more than two decimals'),
  v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
    const value = parseDollars(dataset.value.replace(/,(?=\d{3}\b)/g, ''))
    if (value !== null && value > 0) return value
    // A price of zero is probably missing, and the tire would be free.
    addIssue({
      message:
        value === null ? 'is no amount in dollars (write 89.99)' : value === 0 ? 'is zero' : 'is below zero',
    })
    return NEVER
  }),
)

const size = v.pipe(
  needed(40),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const found = parseMarking(dataset.value)
    if (found) return found
    addIssue({ message: 'is not a tire size' })
    return NEVER
  }),
)

function whole(from: number, to: number) {
  const message = `is no whole number from ${from} to ${to}`
  return v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,7}$/, message),
    v.transform(Number),
    v.minValue(from, message),
    v.maxValue(to, message),
  )
}

/** 32nds of an inch, `7`, `7.5` or `7/32`; rounded down to halves, so that no tire has less than shown. */
const depth = v.pipe(
  v.string(),
  v.transform((value) => value.trim().replace(/\s*\/\s*32(nds?)?\s*(in|")?$/i, '')),
  v.regex(/^-?\d{1,3}(\.\d+)?$/, 'is no depth in 32nds of an inch'),
  v.transform((value) => Math.floor(Number(value) * 2) / 2),
  v.minValue(0, 'is not between 0 and 40'),
  v.maxValue(40, 'is not between 0 and 40'),
)

const load = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{2,3}(\/\d{2,3})?$/, 'is no load index'),
  // In a dual index such as 121/118, the first is for a single wheel.
  v.transform((value) => value.split('/').map(Number)),
  v.check((indexes) => indexes.every((index) => loadCapacity(index) !== null), 'is no load index'),
  v.transform(([single = 0, dual = null]) => ({ single, dual })),
)

const loadRange = v.pipe(
  v.string(),
  v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
    const range = parseLoadRange(dataset.value)
    if (range) return range
    addIssue({ message: 'is no load range such as XL or E' })
    return NEVER
  }),
)

const speed = v.pipe(
  v.string(),
  v.transform((value) => value.trim().toUpperCase().replace(/[()]/g, '')),
  v.check((value) => speedInMph(value) !== null, 'is no speed symbol'),
)

const day = v.pipe(
  v.string(),
  v.trim(),
  v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
    const [named = ''] = dataset.value.split(/[T ]/)
    const end = shopDayEnd(named)
    if (end !== null) return end
    addIssue({ message: 'is no date such as 2027-01-31' })
    return NEVER
  }),
)

/**
 * Reads week and year as files write them: a whole DOT code or its last four digits, `W04 2019`, `2019-W04`.
 * A spreadsheet drops the zero of `0419`; three digits after letters are a code from before 2000.
 */
function weekAndYear(text: string): [week: number, year: number] | null {
  const written = text.toUpperCase()
  const iso = /^(\d{4})[ /-]?W(\d{1,2})$/.exec(written)
  if (iso) return [Number(iso[2]), Number(iso[1])]
  const words = /^W ?(\d{1,2})[ /-](\d{4})$/.exec(written)
  if (words) return [Number(words[1]), Number(words[2])]
  if (/[A-Z\d] *\b\d{3}$/.test(written)) return [1, 1990]
  const digits = /(?:^|\D)(\d{3,4})$/.exec(written)?.[1]?.padStart(4, '0')
  return digits ? [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))] : null
}

const DOT_REASONS: Readonly<Record<DotProblem, string>> = {
  'dot-week': 'is no DOT week and year such as 0419 or 2019-W04',
  'dot-too-old': `made before ${OLDEST_YEAR}`,
  'dot-future': 'made in the future',
}

/** Parses week and year to four digits. `now` (ms) decides which dates are in the future. */
function dot(now: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
      const refuse = (message: string) => {
        addIssue({ message })
        return NEVER
      }
      const [week, year] = weekAndYear(dataset.value) ?? [0, 0]
      const problem = dotDateProblem(week, year, now)
      if (problem) return refuse(DOT_REASONS[problem])
      return `${String(week).padStart(2, '0')}${year % 100}`
    }),
  )
}

/** The text that empties a field; an empty cell changes nothing. */
export const NONE = 'none'

function orNone<Value>(schema: v.GenericSchema<string, Value>) {
  return v.optional(
    v.union(
      [
        v.pipe(
          v.literal(NONE),
          v.transform(() => null),
        ),
        schema,
      ],
      firstIssue,
    ),
  )
}

/** Returns the issue of the field's own schema, not that the text is not `none`. */
function firstIssue(issue: v.UnionIssue<v.BaseIssue<unknown>>): string {
  return issue.issues?.find((inner) => inner.type !== 'literal')?.message ?? issue.message
}

/** Returns the schema of one row without its empty texts. Only `sku` is required. */
export function rowSchema(now: number) {
  return v.object({
    sku: v.pipe(
      needed(64),
      v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'may hold letters, digits, dots, hyphens and underscores only'),
    ),
    name: v.optional(text(200)),
    brand: v.optional(needed(60)),
    model: v.optional(needed(80)),
    size: v.optional(size),
    condition: v.optional(choiceOf(CONDITION_SPELLINGS, 'is not Used, New, Retread or Driven Once')),
    sub_condition: orNone(v.picklist(SUB_CONDITIONS, 'is not New, New-O or New-N')),
    seasons: v.optional(choiceOf(SEASON_SPELLINGS, 'is not All seasons, Summer or Winter')),
    price: v.optional(cents),
    special_price: orNone(cents),
    special_to_date: orNone(day),
    qty: v.optional(whole(0, 1_000_000)),
    setqty: v.optional(
      v.pipe(
        whole(1, 4),
        v.check((value) => value !== 3, 'is not 1, 2 or 4'),
        v.transform((value) => value as 1 | 2 | 4),
      ),
    ),
    tread_depth: v.optional(depth),
    tread_new: v.optional(depth),
    tire_load: v.optional(load),
    tire_speed: v.optional(speed),
    load_range: v.optional(loadRange),
    run_flat: v.optional(choiceOf(BOOLEAN_SPELLINGS, 'is not yes or no')),
    pattern: v.optional(v.picklist(PATTERN_NAMES, `is not one of ${PATTERN_NAMES.join(', ')}`)),
    dot: v.optional(dot(now)),
    manufacture_part_number: orNone(text(60)),
    sku_price_grade: orNone(text(20)),
    features_and_benefits: orNone(text(2000)),
    status: v.optional(choiceOf(STATUS_SPELLINGS, 'is not enabled or disabled')),
    ...perExtraAttribute(({ schema }) => orNone(schema)),
  })
}

export type CheckedRow = v.InferOutput<ReturnType<typeof rowSchema>>
