/**
 * Which variant of a configurable product stands for it (spec §4 "Catalogue", client-rules.md "Variants"), and
 * which one the shop's own pages put forward.
 */
import { finalPrice } from './price.ts'
import { type Offer, type Product, type Sets, STATUS_DISABLED, unitsLeft } from './product.ts'

export const NO_VARIANTS = 'No available product variants'

/** What somebody asked for: a sku of a variant, or values of the attributes that tell the variants apart. */
export interface VariantWish {
  sku?: string
  options?: Readonly<Record<string, string | number>>
}

export type VariantResult = { ok: true; variant: Product } | { ok: false; message: typeof NO_VARIANTS }

/** Variants that can be had: status below 2, and the pool can give at least one unit. */
export function availableVariants(offer: Offer): Product[] {
  return offer.variants.filter(
    (variant) => variant.status < STATUS_DISABLED && (unitsLeft(variant, offer.stock) ?? 1) > 0,
  )
}

function configuration(variant: Product): Record<string, string> {
  return { sets: variant.sets, setqty: String(variant.setqty) }
}

/** The exact sku wins; otherwise most matching options, then the lower price, then the order of the variants. */
export function chooseVariant(offer: Offer, wish: VariantWish, now: number): VariantResult {
  const available = availableVariants(offer)
  const matches = (variant: Product) => {
    const own = configuration(variant)
    return Object.entries(wish.options ?? {}).filter(([code, value]) => own[code] === String(value)).length
  }
  const ranked = available
    .map((variant) => ({ variant, score: matches(variant), price: finalPrice(variant, now) }))
    .sort((a, b) => b.score - a.score || a.price - b.price)
  const variant = available.find(({ sku }) => sku === wish.sku) ?? ranked[0]?.variant
  return variant ? { ok: true, variant } : { ok: false, message: NO_VARIANTS }
}

/** Forms of sale from the one that most shoppers need. */
const USUAL: readonly Sets[] = ['setOfFour', 'pairs', 'single']

/**
 * What a card and a fresh product page put forward, with its price per tire and per set: the largest set that can be
 * given, since tires are changed by the axle and a set costs less by the tire; `null` when nothing can be had. For a
 * product without variants it is the product itself.
 */
export function shownVariant(offer: Offer): Product | null {
  if (offer.product.type !== 'configurable') return isAvailable(offer) ? offer.product : null
  const available = availableVariants(offer)
  for (const sets of USUAL) {
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
  return (unitsLeft(offer.product, offer.stock) ?? 1) > 0
}

/** `1 tire`, `Pair`, `Set of 4`. */
export function unitLabel(setqty: number): string {
  return setqty === 1 ? '1 tire' : setqty === 2 ? 'Pair' : `Set of ${setqty}`
}
