/** Chooses the variant that represents a configurable product (C7), and the one that the shop's pages preselect. */
import { finalPrice } from '../price/price.ts'
import { conditionLabel, seasonLabel } from '../sizes/tire-text.ts'
import { availableUnits, type Offer, type Product, type Sets, STATUS_DISABLED } from './product.ts'

export const NO_VARIANTS = 'No available product variants'
export const NO_CONFIGURATION =
  'No such configuration for the product. Please do choose another combination of attributes.'

/** What somebody asked for: a sku of a variant, or values of the attributes that tell the variants apart. */
export interface VariantSelection {
  sku?: string
  options?: Readonly<Record<string, string | number>>
}

/** `exact` is false when the variant is only the nearest to what was asked for; `NO_CONFIGURATION` then says so. */
type VariantResult =
  | { ok: true; variant: Product; exact: boolean }
  | { ok: false; message: typeof NO_VARIANTS }

/** Variants that can be had: status below 2, and the pool can give at least one unit. */
export function availableVariants(offer: Offer): Product[] {
  return offer.variants.filter(
    (variant) => variant.status < STATUS_DISABLED && (availableUnits(variant, offer.stock) ?? 1) > 0,
  )
}

/** What tells variants apart, in the order in which a page asks for it: code, question, value and its label. */
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
    of: ({ tire }) => [tire?.season ?? '', tire ? conditionLabel(seasonLabel(tire.season)) : ''],
  },
  {
    code: 'tread_depth',
    label: 'Tread',
    of: ({ tire }) => [String(tire?.treadDepth ?? ''), tire ? `${tire.treadDepth}/32 in` : ''],
  },
  { code: 'sets', label: 'How many tires', of: ({ sets, setqty }) => [sets, unitLabel(setqty)] },
]

/** The attributes of a variant that a wish may name: those above and `setqty`, the number of tires. */
export function configuration(variant: Product): Record<string, string> {
  const options = OPTIONS.map(({ code, of }) => [code, of(variant)[0]])
  return { ...Object.fromEntries(options), setqty: String(variant.setqty) }
}

/** One question about the variant and its answers. */
export interface VariantOption {
  code: string
  label: string
  values: { value: string; label: string }[]
}

/** The attributes in which these variants differ; empty when there is nothing to choose. */
export function variantOptions(variants: readonly Product[]): VariantOption[] {
  return OPTIONS.map(({ code, label, of }) => {
    const values = new Map(variants.map((variant) => of(variant)))
    return { code, label, values: [...values].map(([value, name]) => ({ value, label: name })) }
  }).filter(({ values }) => values.length > 1)
}

/** What the choice looks at; pages hand their own smaller shape of a variant to the browser. */
export interface SelectableVariant {
  sku: string
  /** See `configuration`. */
  options: Readonly<Record<string, string>>
  /** Cents. */
  price: number
}

/**
 * The exact sku wins; otherwise most matching options (compared as strings), then the lower price, then the order
 * given. `null` when there is nothing to choose from.
 */
export function bestMatch<V extends SelectableVariant>(
  known: readonly V[],
  wish: VariantSelection,
): { variant: V; exact: boolean } | null {
  const wanted = Object.entries(wish.options ?? {})
  const matches = ({ options }: V) => wanted.filter(([code, value]) => options[code] === String(value)).length
  const named = known.find(({ sku }) => sku === wish.sku)
  const ranked = [...known].sort((a, b) => matches(b) - matches(a) || a.price - b.price)
  const variant = named ?? ranked[0]
  if (!variant) return null
  return { variant, exact: named ? true : wish.sku === undefined && matches(variant) === wanted.length }
}

/** `bestMatch` among the variants of a product that can be had. */
export function chooseVariant(offer: Offer, wish: VariantSelection, now: number): VariantResult {
  const known = availableVariants(offer).map((product) => ({
    product,
    sku: product.sku,
    options: configuration(product),
    price: finalPrice(product, now),
  }))
  const best = bestMatch(known, wish)
  return best
    ? { ok: true, variant: best.variant.product, exact: best.exact }
    : { ok: false, message: NO_VARIANTS }
}

/** Forms of sale from the one that most shoppers need. */
const USUAL: readonly Sets[] = ['setOfFour', 'pairs', 'single']

/**
 * What a card and a fresh product page put forward, with its price per tire and per set: the largest set that can be
 * given, since tires are changed by the axle and a set costs less by the tire; `null` when nothing can be had. For a
 * product without variants it is the product itself. `wanted` forms of sale, of a list that was asked for them, come
 * before all others.
 */
export function defaultVariant(offer: Offer, wanted: readonly string[] = []): Product | null {
  if (offer.product.type !== 'configurable') return isAvailable(offer) ? offer.product : null
  const available = availableVariants(offer)
  for (const sets of [...USUAL.filter((form) => wanted.includes(form)), ...USUAL]) {
    const unit = available.find((variant) => variant.sets === sets)
    if (unit) return unit
  }
  return available[0] ?? null
}

/** Units a shopper can choose among: the variants that can be had, or the product itself. */
export function sellableUnits(offer: Offer): Product[] {
  if (offer.product.type === 'configurable') return availableVariants(offer)
  return isAvailable(offer) ? [offer.product] : []
}

/** True when at least one unit can be sold now. */
export function isAvailable(offer: Offer): boolean {
  if (offer.product.status >= STATUS_DISABLED) return false
  if (offer.product.type === 'configurable') return availableVariants(offer).length > 0
  return (availableUnits(offer.product, offer.stock) ?? 1) > 0
}

/** `1 tire`, `Pair`, `Set of 4`. */
export function unitLabel(setqty: number): string {
  return setqty === 1 ? '1 tire' : setqty === 2 ? 'Pair' : `Set of ${setqty}`
}
