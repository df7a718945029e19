/**
 * Selections on a product page: a variant, a bundle's slots, a group's quantities, custom options. Plain data for the
 * browser; the server recomputes the price when a product is added.
 */
import { type Cents, formatMoney } from '../../platform/money.ts'
import { finalPrice, priceByTire } from '../price/price.ts'
import { productTitle, sizeAndIndex } from '../sizes/tire-text.ts'
import type { MaxUnits } from './max-units.ts'
import { availableUnits, isEnabled, isShipped, type Offer, type Product } from './product.ts'
import type { CustomOption, Parts } from './product-parts.ts'
import { configuration, isAvailable, type SelectableVariant, sellableUnits, unitLabel } from './variant.ts'

/** A variant, or the product itself without variants. */
export interface BuyUnit extends SelectableVariant {
  /** `1 tire`, `Pair`, `Set of 4`. */
  label: string
  setqty: number
  /** Price of one tire in the unit. */
  perTire: Cents
  /** Regular price of one tire during a special price; otherwise `null`. */
  was: Cents | null
  /** Units in the pool; `null` where stock is not managed. */
  left: number | null
}

/** An available product for a slot of a bundle. */
export interface BundleChoice {
  id: number
  sku: string
  label: string
  /** `225/45R17 94W, 10/32 in`; empty for other products. */
  detail: string
  /** Units in one bundle. */
  count: number
  /** Tires in all units. */
  tires: number
  /** Price of all units. */
  price: Cents
  /** Bundles that the product's stock pool allows; `null` where stock is not managed. */
  left: number | null
}

export interface BundleSlot {
  optionId: number
  title: string
  required: boolean
  choices: BundleChoice[]
  /** Id of the default choice; `null` where the slot starts empty. */
  chosen: number | null
}

/** A product of a group with its own quantity. */
export interface GroupMember {
  sku: string
  title: string
  detail: string
  /** `Front`, `Rear` or nothing. */
  axle: string
  setqty: number
  /** Price of one unit. */
  price: Cents
  perTire: Cents
  left: number | null
  /** Default quantity. */
  qty: number
}

/** Checks whether a quantity can be chosen: stock is managed and has more than one unit (B7). */
export function canChooseQuantity(left: number | null, { max }: MaxUnits): boolean {
  return left !== null && max > 1
}

/** Returns the available units of a product with their current prices. */
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

/** Returns the slots of a bundle with their available products. */
export function bundleSlots({ bundle }: Pick<Parts, 'bundle'>, now: number): BundleSlot[] {
  return bundle.map(({ optionId, title, required, links }) => {
    const choices = links.flatMap((link): BundleChoice[] => {
      const { product, stock } = link.offer
      const units = availableUnits(product, stock)
      const left = units === null ? null : Math.floor(units / link.qty)
      if (!isEnabled(product) || left === 0) return []
      return [
        {
          id: link.id,
          sku: link.sku,
          label: `${link.qty > 1 ? `${link.qty} × ` : ''}${productTitle(product)}`,
          detail: tireDetail(product),
          count: link.qty,
          tires: product.tire ? link.qty * product.setqty : 0,
          price: finalPrice(product, now) * link.qty,
          left,
        },
      ]
    })
    const defaultIds = links.filter(({ isDefault }) => isDefault).map(({ id }) => id)
    const first = choices.find(({ id }) => defaultIds.includes(id)) ?? (required ? choices[0] : undefined)
    return { optionId, title, required, choices, chosen: first?.id ?? null }
  })
}

/** Returns the available members of a group. */
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
        axle: findAxle(groupName, product.tire?.size ?? ''),
        setqty: product.setqty,
        price: finalPrice(product, now),
        perTire: priceByTire(product, now),
        left,
        qty: left === null ? qty : Math.min(qty, left),
      },
    ]
  })
}

/**
 * Returns `Front` or `Rear` for a staggered set. The group's name has both sizes: `…, 225/40R18 front and 255/35R18
 * rear`.
 */
