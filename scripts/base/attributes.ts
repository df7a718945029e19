/** Attributes of tires, and the options that every shop has. Option values are keys in URLs and in facets. */

import type {
  attribute,
  attributeOption,
  smartFilter,
} from '../../schema/catalog/attributes/attribute.table.ts'
import { EXTRA_ATTRIBUTES } from '../../schema/catalog/attributes/extra-attributes.ts'
import { CONDITIONS, SEASONS, SETS } from '../../schema/catalog/product/product.ts'
import { optionSlug } from '../../schema/paths.ts'

type AttributeRow = typeof attribute.$inferInsert
type OptionRow = typeof attributeOption.$inferInsert

export const ATTRIBUTES: [id: number, code: string, label: string, filterType: AttributeRow['filterType']][] =
  [
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
    [173, 'load_range', 'Load range', 'List'],
    ...EXTRA_ATTRIBUTES.map(({ id, code, label }): (typeof ATTRIBUTES)[number] => [id, code, label, 'List']),
  ]

export const ATTRIBUTE_ROWS: AttributeRow[] = ATTRIBUTES.map(
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
    name: 'Four of a kind',
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

const SET_LABELS = { single: 'Single', pairs: 'Pair', setOfFour: 'Set of four' } as const

type Option = readonly [value: string, label: string]

const named = (labels: readonly string[]): Option[] => labels.map((label) => [optionSlug(label), label])

const OPTIONS: Readonly<Record<string, readonly Option[]>> = {
  condition: named(CONDITIONS),
  seasons: named(SEASONS),
  sets: SETS.map((sets) => [sets, SET_LABELS[sets]]),
  run_flat: [
    ['1', 'Yes'],
    ['0', 'No'],
  ],
  smart_filter: SMART_FILTER_ROWS.map((row) => [row.value, row.name]),
}

export const OPTION_ROWS: OptionRow[] = ATTRIBUTES.flatMap(([attributeId, code]) =>
  (OPTIONS[code] ?? []).map(([value, label], index) => ({
    optionId: attributeId * 1000 + index + 1,
    attributeId,
    value,
    label,
    position: index + 1,
  })),
)
