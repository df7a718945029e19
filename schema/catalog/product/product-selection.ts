/**
 * What a product page lets a shopper choose before "Add": a variant, a bundle's places, a group's quantities, answers
 * to questions. Plain data for the browser; the server prices every choice again when it is added.
 */
import { type Cents, formatMoney } from '../../platform/money.ts'
import { finalPrice, priceByTire } from '../price/price.ts'
import { productTitle, sizeAndIndex } from '../sizes/tire-text.ts'
import type { MaxUnits } from './most-units.ts'
import { availableUnits, isShipped, type Offer, type Product, STATUS_DISABLED } from './product.ts'
import type { CustomOption, Parts } from './product-parts.ts'
import { configuration, isAvailable, type SelectableVariant, sellableUnits, unitLabel } from './variant.ts'

/** A variant, or the product itself where it has none. */
export interface BuyUnit extends SelectableVariant {
  /** `1 tire`, `Pair`, `Set of 4`. */
  label: string
  setqty: number
  /** Cents for one tire of it. */
  perTire: Cents
  /** Regular price of one tire while a special runs. */
  was: Cents | null
  /** Units that the pool can give; `null` where nobody counts. */
  left: number | null
}

/** A product that may fill a place of a bundle; only those that can be had. */
export interface BundleChoice {
  id: number
  sku: string
  label: string
  /** `225/45R17 94W, 10/32 in`; empty for what is no tire. */
  detail: string
  /** Units that one bundle takes. */
  count: number
  /** Tires in all of them. */
  tires: number
  /** Of all of them. */
  price: Cents
  /** Bundles that its pool can give; `null` where nobody counts. */
  left: number | null
}

export interface BundleSlot {
  optionId: number
  title: string
  required: boolean
  choices: BundleChoice[]
  /** Id of the choice put forward; `null` where a place that is not required starts empty. */
  chosen: number | null
}

/** A product of a group, bought in a quantity of its own. */
export interface GroupMember {
  sku: string
  title: string
  detail: string
  /** `Front`, `Rear` or nothing. */
  axle: string
  setqty: number
  /** Of one unit. */
  price: Cents
  perTire: Cents
  left: number | null
  /** Units put forward. */
  qty: number
}

/** Returns whether a quantity can be chosen: stock is managed and has more than one unit (B7). */
export function asksQuantity(left: number | null, { max }: MaxUnits): boolean {
  return left !== null && max > 1
}

export function buyUnits(offer: Offer, now: number): BuyUnit[] {
  return sellableUnits(offer).map((unit) => {
    const perTire = priceByTire(unit, now)
    const regular = Math.ceil(unit.price / unit.setqty)
    return {
      sku: unit.sku,
      options: configuration(unit),
      label: unitLabel(unit.setqty),
      setqty: unit.setqty,
      price: finalPrice(unit, now),
      perTire,
      was: regular > perTire ? regular : null,
      left: availableUnits(unit, offer.stock),
    }
  })
}

/** The places of a bundle with what can be had for them now. */
export function bundleSlots({ bundle }: Pick<Parts, 'bundle'>, now: number): BundleSlot[] {
  return bundle.map(({ optionId, title, required, links }) => {
    const choices = links.flatMap((link): (BundleChoice & { isDefault: boolean })[] => {
      const { product, stock } = link.offer
      const units = availableUnits(product, stock)
      const left = units === null ? null : Math.floor(units / link.qty)
      if (product.status >= STATUS_DISABLED || left === 0) return []
      const price = finalPrice(product, now) * link.qty
      const count = link.qty > 1 ? `${link.qty} × ` : ''
      const label = `${count}${productTitle(product)}`
      return [
        {
          id: link.id,
          sku: link.sku,
          label,
          detail: tireDetail(product),
          count: link.qty,
          tires: product.tire ? link.qty * product.setqty : 0,
          price,
          left,
          isDefault: link.isDefault,
        },
      ]
    })
    const first = choices.find(({ isDefault }) => isDefault) ?? (required ? choices[0] : undefined)
    const plain = choices.map(({ isDefault: _, ...choice }) => choice)
    return { optionId, title, required, choices: plain, chosen: first?.id ?? null }
  })
}