function findAxle(groupName: string, size: string): string {
  if (size === '') return ''
  if (groupName.includes(`${size} front`)) return 'Front'
  return groupName.includes(`${size} rear`) ? 'Rear' : ''
}

function tireDetail({ tire }: Product): string {
  return tire ? `${sizeAndIndex(tire)}, ${tire.treadDepth}/32 in` : ''
}

/** Checks whether a product can be bought: every required slot of a bundle has a choice, a group has a member. */
export function isBuyable(offer: Offer, parts: Parts, now: number): boolean {
  if (!isAvailable(offer)) return false
  const { type } = offer.product
  if (type === 'grouped') return memberChoices(parts, '', now).length > 0
  if (type !== 'bundle') return true
  const slots = bundleSlots(parts, now)
  return (
    slots.some(({ choices }) => choices.length > 0) &&
    slots.every(({ required, choices }) => !required || choices.length > 0)
  )
}

/** Selected link ids by option id; an option without an entry is an empty slot. */
export type BundleSelection = Readonly<Record<number, number | null>>

/** Returns price and tires of a selected bundle, and how many bundles the stock allows (`null`: stock is not managed). */
export function resolveBundle(
  slots: readonly BundleSlot[],
  selection: BundleSelection,
): { price: Cents; tires: number; left: number | null } {
  const chosen = slots.flatMap(({ optionId, choices }) => {
    const id = selection[optionId]
    return choices.find((choice) => choice.id === id) ?? []
  })
  const counted = chosen.flatMap(({ left }) => (left === null ? [] : [left]))
  return {
    price: chosen.reduce((sum, { price }) => sum + price, 0),
    tires: chosen.reduce((sum, { tires }) => sum + tires, 0),
    left: counted.length === 0 ? null : Math.min(...counted),
  }
}

/** Formats a surcharge: `+ $6.00`, or `no extra cost`. */
export function formatSurcharge(price: Cents): string {
  return price > 0 ? `+ ${formatMoney(price)}` : 'no extra cost'
}

/** Checks whether "Add" is disabled: offline, stock is loading, or a simple or configurable product is sold out (D7). */
export function isAddDisabled(state: {
  online: boolean
  stockLoading: boolean
  type: Product['type']
  /** Units of the selection; `null` where stock is not managed. */
  left: number | null
}): boolean {
  if (!state.online || state.stockLoading) return true
  return (state.type === 'simple' || state.type === 'configurable') && state.left !== null && state.left <= 0
}

/** Returns the note under a price: shipping is included; virtual and downloadable products have no note. */
export function priceNote(type: Product['type']): string {
  return isShipped(type) ? ', shipping included' : ''
}

/** Returns the initial values of a product form, with the field names of schema/cart/cart-form.api.ts. */
export function initialFormValues(
  parts: Parts,
  unit: Pick<Product, 'sku' | 'name'>,
  now: number,
): Record<string, string> {
  const slots = bundleSlots(parts, now).map(({ optionId, chosen }) => [
    `bundle_option[${optionId}]`,
    String(chosen ?? ''),
  ])
  const members = memberChoices(parts, unit.name, now).map(({ sku, qty }) => [
    `super_group[${sku}]`,
    String(qty),
  ])
  const answers = Object.entries(initialOptionValues(parts.customOptions)).map(([id, answer]) => [
    `options[${id}]`,
    answer,
  ])
  return { sku: unit.sku, qty: '1', ...Object.fromEntries([...slots, ...members, ...answers]) }
}

/**
 * Returns the initial values of custom options. Required options start with their first value, so that one click adds
 * the product.
 */
export function initialOptionValues(options: readonly CustomOption[]): Record<number, string> {
  return Object.fromEntries(
    options.map(({ optionId, required, values }) => [
      optionId,
      required && values[0] ? String(values[0].optionTypeId) : '',
    ]),
  )
}
