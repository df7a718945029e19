/** Resolves a buyer's choices for a bundle or for custom options against the catalog, which alone sets ids and prices (C8). */

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

type Chosen = ProductOption['extension_attributes']

export type ResolvedBundle =
  | {
      ok: true
      /** The chosen links, in the order of the bundle. */
      links: BundleLink[]
      parts: LineComponent[]
      choices: Choice[]
      /** The choice in the form of the API, with the catalog's quantities. */
      option: NonNullable<Chosen['bundle_options']>
    }
  | CartError

/** Resolves one link for each slot that was filled; an empty required slot is an error. */
export function resolveBundleOptions(
  bundle: readonly BundleOption[],
  asked: Chosen['bundle_options'] = [],
  now: number,
): ResolvedBundle {
  const given = asked.filter(({ option_selections: ids }) => ids.length > 0)
  const places = new Set(bundle.map(({ optionId }) => optionId))
  const isOnce = new Set(given.map(({ option_id: id }) => id)).size === given.length
  if (!isOnce || given.some(({ option_id: id }) => !places.has(id))) return cartError('wrong-variant')
  const chosen: { place: BundleOption; link: BundleLink }[] = []
  for (const place of bundle) {
    const ids = given.find(({ option_id: id }) => id === place.optionId)?.option_selections
    if (!ids && place.required) return cartError('option-required', place.title)
    if (!ids) continue
    const link = place.links.find(({ id }) => id === ids[0])
    if (!link || ids.length > 1) return cartError('wrong-variant')
    const { product } = link.offer
    if (!canBePart(product)) return cartError('not-available')
    if (!isPriceKnown(finalPrice(product, now))) return cartError('price-unknown')
    chosen.push({ place, link })
  }
  if (chosen.length === 0) return cartError('options-missing')
  return {
    ok: true,
    links: chosen.map(({ link }) => link),
    parts: chosen.map(({ link }) =>
      toComponent(link.offer.product, { qty: link.qty, unitPrice: finalPrice(link.offer.product, now) }),
    ),
    choices: chosen.map(({ place, link }) => ({ label: place.title, value: formatBundleLink(link) })),
    option: chosen.map(({ place, link }) => ({
      option_id: place.optionId,
      option_qty: link.qty,
      option_selections: [link.id],
    })),
  }
}

/** Formats `Corvane Solano, 225/45R17 94W, new, set of 4`, with `2 × ` in front of more than one. */
function formatBundleLink({ qty, offer }: Pick<BundleLink, 'qty' | 'offer'>): string {
  const words = [productTitle(offer.product), productFacts(offer.product)].filter(Boolean).join(', ')
  return `${qty > 1 ? `${qty} × ` : ''}${words}`
}

/** Returns whether a product can be part of a bundle: it must not need a configuration of its own. */
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
      option: NonNullable<Chosen['custom_options']>
    }
  | CartError

/**
 * Resolves the answers to a product's custom options. A price is added only for an `option_type_id` greater than 0; zero
 * counts as no answer.
 */
export function resolveCustomOptions(
  questions: readonly CustomOption[],
  asked: Chosen['custom_options'] = [],
): ResolvedOptions {
  const answers = new Map(asked.map(({ option_id: id, option_value: value }) => [id, value.trim()]))
  const known = new Set(questions.map(({ optionId }) => String(optionId)))
  if (answers.size < asked.length || [...answers.keys()].some((id) => !known.has(id))) {
    return cartError('wrong-variant')
  }
  const chosen: { choice: Choice; price: Cents; id: string; value: string }[] = []
  for (const question of questions) {
    const { title, kind, required, values } = question
    const id = String(question.optionId)
    const text = (answers.get(id) ?? '').replace(/\s+/g, ' ')
    const typeId = kind === 'drop_down' ? Number(text) : 0
    const isEmpty = kind === 'drop_down' ? text === '' || typeId <= 0 : text === ''
    if (isEmpty && required) return cartError('option-required', title)
    if (isEmpty) continue
    const picked = values.find(({ optionTypeId }) => optionTypeId === typeId)
    if (kind === 'drop_down' && !picked) return cartError('wrong-variant')
    if (text.length > OPTION_TEXT_MAX) return cartError('option-too-long', OPTION_TEXT_MAX)
    const value = kind === 'drop_down' ? String(typeId) : text
    const price = typeId > 0 ? (picked?.price ?? 0) : 0
    chosen.push({ choice: { label: title, value: picked?.title ?? text }, price, id, value })
  }
  return {
    ok: true,
    price: chosen.reduce((sum, { price }) => sum + price, 0),
    choices: chosen.map(({ choice }) => choice),
    option: chosen.map(({ id, value }) => ({ option_id: id, option_value: value })),
  }
}