/** The members of a group that can be had now. */
export function memberChoices(
  { associated }: Pick<Parts, 'associated'>,
  groupName: string,
  now: number,
): GroupMember[] {
  return associated.flatMap(({ qty, offer }) => {
    const { product, stock } = offer
    if (!isAvailable(offer)) return []
    const left = availableUnits(product, stock)
    return [
      {
        sku: product.sku,
        title: productTitle(product),
        detail: [tireDetail(product), product.tire ? unitLabel(product.setqty).toLowerCase() : '']
          .filter(Boolean)
          .join(', '),
        axle: axleOf(groupName, product.tire?.size ?? ''),
        setqty: product.setqty,
        price: finalPrice(product, now),
        perTire: priceByTire(product, now),
        left,
        qty: left === null ? qty : Math.min(qty, left),
      },
    ]
  })
}

/** `Front` or `Rear` of a staggered set, whose name says which size goes where: `…, 225/40R18 front and 255/35R18 rear`. */
function axleOf(groupName: string, size: string): string {
  if (size === '') return ''
  if (groupName.includes(`${size} front`)) return 'Front'
  return groupName.includes(`${size} rear`) ? 'Rear' : ''
}

function tireDetail({ tire }: Product): string {
  return tire ? `${sizeAndIndex(tire)}, ${tire.treadDepth}/32 in` : ''
}

/** True when the product can be bought now: every required place of a bundle can be filled, a group has a member. */
export function isBuyable(offer: Offer, parts: Parts, now: number): boolean {
  if (!isAvailable(offer)) return false
  const { type } = offer.product
  if (type === 'grouped') return memberChoices(parts, '', now).length > 0
  if (type !== 'bundle') return true
  const places = bundleSlots(parts, now)
  return places.some(({ choices }) => choices.length > 0) && places.every(fillable)
}

function fillable({ required, choices }: BundleSlot): boolean {
  return !required || choices.length > 0
}

/** Chosen link ids by option id; an absent one is an empty place. */
export type BundleSelection = Readonly<Record<number, number | null>>

/** Price and tires of one bundle as chosen, and how many of it the pools can give (`null`: nobody counts). */
export function resolveBundle(
  places: readonly BundleSlot[],
  wish: BundleSelection,
): { price: Cents; tires: number; left: number | null } {
  const chosen = places.flatMap(({ optionId, choices }) => {
    const id = wish[optionId]
    return choices.find((choice) => choice.id === id) ?? []
  })
  const counted = chosen.flatMap(({ left }) => (left === null ? [] : [left]))
  return {
    price: chosen.reduce((sum, { price }) => sum + price, 0),
    tires: chosen.reduce((sum, { tires }) => sum + tires, 0),
    left: counted.length === 0 ? null : Math.min(...counted),
  }
}

/** `+ $6.00`; nothing for a choice that costs nothing more. */
export function formatSurcharge(price: Cents): string {
  return price > 0 ? `+ ${formatMoney(price)}` : 'no extra cost'
}

/** Returns whether "Add" is disabled: offline, stock still loading, or nothing left of a simple or configurable product (D7). */
export function isAddDisabled(state: {
  online: boolean
  stockLoading: boolean
  type: Product['type']
  /** Units of what is chosen; `null` where stock is not managed. */
  left: number | null
}): boolean {
  if (!state.online || state.stockLoading) return true
  return (state.type === 'simple' || state.type === 'configurable') && state.left !== null && state.left <= 0
}

/** What stands under a price: a parcel's shipping is in it, a file or a plan has none. */
export function priceNote(type: Product['type']): string {
  return isShipped(type) ? ', shipping included' : ''
}

/** The fields that a page's form holds before anything is chosen, under the names of schema/cart/cart-form.api.ts. */
export function defaultChoice(
  parts: Parts,
  unit: Pick<Product, 'sku' | 'name'>,
  now: number,
): Record<string, string> {
  const places = bundleSlots(parts, now).map(({ optionId, chosen }) => [
    `bundle_option[${optionId}]`,
    String(chosen ?? ''),
  ])
  const members = memberChoices(parts, unit.name, now).map(({ sku, qty }) => [
    `super_group[${sku}]`,
    String(qty),
  ])
  const answers = Object.entries(defaultAnswers(parts.customOptions)).map(([id, answer]) => [
    `options[${id}]`,
    answer,
  ])
  return { sku: unit.sku, qty: '1', ...Object.fromEntries([...places, ...members, ...answers]) }
}

/** A question that must be answered starts with its first answer, so that one press adds. */
export function defaultAnswers(questions: readonly CustomOption[]): Record<number, string> {
  return Object.fromEntries(
    questions.map(({ optionId, required, values }) => [
      optionId,
      required && values[0] ? String(values[0].optionTypeId) : '',
    ]),
  )
}
