/** The finder in size mode: computes the options of its selects (width, sidewall, diameter) from the sizes in stock (B1). */
import * as v from 'valibot'
import { rangeOrder, WIZARD_RANGES } from '../sizes/wizard.ts'

/** One size in stock. Width in mm, sidewall in percent (or inches on some truck sizes), diameter in inches. */
export interface StockedSize {
  width: number
  aspect: number
  rim: number
  count: number
  /** The slug of the size where the numbers alone are ambiguous: `lt245-75r16`. */
  slug?: string
}

const FINDER_CHOICE = v.object({
  value: v.number(),
  /** Tires in stock with this value and the values chosen in the selects before. */
  count: v.number(),
})
export type FinderChoice = v.InferOutput<typeof FINDER_CHOICE>

const FINDER_SIZE = v.object({ width: v.number(), aspect: v.number(), rim: v.number() })
export type FinderSize = v.InferOutput<typeof FINDER_SIZE>

export const FINDER_VIEW = v.object({
  widths: v.array(FINDER_CHOICE),
  /**
   * Every sidewall in stock with its count for the chosen width, including counts of 0: a form without JavaScript
   * cannot narrow its options.
   */
  aspects: v.array(FINDER_CHOICE),
  /** Every diameter in stock with its count for the chosen width and sidewall. */
  rims: v.array(FINDER_CHOICE),
  /**
   * The requested size; parts that are not in stock are replaced by the value with the largest stock. `null` without
   * stock.
   */
  chosen: v.nullable(FINDER_SIZE),
  /** Tires in stock in the chosen size. */
  total: v.number(),
  /** The slug of the chosen size, `225-45r17`. */
  slug: v.nullable(v.string()),
})
export type FinderView = v.InferOutput<typeof FINDER_VIEW>

type Part = keyof FinderSize

/** Returns the values of one part with their counts, in the order of `WIZARD_RANGES`. */
export function choices(sizes: readonly StockedSize[], part: Part): FinderChoice[] {
  const counts = new Map<number, number>()
  const order = rangeOrder(WIZARD_RANGES[part])
  for (const size of sizes) {
    if (size.count > 0) counts.set(size[part], (counts.get(size[part]) ?? 0) + size.count)
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => order(a.value, b.value))
}

/** Returns all values of a part, each with its count in `subset`. */
function countIn(sizes: readonly StockedSize[], part: Part, subset: readonly StockedSize[]): FinderChoice[] {
  const offered = new Map(choices(subset, part).map(({ value, count }) => [value, count]))
  return choices(sizes, part).map(({ value }) => ({ value, count: offered.get(value) ?? 0 }))
}

/** Returns the options of a hydrated form: only values with stock. */
export function stockedOptions(all: readonly FinderChoice[]): FinderChoice[] {
  return all.filter(({ count }) => count > 0)
}

/** Returns the requested value if it is in stock, otherwise the value with the largest stock. */
function pickValue(all: readonly FinderChoice[], requested: number | null | undefined): number | null {
  const offered = stockedOptions(all)
  if (offered.some(({ value }) => value === requested)) return requested ?? null
  const best = offered.reduce<FinderChoice | null>((a, b) => (a && a.count >= b.count ? a : b), null)
  return best?.value ?? null
}

/** Returns the options of the three selects; missing parts and parts that are not in stock have a default. */
export function findSize(
  sizes: readonly StockedSize[],
  requested: { width?: number | null; aspect?: number | null; rim?: number | null } = {},
): FinderView {
  const widths = choices(sizes, 'width')
  const width = pickValue(widths, requested.width)
  const ofWidth = sizes.filter((size) => size.width === width)
  const aspects = countIn(sizes, 'aspect', ofWidth)
  const aspect = pickValue(aspects, requested.aspect)
  const rims = countIn(
    sizes,
    'rim',
    ofWidth.filter((size) => size.aspect === aspect),
  )
  const rim = pickValue(rims, requested.rim)
  const chosen = width === null || aspect === null || rim === null ? null : { width, aspect, rim }
  const stocked = ofWidth.find((size) => size.count > 0 && size.aspect === aspect && size.rim === rim)
  const total = rims.find(({ value }) => value === rim)?.count ?? 0
  return { widths, aspects, rims, chosen, total, slug: stocked?.slug ?? null }
}
