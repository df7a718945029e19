/** Shipping methods. */
import type { Cents } from '../../platform/money.ts'

export interface ShippingMethod {
  carrierCode: string
  methodCode: string
  carrierTitle: string
  methodTitle: string
  price: Cents
  default: boolean
}

export const FREE_SHIPPING: ShippingMethod = {
  carrierCode: 'freeshipping',
  methodCode: 'freeshipping',
  carrierTitle: 'Free shipping',
  methodTitle: 'Free shipping',
  price: 0,
  default: true,
}

/** The stored method of an order whose buyer takes the tires along or picks them up; no checkout offers it. */
export const PICKUP_METHOD = { carrierCode: 'pickup', methodCode: 'counter' } as const

/** Returns the methods for a cart; an empty list when all lines are virtual or downloadable. */
export function shippingMethods(allVirtual: boolean): ShippingMethod[] {
  return allVirtual ? [] : [FREE_SHIPPING]
}

/** Returns a method's value in forms: `freeshipping:freeshipping`. */
export function shippingKey(method: Pick<ShippingMethod, 'carrierCode' | 'methodCode'>): string {
  return `${method.carrierCode}:${method.methodCode}`
}

/** Returns the title of a stored method; empty without shipping, and the key for a method that no longer exists. */
export function shippingTitle(key: string | null): string {
  if (key === shippingKey(PICKUP_METHOD)) return 'Pick-up'
  return key === shippingKey(FREE_SHIPPING) ? FREE_SHIPPING.methodTitle : (key ?? '')
}

/** Returns the chosen method, else the default method, else the first one. */
export function chooseMethod<M extends { default: boolean }>(
  methods: readonly M[],
  isChosen: (method: M) => boolean,
): M | null {
  return methods.find(isChosen) ?? methods.find((method) => method.default) ?? methods[0] ?? null
}
