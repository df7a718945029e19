/** Resolves a client's request to a line of the cart. All values of the line come from the catalog. */
import { finalPrice, isPriceKnown } from '../catalog/price/price.ts'
import { toComponent } from '../catalog/product/line-component.ts'
import {
  type Offer,
  type Product,
  type Sets,
  STATUS_DISABLED,
  type Stock,
} from '../catalog/product/product.ts'
import type { OfferWithParts, Parts } from '../catalog/product/product-parts.ts'
import { type NewLine, type ProductOption, parseQty } from './cart.ts'
import { bundlePrice, resolveBundleOptions, resolveCustomOptions } from './cart-configuration.ts'
import { type CartError, cartError } from './cart-error.ts'

/** The id of the attribute that distinguishes the variants of a configurable product, and the ids of its options. */
export const SETS_ATTRIBUTE_ID = 160
const SETS_OPTION_IDS: Readonly<Record<Sets, number>> = { single: 1, pairs: 2, setOfFour: 4 }

/** The fields of a line that a client decides; the price is not among them. */
export interface ItemRequest {
  /** The sku of a simple product, of a variant, or of a configurable product with `option`. */
  sku: string
  /** The variant's parent that the client names; `null` without one. */
  parentSku: string | null
  option: ProductOption | null
}

/** A new line and the stock pools that it needs. */
export type ResolvedItem = { ok: true; item: NewLine; pools: Map<string, Stock> } | CartError

/** Resolves a request. `found` is the catalog's offer of the requested sku, or `null` for an unknown sku. */
export function resolveItem(found: OfferWithParts | null, request: ItemRequest, now: number): ResolvedItem {
  if (!found) return cartError('unknown-product')
  const { offer, parts } = found
  const unit = resolveUnit(offer, request)
  if (!('sku' in unit)) return unit
  const { product, stock } = offer
  if (product.status >= STATUS_DISABLED || unit.status >= STATUS_DISABLED) return cartError('not-available')
  // A group is not sold itself: its members are resolved one by one (`resolveGroupMembers`).
  if (unit.type === 'grouped') return cartError('options-missing')
  const requested = request.option?.extension_attributes
  const base = unit.type === 'bundle' ? resolveBundle(parts, requested, now) : resolveSimple(unit, stock, now)
  if (!base.ok) return base
  const options = resolveCustomOptions(parts.customOptions, requested?.custom_options)
  if (!options.ok) return options
  const unitPrice = base.price + options.price
  if (!isPriceKnown(base.price) || !isPriceKnown(unitPrice)) return cartError('price-unknown')
  const isVariant = unit !== product
  const item: NewLine = {
    sku: unit.sku,
    parentSku: isVariant ? product.sku : null,
    productId: unit.id,
    type: product.type,
    name: unit.name,
    setqty: unit.setqty,
    unitPrice,
    parts: base.parts,
    choices: [...base.choices, ...options.choices],
    option: toOption({
      ...(isVariant ? { configurable_item_options: [variantChoice(unit.sets)] } : {}),
      ...(base.option ? { bundle_options: base.option } : {}),
      ...(options.option.length > 0 ? { custom_options: options.option } : {}),
    }),
  }
  return { ok: true, item, pools: base.pools }
}

/** Resolves a product whose line has the product itself as its only part. */
function resolveSimple(unit: Product, stock: Stock, now: number) {
  const price = finalPrice(unit, now)
  return {
    ok: true as const,
    price,
    parts: [toComponent(unit, { qty: 1, unitPrice: price })],
    choices: [],
    option: null,
    pools: new Map([[unit.stockSku, stock]]),
  }
}

function resolveBundle(
  parts: Parts,
  requested: ProductOption['extension_attributes'] | undefined,
  now: number,
) {
  const chosen = resolveBundleOptions(parts.bundle, requested?.bundle_options, now)
  if (!chosen.ok) return chosen
  const pools = new Map(chosen.links.map(({ offer }) => [offer.product.stockSku, offer.stock]))
  return { ...chosen, price: bundlePrice(chosen.links, now), pools }
}

type GroupMembers = { ok: true; members: { sku: string; qty: number }[] } | CartError

/**
 * Returns the requested members of a group; each member becomes a line. `quantities` are texts by sku as the client
 * sent them; 0 or an empty text means that the member is not added. Without `quantities` the group's defaults apply.
 */
export function resolveGroupMembers(
  parts: Parts,
  quantities: Readonly<Record<string, string>> | null,
): GroupMembers {
  const known = new Map(parts.associated.map(({ sku, qty }) => [sku, String(qty)]))
  const members: { sku: string; qty: number }[] = []
  for (const [sku, text] of quantities ? Object.entries(quantities) : known) {
    if (!known.has(sku)) return cartError('unknown-product')
    if (/^\s*0*\s*$/.test(text)) continue
    const parsed = parseQty(text)
    if (!parsed.ok) return parsed
    members.push({ sku, qty: parsed.qty })
  }
  return members.length > 0 ? { ok: true, members } : cartError('nothing-chosen')
}

/** Returns the option of a variant for replies; a client sends it back with its next update. */
export function variantOption(sets: Sets): ProductOption {
  return { extension_attributes: { configurable_item_options: [variantChoice(sets)] } }
}

function variantChoice(sets: Sets) {
  return { option_id: String(SETS_ATTRIBUTE_ID), option_value: String(SETS_OPTION_IDS[sets]) }
}

function toOption(attributes: ProductOption['extension_attributes']): ProductOption | null {
  return Object.keys(attributes).length > 0 ? { extension_attributes: attributes } : null
}

/** Returns the requested product or variant. */
function resolveUnit(offer: Offer, request: ItemRequest): Product | CartError {
  const { product, variants } = offer
  const choices = request.option?.extension_attributes.configurable_item_options ?? []
  if (request.sku !== product.sku) {
    const variant = variants.find(({ sku }) => sku === request.sku)
    if (!variant) return cartError('unknown-product')
    const isForeign = request.parentSku !== null && ![product.sku, variant.sku].includes(request.parentSku)
    return isForeign || !choices.every((choice) => matches(variant, choice))
      ? cartError('wrong-variant')
      : variant
  }
  if (product.type !== 'configurable') return product
  if (choices.length === 0) return cartError('options-missing')
  return (
    variants.find((variant) => choices.every((choice) => matches(variant, choice))) ??
    cartError('wrong-variant')
  )
}

/** Checks whether a choice matches a variant by the option's id or by its `value_index` in documents of the catalog. */
function matches(variant: Product, choice: { option_id: string; option_value: string | number }): boolean {
  const value = String(choice.option_value)
  return (
    choice.option_id === String(SETS_ATTRIBUTE_ID) &&
    (value === String(SETS_OPTION_IDS[variant.sets]) || value === variant.sets)
  )
}
