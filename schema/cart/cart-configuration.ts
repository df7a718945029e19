/** Resolves a buyer's choices for a bundle or for custom options. Ids and prices come only from the catalog (C8). */
import { finalPrice, isPriceKnown } from '../catalog/price/price.ts'
import { type LineComponent, toComponent } from '../catalog/product/line-component.ts'
import { type Product, STATUS_DISABLED } from '../catalog/product/product.ts'
import {
  type BundleLink,
  type BundleOption,
  type CustomOption,
  OPTION_TEXT_MAX,
} from '../catalog/product/product-parts.ts'
import { productTitle } from '../catalog/sizes/tire-text.ts'
import type { Choice } from '../platform/choice.ts'
import type { Cents } from '../platform/money.ts'
import type { ProductOption } from './cart.ts'
import { type CartError, cartError } from './cart-error.ts'
import { productFacts } from './cart-format.ts'

type OptionAttributes = ProductOption['extension_attributes']

export type ResolvedBundle =
  | {
      ok: true
      /** The chosen links, in the order of the bundle. */
      links: BundleLink[]
      parts: LineComponent[]
      choices: Choice[]
      /** The choices in the format of the API, with the catalog's quantities. */
      option: NonNullable<OptionAttributes['bundle_options']>
    }
  | CartError

/** Resolves the chosen link of each bundle option; a required option without a choice is an error. */
export function resolveBundleOptions(
  bundle: readonly BundleOption[],
  requested: OptionAttributes['bundle_options'] = [],
  now: number,
): ResolvedBundle {
  const selections = requested.filter(({ option_selections: ids }) => ids.length > 0)
  const known = new Set(bundle.map(({ optionId }) => optionId))
  const isUnique = new Set(selections.map(({ option_id: id }) => id)).size === selections.length
  if (!isUnique || selections.some(({ option_id: id }) => !known.has(id))) return cartError('wrong-variant')
  const chosen: { option: BundleOption; link: BundleLink }[] = []
  for (const option of bundle) {
    const ids = selections.find(({ option_id: id }) => id === option.optionId)?.option_selections
    if (!ids && option.required) return cartError('option-required', option.title)
    if (!ids) continue
    const link = option.links.find(({ id }) => id === ids[0])
    if (!link || ids.length > 1) return cartError('wrong-variant')
    const { product } = link.offer
    if (!canBePart(product)) return cartError('not-available')
    if (!isPriceKnown(finalPrice(product, now))) return cartError('price-unknown')
    chosen.push({ option, link })
  }
  if (chosen.length === 0) return cartError('options-missing')
  return {
    ok: true,
    links: chosen.map(({ link }) => link),
    parts: chosen.map(({ link }) =>
      toComponent(link.offer.product, { qty: link.qty, unitPrice: finalPrice(link.offer.product, now) }),
    ),
    choices: chosen.map(({ option, link }) => ({ label: option.title, value: formatBundleLink(link) })),
    option: chosen.map(({ option, link }) => ({
      option_id: option.optionId,
      option_qty: link.qty,
      option_selections: [link.id],
    })),
  }
}

/** Formats `Corvane Solano, 225/45R17 94W, new, set of 4`, with `2 × ` in front when the quantity is above one. */
function formatBundleLink({ qty, offer }: Pick<BundleLink, 'qty' | 'offer'>): string {
  const label = [productTitle(offer.product), productFacts(offer.product)].filter(Boolean).join(', ')
  return `${qty > 1 ? `${qty} × ` : ''}${label}`
}

/** Checks whether a product can be part of a bundle: an active product without options of its own. */
function canBePart({ status, type }: Product): boolean {
  return status < STATUS_DISABLED && !['configurable', 'grouped', 'bundle'].includes(type)
}

/** Returns the price of one bundle with these links: the sum of the current prices. */
export function bundlePrice(links: readonly Pick<BundleLink, 'qty' | 'offer'>[], now: number): Cents {
  return links.reduce((sum, { qty, offer }) => sum + qty * finalPrice(offer.product, now), 0)
}

type ResolvedOptions =
  | {
      ok: true
      /** Surcharge per unit. */
      price: Cents
      choices: Choice[]
      option: NonNullable<OptionAttributes['custom_options']>
    }
  | CartError

/**
 * Resolves the values of a product's custom options. A price is added only for an `option_type_id` greater than 0; zero
 * counts as no value.
 */
export function resolveCustomOptions(
  customOptions: readonly CustomOption[],
  requested: OptionAttributes['custom_options'] = [],
): ResolvedOptions {
  const texts = new Map(requested.map(({ option_id: id, option_value: value }) => [id, value.trim()]))
  const known = new Set(customOptions.map(({ optionId }) => String(optionId)))
  if (texts.size < requested.length || [...texts.keys()].some((id) => !known.has(id))) {
    return cartError('wrong-variant')
  }
  const chosen: { choice: Choice; price: Cents; id: string; value: string }[] = []
  for (const { optionId, title, kind, required, values } of customOptions) {
    const id = String(optionId)
    const text = (texts.get(id) ?? '').replace(/\s+/g, ' ')
    const typeId = kind === 'drop_down' ? Number(text) : 0
    const isEmpty = kind === 'drop_down' ? text === '' || typeId <= 0 : text === ''
    if (isEmpty && required) return cartError('option-required', title)
    if (isEmpty) continue
    const selected = values.find(({ optionTypeId }) => optionTypeId === typeId)
    if (kind === 'drop_down' && !selected) return cartError('wrong-variant')
    if (text.length > OPTION_TEXT_MAX) return cartError('option-too-long', OPTION_TEXT_MAX)
    const value = kind === 'drop_down' ? String(typeId) : text
    const price = typeId > 0 ? (selected?.price ?? 0) : 0
    chosen.push({ choice: { label: title, value: selected?.title ?? text }, price, id, value })
  }
  return {
    ok: true,
    price: chosen.reduce((sum, { price }) => sum + price, 0),
    choices: chosen.map(({ choice }) => choice),
    option: chosen.map(({ id, value }) => ({ option_id: id, option_value: value })),
  }
}
