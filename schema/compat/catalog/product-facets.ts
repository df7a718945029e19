/** The filter values of a product, and the smart filters that it matches (C3). */

import { snowOption } from '../../catalog/attributes/extra-attributes.ts'
import { optionSlug } from '../../catalog/finder/option-slug.ts'
import { CHOICE_FILTERS, type ChoiceFilter } from '../../catalog/listing/listing.ts'
import { finalPrice, priceByTire } from '../../catalog/price/price.ts'
import { type Offer, type Product, SETS, type Sets } from '../../catalog/product/product.ts'
import { sizeSlug } from '../../catalog/sizes/tire-size.ts'
import { dotDate } from '../../catalog/sizes/tire-text.ts'
import { toDollars } from '../../platform/money.ts'

export type FacetValues = Partial<Record<Exclude<ChoiceFilter, 'smart_filter'>, readonly string[]>>

/** Values by filter; a product matches when it has one value of each filter. */
export type FilterRule = Readonly<Record<string, readonly string[]>>

/** Returns the sets that the stock allows. `setsOffered` is a sum: 1 single, 2 pair, 4 set of four. */
export function availableSets({
  stock,
  setsOffered,
}: Pick<Offer, 'stock'> & { setsOffered: number }): Sets[] {
  return SETS.filter(
    (_, index) => (setsOffered & (1 << index)) !== 0 && (!stock.manage || stock.qty >= 1 << index),
  )
}

/** Returns the option values by filter. `sets` are those in stock. */
export function toFacetValues(
  { tire, extra }: Pick<Product, 'tire' | 'extra'>,
  sets: readonly Sets[],
): FacetValues {
  if (!tire) return { sets }
  const made = dotDate(tire.dot)
  return {
    sets,
    condition: [optionSlug(tire.condition)],
    brand: [optionSlug(tire.brand)],
    model: [optionSlug(tire.model)],
    size: [sizeSlug(tire.size)],
    rim: [String(tire.rim)],
    rad: [tire.construction.toLowerCase()],
    seasons: [optionSlug(tire.season)],
    ...(made ? { made_year: [String(made.year)] } : {}),
    run_flat: [tire.runFlat ? '1' : '0'],
    tire_load: [String(tire.tireLoad)],
    tire_speed: [tire.tireSpeed.toLowerCase()],
    speed_rated: [String(tire.speedRated)],
    snow_marks: [snowOption(extra?.snow_marks)].filter((option) => option !== null),
    load_range: tire.loadRange ? [tire.loadRange.toLowerCase()] : [],
  }
}

/** Converts a value or a label of a client (`Driven Once`, `225/45R17`) to the option value. */
export function toOptionValue(filter: ChoiceFilter, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  const text = String(value).trim()
  switch (filter) {
    case 'run_flat':
      return text === 'true' ? '1' : text === 'false' ? '0' : text
    case 'size':
      return sizeSlug(text)
    case 'sets':
      return SETS.find((sets) => sets.toLowerCase() === text.toLowerCase()) ?? text
    case 'made_year':
    case 'rim':
    case 'tire_load':
    case 'speed_rated':
      return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text
    case 'snow_marks':
      return snowOption(text.toUpperCase()) ?? text
    case 'rad':
    case 'load_range':
    case 'tire_speed':
      return text.toLowerCase()
    default:
      return optionSlug(text)
  }
}

export function isChoiceFilter(field: string): field is ChoiceFilter {
  return CHOICE_FILTERS.some((filter) => filter === field)
}

export interface SmartFilter {
  value: string
  conditions: readonly { attribute_code: string; in?: string[]; from?: number; to?: number }[]
}

/** Returns the smart filters whose conditions are all true for the product. Prices are dollars. */
export function matchingSmartFilters(
  product: Product,
  facets: FacetValues,
  smartFilters: readonly SmartFilter[],
  now: number,
): string[] {
  const numbers: Record<string, number | undefined> = {
    final_price: toDollars(finalPrice(product, now)),
    price_by_tire: toDollars(priceByTire(product, now)),
    tread_depth: product.tire?.treadDepth,
  }
  const isTrue = ({ attribute_code: code, in: values = [], from, to }: SmartFilter['conditions'][number]) => {
    if (Object.hasOwn(numbers, code)) {
      const number = numbers[code]
      return number !== undefined && number >= (from ?? -Infinity) && number <= (to ?? Infinity)
    }
    return values.some((value) => facets[code as keyof FacetValues]?.includes(value))
  }
  return smartFilters
    .filter(({ conditions }) => conditions.length > 0 && conditions.every(isTrue))
    .map(({ value }) => value)
}
