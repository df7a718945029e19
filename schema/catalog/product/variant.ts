/** Chooses the variant that represents a configurable product (C7), and the variant that pages preselect. */
import { finalPrice } from '../price/price.ts'
import { conditionLabel, seasonLabel } from '../sizes/tire-text.ts'
import { availableUnits, isEnabled, type Offer, type Product, type Sets } from './product.ts'

export const NO_VARIANTS = 'No available product variants'
export const NO_CONFIGURATION =
  'No such configuration for the product. Please do choose another combination of attributes.'

/** A request for a variant: its sku, or values of the attributes that distinguish variants. */
export interface VariantSelection {
  sku?: string
  options?: Readonly<Record<string, string | number>>
}

/** `exact` is false when the variant is only the nearest match; `NO_CONFIGURATION` is the message. */
type VariantResult =
  | { ok: true; variant: Product; exact: boolean }
  | { ok: false; message: typeof NO_VARIANTS }

/** Returns the available variants: status below 2, and at least one unit in the pool. */
export function availableVariants(offer: Offer): Product[] {
  return offer.variants.filter(
    (variant) => isEnabled(variant) && (availableUnits(variant, offer.stock) ?? 1) > 0,
  )
}

/** Attributes that distinguish variants, in the order of the product page. */
const OPTIONS: { code: string; label: string; of: (variant: Product) => [value: string, label: string] }[] = [
  { code: 'size', label: 'Size', of: ({ tire }) => [tire?.size ?? '', tire?.size ?? ''] },
  {
    code: 'condition',
    label: 'Condition',
    of: ({ tire }) => [tire?.condition ?? '', conditionLabel(tire?.condition ?? '')],
  },
  {
    code: 'seasons',
    label: 'Season',
    of: ({ tire }) => [tire?.season ?? '', tire ? seasonLabel(tire.season) : ''],
  },
  {
    code: 'tread_depth',
    label: 'Tread',
    of: ({ tire }) => [String(tire?.treadDepth ?? ''), tire ? `${tire.treadDepth}/32 in` : ''],
  },
  { code: 'sets', label: 'How many tires', of: ({ sets, setqty }) => [sets, unitLabel(setqty)] },
]

/** Returns the attributes of a variant that a request can name: the attributes in `OPTIONS` and `setqty`. */
export function configuration(variant: Product): Record<string, string> {
  const options = OPTIONS.map(({ code, of }) => [code, of(variant)[0]])
  return { ...Object.fromEntries(options), setqty: String(variant.setqty) }
}

/** A distinguishing attribute with its values. */
export interface VariantOption {
  code: string
  label: string
  values: { value: string; label: string }[]
}

/** Returns the attributes in which these variants differ; empty when all variants are equal. */
export function variantOptions(variants: readonly Product[]): VariantOption[] {
  return OPTIONS.map(({ code, label, of }) => {
    const values = new Map(variants.map((variant) => of(variant)))
    return { code, label, values: [...values].map(([value, name]) => ({ value, label: name })) }
  }).filter(({ values }) => values.length > 1)
}

/** The values of a variant that the selection needs; pages send only these to the browser. */
export interface SelectableVariant {
  sku: string
  /** See `configuration`. */
  options: Readonly<Record<string, string>>
  /** Cents. */
  price: number
}

/**
 * Returns the best match: the exact sku, otherwise the most matching options (compared as strings), then the lowest
 * price, then the order in `known`. `null` without variants.
 */
export function bestMatch<V extends SelectableVariant>(
  known: readonly V[],
  selection: VariantSelection,
): { variant: V; exact: boolean } | null {
  const wanted = Object.entries(selection.options ?? {})
  const matches = ({ options }: V) => wanted.filter(([code, value]) => options[code] === String(value)).length
  const named = known.find(({ sku }) => sku === selection.sku)
  const ranked = [...known].sort((a, b) => matches(b) - matches(a) || a.price - b.price)
  const variant = named ?? ranked[0]
  if (!variant) return null
  return { variant, exact: named ? true : selection.sku === undefined && matches(variant) === wanted.length }
}

/** Returns the best match among the available variants of a product. */
export function chooseVariant(offer: Offer, selection: VariantSelection, now: number): VariantResult {
  const known = availableVariants(offer).map((product) => ({
    product,
    sku: product.sku,
    options: configuration(product),
    price: finalPrice(product, now),
  }))
  const best = bestMatch(known, selection)
  return best
    ? { ok: true, variant: best.variant.product, exact: best.exact }
    : { ok: false, message: NO_VARIANTS }
}

/** Sets in the order in which pages preselect them. */
const PREFERRED_SETS: readonly Sets[] = ['setOfFour', 'pairs', 'single']

/**
 * Returns the variant that cards and product pages preselect: the largest available set, because tires are replaced in
 * pairs or fours and a set costs less per tire; `null` when no variant is available. A product without variants returns
 * itself. The sets in `wanted`, which a filtered list selected, come first.
 */
export function defaultVariant(offer: Offer, wanted: readonly string[] = []): Product | null {
  if (offer.product.type !== 'configurable') return isAvailable(offer) ? offer.product : null
  const available = availableVariants(offer)
  for (const sets of [...PREFERRED_SETS.filter((form) => wanted.includes(form)), ...PREFERRED_SETS]) {
    const unit = available.find((variant) => variant.sets === sets)
    if (unit) return unit
  }
  return available[0] ?? null
}

/** Returns the sellable units: the available variants, or the product itself. */
export function sellableUnits(offer: Offer): Product[] {
  if (offer.product.type === 'configurable') return availableVariants(offer)
  return isAvailable(offer) ? [offer.product] : []
}

/** Checks whether at least one unit is available. */
export function isAvailable(offer: Offer): boolean {
  if (!isEnabled(offer.product)) return false
  if (offer.product.type === 'configurable') return availableVariants(offer).length > 0
  return (availableUnits(offer.product, offer.stock) ?? 1) > 0
}

/** Formats `1 tire`, `Pair`, `Set of 4`. */
export function unitLabel(setqty: number): string {
  return setqty === 1 ? '1 tire' : setqty === 2 ? 'Pair' : `Set of ${setqty}`
}

/** Formats `, set of 4` or `, pair`; empty for a single tire. */
export function setSuffix(setqty: number): string {
  return setqty === 1 ? '' : `, ${unitLabel(setqty).toLowerCase()}`
}
