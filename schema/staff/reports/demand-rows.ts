/**
 * Demand of each size (H14s): what was asked for, what is there, how it sold, and what a tire of it may cost. Amounts in cents.
 */
import { parseTireSize } from '../../catalog/sizes/tire-size.ts'
import type { Cents } from '../../platform/money.ts'

export interface DemandRow {
  /** Slug. */
  size: string
  /** Pages with a list of the size in the last 30 days, and those without a result. */
  asked: number
  missed: number
  /** Stock alerts that wait for the size. */
  waiting: number
  /** Tires on sale, in all and by grade; `none` has no grade. */
  stock: number
  a: number
  b: number
  c: number
  none: number
  sold30: number
  sold90: number
  /** Of a year's sales; `null` without any. */
  medianDays: number | null
  /** Of one used tire; `null` when neither the size nor its rim sold. */
  medianPrice: Cents | null
  /** Whether the price is that of all sizes of the rim. */
  isRimPrice: boolean
  /** What one tire may cost; `null` without a price. */
  buyUpTo: Cents | null
}

export interface DemandFacts {
  asked: ReadonlyMap<string, { asked: number; missed: number }>
  waiting: ReadonlyMap<string, number>
  stock: ReadonlyMap<string, Pick<DemandRow, 'stock' | 'a' | 'b' | 'c' | 'none'>>
  sold: ReadonlyMap<string, Pick<DemandRow, 'sold30' | 'sold90'>>
  medians: ReadonlyMap<string, { days: number; price: Cents | null }>
  /** Median price of one used tire by rim. */
  rims: ReadonlyMap<number, Cents>
  /** What the shop's used tires cost, as a share of what they sold for; `null` when no cost is known. */
  costShare: number | null
  /** The least margin of a tire that is taken in. */
  leastMargin: Cents
}

/** Share of the price that a tire may cost where the shop does not know its own. */
const USUAL_COST_SHARE = 0.4

/**
 * Returns what a tire may cost: the share of its price that the shop's tires usually cost, and no more than leaves the least
 * margin. Whole dollars; `null` when nothing is left.
 */
export function buyUpTo(
  price: Cents,
  { costShare, leastMargin }: Pick<DemandFacts, 'costShare' | 'leastMargin'>,
): Cents | null {
  const share = costShare === null ? USUAL_COST_SHARE : Math.min(costShare, 1)
  const dollars = Math.floor(Math.min(price * share, price - leastMargin) / 100)
  return dollars > 0 ? dollars * 100 : null
}

const NO_STOCK = { stock: 0, a: 0, b: 0, c: 0, none: 0 }

/** Returns a row for each size that was asked for, is there, was sold, or is waited for. */
export function makeDemandRows(facts: DemandFacts): DemandRow[] {
  const sizes = new Set([
    ...[facts.asked, facts.waiting, facts.stock, facts.sold].flatMap((known) => [...known.keys()]),
  ])
  return [...sizes].map((size) => {
    const own = facts.medians.get(size)
    const rim = parseTireSize(size)?.rim
    const rimPrice = rim === undefined ? undefined : facts.rims.get(rim)
    const medianPrice = own?.price ?? rimPrice ?? null
    return {
      size,
      ...(facts.asked.get(size) ?? { asked: 0, missed: 0 }),
      waiting: facts.waiting.get(size) ?? 0,
      ...(facts.stock.get(size) ?? NO_STOCK),
      ...(facts.sold.get(size) ?? { sold30: 0, sold90: 0 }),
      medianDays: own?.days ?? null,
      medianPrice,
      isRimPrice: medianPrice !== null && own?.price == null,
      buyUpTo: medianPrice === null ? null : buyUpTo(medianPrice, facts),
    }
  })
}

/** Sizes are low when they were asked for this often in 30 days, and fewer tires than this are there. */
export const LOW_ASKED = 5
export const LOW_STOCK = 4

/** Checks whether a size is asked for and nearly gone. */
export function isLow({ asked, stock }: Pick<DemandRow, 'asked' | 'stock'>): boolean {
  return asked >= LOW_ASKED && stock < LOW_STOCK
}

/** Questions, alerts and sales for each tire that is there: the more, the sooner a size is bought. */
function demandPerTire({ asked, waiting, sold30, stock }: DemandRow): number {
  return (asked + waiting + sold30) / (stock + 1)
}

/** Returns the rows in the order of a buyer's list: what is wanted most and had least comes first. */
export function sortBuyersList(rows: readonly DemandRow[]): DemandRow[] {
  return rows.toSorted(
    (one, other) =>
      demandPerTire(other) - demandPerTire(one) ||
      other.missed - one.missed ||
      other.sold90 - one.sold90 ||
      (one.size < other.size ? -1 : 1),
  )
}
