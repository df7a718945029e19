/** From what a client asks for to the line the cart gets: everything on it comes from the catalogue (design.md §5). */
import type { NewLine, ProductOption } from './cart.ts'
import { type CartFailure, cartFailure } from './cart-failure.ts'
import { finalPrice, isPriceKnown } from './price.ts'
import { type Offer, type Product, type Sets, STATUS_DISABLED, type Stock } from './product.ts'
import { sizeAndIndex } from './tire-text.ts'

/** The attribute that tells the variants of a lot apart, and its options, as clients of the wire number them. */
export const SETS_ATTRIBUTE_ID = 160
export const SETS_OPTION_IDS: Readonly<Record<Sets, number>> = { single: 1, pairs: 2, setOfFour: 4 }

/** What a client may decide about a line. A price that it sends is not among it. */
export interface ItemRequest {
  /** Of a simple product, of a variant, or of a configurable product together with `option`. */
  sku: string
  /** The parent that the client believes the variant to have; `null` when it does not say. */
  parentSku: string | null
  option: ProductOption | null
}

export type ResolvedItem = { ok: true; item: NewLine; stock: Stock } | CartFailure

/** The line for a request. `offer` is what the catalogue has for the requested sku, `null` when it has nothing. */
export function resolveItem(offer: Offer | null, request: ItemRequest, now: number): ResolvedItem {
  if (!offer) return cartFailure('unknown-product')
  const unit = chosenUnit(offer, request)
  if (!('sku' in unit)) return unit
  const { product, stock } = offer
  if (product.status >= STATUS_DISABLED || unit.status >= STATUS_DISABLED) return cartFailure('not-available')
  if (unit.type === 'grouped' || unit.type === 'bundle') return cartFailure('not-available')
  const unitPrice = finalPrice(unit, now)
  if (!isPriceKnown(unitPrice)) return cartFailure('price-unknown')
  const isVariant = unit !== product
  const item: NewLine = {
    sku: unit.sku,
    parentSku: isVariant ? product.sku : null,
    productId: unit.id,
    type: product.type,
    name: unit.name,
    setqty: unit.setqty,
    unitPrice,
    stockSku: unit.stockSku,
    taxClassId: unit.taxClassId,
    tire: unit.tire ? { condition: unit.tire.condition, rim: unit.tire.rim } : null,
    option: isVariant ? variantOption(unit.sets) : null,
  }
  return { ok: true, item, stock }
}

/** The option that a reply carries for a variant; without it a client's next update would arrive without options. */
export function variantOption(sets: Sets): ProductOption {
  const choice = { option_id: String(SETS_ATTRIBUTE_ID), option_value: String(SETS_OPTION_IDS[sets]) }
  return { extension_attributes: { configurable_item_options: [choice] } }
}

function chosenUnit(offer: Offer, request: ItemRequest): Product | CartFailure {
  const { product, variants } = offer
  const choices = request.option?.extension_attributes.configurable_item_options ?? []
  if (request.sku !== product.sku) {
    const variant = variants.find(({ sku }) => sku === request.sku)
    if (!variant) return cartFailure('unknown-product')
    const foreign = request.parentSku !== null && ![product.sku, variant.sku].includes(request.parentSku)
    return foreign || !choices.every((choice) => fits(variant, choice))
      ? cartFailure('wrong-variant')
      : variant
  }
  if (product.type !== 'configurable') return product
  if (choices.length === 0) return cartFailure('options-missing')
  return (
    variants.find((variant) => choices.every((choice) => fits(variant, choice))) ??
    cartFailure('wrong-variant')
  )
}

function fits(variant: Product, choice: { option_id: string; option_value: string | number }): boolean {
  return (
    choice.option_id === String(SETS_ATTRIBUTE_ID) &&
    String(choice.option_value) === String(SETS_OPTION_IDS[variant.sets])
  )
}

/** One line of facts under a product's title: `225/45R17 94W, used, set of 4`. Empty for what is no tire. */
export function productFacts({ tire, setqty }: Pick<Product, 'tire' | 'setqty'>): string {
  if (!tire) return ''
  const set = setqty === 1 ? '' : setqty === 2 ? ', pair' : `, set of ${setqty}`
  return `${sizeAndIndex(tire)}, ${tire.condition.toLowerCase()}${set}`
}
