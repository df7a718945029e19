/** Maps columns of a file to fields of the shop. */
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { EXTRA_ATTRIBUTES } from '../../schema/catalog/attributes/extra-attributes.ts'
import { optionSlug } from '../../schema/paths.ts'
import { type Formula, readFormula } from './formula.ts'

/** Fields that a row may have; a field that is neither mapped nor in the file gets its default. */
export const FIELDS = [
  'sku',
  'name',
  'brand',
  'model',
  'size',
  'condition',
  'sub_condition',
  'seasons',
  'price',
  'special_price',
  'special_to_date',
  'qty',
  'setqty',
  'tread_depth',
  'tread_new',
  'tire_load',
  'tire_speed',
  'load_range',
  'run_flat',
  'pattern',
  'dot',
  'manufacture_part_number',
  'sku_price_grade',
  'features_and_benefits',
  'status',
  ...EXTRA_ATTRIBUTES.map(({ code }) => code),
] as const
export type Field = (typeof FIELDS)[number]
export type Fields = Partial<Record<Field, string>>

const RULE = v.union([
  v.string(),
  v.strictObject({ column: v.string(), values: v.optional(v.record(v.string(), v.string())) }),
  v.strictObject({ constant: v.string() }),
  v.strictObject({ text: v.string() }),
  v.strictObject({ formula: v.string() }),
])
const MAPPING = v.record(
  v.picklist(FIELDS, (issue) => `${issue.received} is no field of the shop`),
  RULE,
)
type Rule = v.InferOutput<typeof RULE>

export interface Mapping {
  /** Columns that the mapping reads; each must be in the file. */
  columns: string[]
  /** Returns the fields of a row. A formula over a text that is no number returns an empty text. */
  apply(values: Record<string, string>): Fields
}

/** Reads `--map`: a JSON file, or pairs such as `sku=Item No,price=Price`. Throws an error of one line. */
export function readMapping(text: string | undefined): Mapping {
  if (text === undefined) return sameNames()
  if (!text.endsWith('.json')) {
    return mappingOf(Object.fromEntries(text.split(',').map((pair) => pairOf(pair))))
  }
  try {
    return mappingOf(JSON.parse(readFileSync(text, 'utf8')))
  } catch (error) {
    throw new Error(`${text}: ${error instanceof Error ? error.message : error}`)
  }
}

/** Returns the mapping of these rules; other fields are read from columns of the same name. */
export function mappingOf(rules: unknown): Mapping {
  const parsed = v.safeParse(MAPPING, rules)
  if (!parsed.success) throw new Error(parsed.issues.map((issue) => issue.message).join('; '))
  const readers = Object.entries(parsed.output).map(
    ([field, rule]) => [field as Field, readerOf(rule)] as const,
  )
  const own = sameNames()
  return {
    columns: [...new Set(readers.flatMap(([, reader]) => reader.columns))],
    apply: (values) => ({
      ...own.apply(values),
      ...Object.fromEntries(readers.map(([field, reader]) => [field, reader.read(values)])),
    }),
  }
}

function sameNames(): Mapping {
  return {
    columns: [],
    apply: (values) =>
      Object.fromEntries(FIELDS.flatMap((field) => (field in values ? [[field, values[field]]] : []))),
  }
}

interface FieldReader {
  columns: string[]
  read(values: Record<string, string>): string
}

function readerOf(rule: Rule): FieldReader {
  if (typeof rule === 'string') return { columns: [rule], read: (values) => values[rule] ?? '' }
  if ('constant' in rule) return { columns: [], read: () => rule.constant }
  if ('column' in rule) {
    const { column, values: names } = rule
    return { columns: [column], read: (values) => names?.[values[column] ?? ''] ?? values[column] ?? '' }
  }
  if ('formula' in rule) return computed(rule.formula)
  // `{column}` is the text of a column, `{column:slug}` its slug, e.g. for a sku.
  const placeholders = [...rule.text.matchAll(/\{([^}:]+)(:slug)?\}/g)]
  return {
    columns: placeholders.map(([, column = '']) => column),
    read: (values) =>
      rule.text.replace(/\{([^}:]+)(:slug)?\}/g, (_, column: string, slug?: string) =>
        slug ? optionSlug(values[column] ?? '') : (values[column] ?? ''),
      ),
  }
}

function computed(text: string): FieldReader {
  const formula: Formula = readFormula(text)
  const columns = [...new Set(text.match(/[A-Za-z_]\w*/g) ?? [])]
  return {
    columns,
    read: (values) => {
      const value = formula((name) => (values[name]?.trim() ? Number(values[name]) : Number.NaN))
      return Number.isFinite(value) ? value.toFixed(2) : ''
    },
  }
}

function pairOf(pair: string): [string, string] {
  const at = pair.indexOf('=')
  if (at < 1) throw new Error(`--map wants field=column pairs or a .json file, not "${pair}"`)
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
}
