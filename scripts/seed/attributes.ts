/** Attributes of tires and the options that occur. Option values are the keys in URLs and buckets. */
import { CONDITIONS, SEASONS, SETS, speedLabel } from '../../schema/domain/product.ts'
import { speedOf } from '../../schema/domain/speed-symbol.ts'
import { sizeSlug } from '../../schema/domain/tire-size.ts'
import { optionSlug } from '../../schema/paths.ts'
import type { attribute, attributeOption, smartFilter } from '../../schema/tables/attribute.ts'
import type { Facets } from './facets.ts'

type AttributeRow = typeof attribute.$inferInsert
type OptionRow = typeof attributeOption.$inferInsert

const CODES: [id: number, code: string, label: string, filterType: AttributeRow['filterType']][] = [
  [150, 'condition', 'Condition', 'List'],
  [151, 'brand', 'Brand', 'List'],
  [152, 'model', 'Model', 'List'],
  [153, 'size', 'Size', 'List'],
  [154, 'section', 'Width', 'ShortNumber'],
  [155, 'aspect', 'Sidewall', 'ShortNumber'],
  [156, 'rim', 'Diameter', 'ShortNumber'],
  [157, 'rad', 'Construction', 'List'],
  [158, 'seasons', 'Season', 'List'],
  [159, 'sub_condition', 'Stock', 'List'],
  [160, 'sets', 'How many you need', 'List'],
  [161, 'run_flat', 'Run-flat', 'Boolean'],
  [162, 'tire_load', 'Load index', 'ShortNumber'],
  [163, 'tire_speed', 'Speed rating', 'List'],
  [164, 'speed_rated', 'Top speed', 'List'],
  [165, 'tread_depth', 'Tread left', 'Range'],
  [166, 'price_by_tire', 'Price per tire', 'Range'],
  [167, 'final_price', 'Price', 'Range'],
  [168, 'smart_filter', 'Good to know', 'smart_filter'],
  [169, 'manufacture_part_number', 'Part number', 'List'],
  [170, 'sku_price_grade', 'Grade', 'List'],
  [171, 'features_and_benefits', 'Features', 'List'],
  [172, 'setqty', 'Tires in the unit', 'ShortNumber'],
]

export const ATTRIBUTE_ROWS: AttributeRow[] = CODES.map(
  ([attributeId, code, label, filterType], position) => ({
    attributeId,
    code,
    label,
    filterType,
    isComparable: true,
    isUserDefined: true,
    isVisible: true,
    isVisibleOnFront: code !== 'sku_price_grade',
    position,
  }),
)

const SET_LABELS = { single: 'Single', pairs: 'Pair', setOfFour: 'Set of four' } as const

/** Options that at least one unit has, and those that are the same in every shop. */
export function optionRows(facets: Facets): OptionRow[] {
  const names = (map: Map<string, number>) => [...map.keys()].sort()
  const numbers = (map: Map<string, number>) => [...map.keys()].sort((a, b) => Number(a) - Number(b))
  const speeds = names(facets.speed).sort((a, b) => (speedOf(a) ?? 0) - (speedOf(b) ?? 0))
  const pairs = (labels: readonly string[]) => labels.map((label) => [optionSlug(label), label] as const)
  const models = [...new Set(names(facets.model).map((key) => key.split('|')[1] ?? ''))].sort()
  const byCode: Record<string, readonly (readonly [value: string, label: string])[]> = {
    condition: pairs(CONDITIONS),
    brand: pairs(names(facets.brand)),
    model: pairs(models),
    size: names(facets.size).map((label) => [sizeSlug(label), label] as const),
    rim: numbers(facets.rim).map((rim) => [rim, `${rim} in`] as const),
    rad: pairs(names(facets.rad)),
    seasons: pairs(SEASONS),
    sets: SETS.map((sets) => [sets, SET_LABELS[sets]] as const),
    run_flat: [
      ['1', 'Yes'],
      ['0', 'No'],
    ],
    tire_load: pairs(numbers(facets.load)),
    tire_speed: speeds.map(
      (symbol) => [optionSlug(symbol), `${symbol}, ${speedOf(symbol) ?? 0} mph`] as const,
    ),
    speed_rated: speeds.map((symbol) => {
      const mph = String(speedOf(symbol) ?? 0)
      return [mph, speedLabel(mph)] as const
    }),
    smart_filter: SMART_FILTER_ROWS.map((row) => [row.value, row.name] as const),
  }
  return CODES.flatMap(([attributeId, code]) =>
    (byCode[code] ?? []).map(([value, label], index) => ({
      optionId: attributeId * 1000 + index + 1,
      attributeId,
      value,
      label,
      position: index + 1,
    })),
  )
}

export const SMART_FILTER_ROWS: (typeof smartFilter.$inferInsert)[] = [
  {
    filterId: 1,
    value: 'almost-new',
    name: 'Used, 8/32 in or more',
    conditions: [
      { attribute_code: 'condition', in: ['used', 'driven-once'] },
      { attribute_code: 'tread_depth', from: 8 },
    ],
    position: 1,
  },
  {
    filterId: 2,
    value: 'under-60',
    name: 'Under $60 a tire',
    conditions: [{ attribute_code: 'price_by_tire', to: 60 }],
    position: 2,
  },
  {
    filterId: 3,
    value: 'four-alike',
    name: 'Four alike',
    conditions: [{ attribute_code: 'sets', in: ['setOfFour'] }],
    position: 3,
  },
  {
    filterId: 4,
    value: 'snow-ready',
    name: 'Ready for snow',
    conditions: [
      { attribute_code: 'seasons', in: ['winter'] },
      { attribute_code: 'tread_depth', from: 6 },
    ],
    position: 4,
  },
]
