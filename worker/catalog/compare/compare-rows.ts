/**
 * The rows of a comparison: one per fact, with one text per tire, formatted as on cards and product pages.
 */

import { EXTRA_ATTRIBUTES } from '../../../schema/catalog/attributes/extra-attributes.ts'
import { bestValue, costPer32nd } from '../../../schema/catalog/compare/compare.ts'
import { finalPrice, priceByTire } from '../../../schema/catalog/price/price.ts'
import { isViewable, type Offer, type Tire } from '../../../schema/catalog/product/product.ts'
import { usableTread } from '../../../schema/catalog/product/tread.ts'
import { defaultVariant, unitLabel } from '../../../schema/catalog/product/variant.ts'
import { loadLabel } from '../../../schema/catalog/sizes/load-index.ts'
import { AGE_MARKS, tireAge } from '../../../schema/catalog/sizes/tire-age.ts'
import {
  conditionLabel,
  formatSpeed,
  formatStock,
  seasonLabel,
} from '../../../schema/catalog/sizes/tire-text.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { arrivalDate, formatDay } from '../../../schema/platform/shop-calendar.ts'
import { knownClosedDays } from '../../platform/cache/change-feed.ts'

/** An offer of a tire; other products cannot be compared. */
export type TireOffer = Offer & { product: { tire: Tire } }

export interface CompareRow {
  label: string
  /** One text per tire, in the order of the tires; a dash for an unknown value. */
  values: string[]
  /** True when all values are equal; "Differences only" hides the row. */
  same: boolean
  /** Whether each tire is the best value; only on the row with the cost per 32nd. */
  best?: boolean[]
}

const UNKNOWN = '–'

/** Checks whether an offer is a tire with a page, which sold tires have too. */
export function isTireOffer(offer: Offer | null | undefined): offer is TireOffer {
  return offer != null && offer.product.tire !== null && isViewable(offer.product)
}

/**
 * Returns the rows, the most important first. `now` (ms) determines special prices, age and the delivery day.
 */
export function compareRows(offers: readonly TireOffer[], now: number): CompareRow[] {
  const facts = offers.map((offer) => toFacts(offer, now))
  // A tire too old for daily use is never the best value (H13e).
  const best = bestValue(
    facts.map(({ sku, cost, sold, age }) => ({ sku, cost: sold || age?.mark === 'avoid' ? null : cost })),
  )
  const row = (label: string, text: (fact: Facts) => string): CompareRow => {
    const values = facts.map((fact) => text(fact) || UNKNOWN)
    return { label, values, same: values.length > 1 && values.every((value) => value === values[0]) }
  }
  return [
    row('Price per tire', ({ perTire }) => formatMoney(perTire)),
    row('Price of the set', ({ unit, total }) =>
      unit.setqty > 1 ? `${formatMoney(total)}, ${unitLabel(unit.setqty).toLowerCase()}` : '',
    ),
    {
      ...row('Cost per 32nd of usable tread', ({ cost }) => (cost === null ? '' : formatMoney(cost))),
      best: facts.map(({ sku }) => best.includes(sku)),
    },
    row('Rating', ({ offer }) =>
      offer.rating
        ? `${offer.rating.average.toFixed(1)} of 5, ${formatQuantity(offer.rating.count, 'review')}`
        : '',
    ),
    row('Tread left', ({ tire }) => `${tire.treadDepth}/32 in of ${tire.treadNew}/32`),
    row('Usable tread', ({ tire }) => `${usableTread(tire.treadDepth)}/32 in above the legal limit`),
    row('Condition', ({ tire }) => conditionLabel(tire.condition)),
    row('Made', ({ age }) => age?.text.replace(/^Made w/, 'W') ?? ''),
    ...(facts.some(({ age }) => age?.mark)
      ? [row('Age', ({ age }) => (age ? (age.mark ? AGE_MARKS[age.mark].advice : 'Under 6 years') : ''))]
      : []),
    row('Size', ({ tire }) => tire.size),
    row('Season', ({ tire }) => seasonLabel(tire.season)),
    row('Load per tire', ({ tire }) => (tire.tireLoad > 0 ? loadLabel(tire.tireLoad) : '')),
    row('Load range', ({ tire }) => tire.loadRange ?? ''),
    row('Speed', ({ tire }) => formatSpeed(tire)),
    row('Run flat', ({ tire }) => (tire.runFlat ? 'Yes' : 'No')),
    ...EXTRA_ATTRIBUTES.filter(({ isCompared }) => isCompared)
      .map(({ code, label }) => row(label, ({ offer }) => offer.product.extra?.[code] ?? ''))
      .filter(({ values }) => values.some((value) => value !== UNKNOWN)),
    row('Repairs', ({ offer }) => offer.product.passport?.repairs ?? ''),
    row('Grade', ({ offer }) => offer.product.passport?.grade ?? ''),
    row('Stock', ({ offer, sold }) => (sold ? 'Sold' : formatStock(offer.stock).text)),
    row('Delivery', ({ sold }) => (sold ? '' : formatDay(arrivalDate(now, knownClosedDays())))),
  ]
}

function toFacts(offer: TireOffer, now: number) {
  const shown = defaultVariant(offer)
  const unit = shown ?? offer.product
  const { tire, sku } = offer.product
  const perTire = priceByTire(unit, now)
  return {
    offer,
    sku,
    tire,
    unit,
    perTire,
    age: tireAge(tire.dot, now),
    sold: shown === null,
    total: finalPrice(unit, now),
    cost: costPer32nd(perTire, tire.treadDepth),
  }
}
type Facts = ReturnType<typeof toFacts>
