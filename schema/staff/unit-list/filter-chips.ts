/** The filters that are set, as chips that remove them. */
import { formatQuantity } from '../../platform/count.ts'
import { LISTED_STATE_LABELS, NO_FILTER, type UnitFilter, type UnitRange } from './unit-filter.ts'

export interface FilterChip {
  label: string
  /** The filter without this chip. */
  without: UnitFilter
}

/** Names for what an address has as slugs and ids. */
export interface FilterNames {
  brand(slug: string): string
  size(slug: string): string
  person(id: number): string
}

/** Returns the chips of a filter, in the order of its form. */
export function filterChips(filter: UnitFilter, names: FilterNames): FilterChip[] {
  const chip = (label: string, change: Partial<UnitFilter>) => ({ label, without: { ...filter, ...change } })
  const each = <Name extends 'state' | 'size' | 'brand' | 'condition' | 'grade'>(
    name: Name,
    label: (value: UnitFilter[Name][number]) => string,
  ) => {
    const values: readonly UnitFilter[Name][number][] = filter[name]
    return values.map((value) => chip(label(value), { [name]: values.filter((other) => other !== value) }))
  }
  const range = (name: 'depth' | 'age' | 'price' | 'listed', label: (text: string) => string) => {
    const ends = filter[name]
    return ends ? [chip(label(formatRange(ends)), { [name]: NO_FILTER[name] })] : []
  }
  const { q, bin, lot, by, photo, second } = filter
  return [
    ...(q ? [chip(`“${q}”`, { q: '' })] : []),
    ...each('state', (state) => LISTED_STATE_LABELS[state]),
    ...each('size', names.size),
    ...each('brand', names.brand),
    ...each('condition', (slug) => `${slug.charAt(0).toUpperCase()}${slug.slice(1).replace('-', ' ')}`),
    ...each('grade', (grade) => `Grade ${grade}`),
    ...range('depth', (text) => `Tread ${text} /32 in`),
    ...range('age', (text) => `Age ${text} years`),
    ...range('price', (text) => `$ ${text}`),
    ...range('listed', (text) => `Here ${text} days`),
    ...(bin === null ? [] : [chip(bin === 'none' ? 'Without a bin' : `Bin ${bin}`, { bin: null })]),
    ...(lot === null ? [] : [chip(`Lot ${lot}`, { lot: null })]),
    ...(by === null ? [] : [chip(`Taken in by ${names.person(by)}`, { by: null })]),
    ...(photo === null ? [] : [chip('Without a photo', { photo: null })]),
    ...(second === null ? [] : [chip('Without a second inspection', { second: null })]),
  ]
}

function formatRange({ min, max }: UnitRange): string {
  if (min === null) return `up to ${max}`
  return max === null ? `${min} or more` : min === max ? `${min}` : `${min} to ${max}`
}

/** Formats the number of units of a list; `max` and more are not counted. */
export function formatUnitCount(total: number, max: number): string {
  return total > max ? `${formatQuantity(max, 'unit').replace(' ', '+ ')}` : formatQuantity(total, 'unit')
}
