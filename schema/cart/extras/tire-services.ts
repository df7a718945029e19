/**
 * Services for all tires of a cart: the road hazard plan and mounting at a store. The quantities of their lines follow the tires
 * with every change, so that no tire is charged twice and no service is charged without its tire (H13f, H13k).
 */
import type { Cart, CartLine } from '../cart.ts'

export const TIRE_SERVICES = ['plan', 'mounting'] as const
export type TireService = (typeof TIRE_SERVICES)[number]

/** A product of a service, as a new line with the number of tires that one unit is for. */
export type ServiceUnit = Omit<CartLine, 'itemId' | 'qty'> & { service: TireService; serviceTires: number }

/** Returns how many units of each product are for exactly `tires`, the largest units first; `null` if they leave a tire out. */
export function serviceQuantities<Unit extends { serviceTires: number }>(
  units: readonly Unit[],
  tires: number,
): { unit: Unit; qty: number }[] | null {
  let left = tires
  const quantities = units
    .toSorted((a, b) => b.serviceTires - a.serviceTires)
    .flatMap((unit) => {
      const qty = Math.floor(left / unit.serviceTires)
      left -= qty * unit.serviceTires
      return qty > 0 ? [{ unit, qty }] : []
    })
  return left === 0 ? quantities : null
}

/**
 * Returns the cart with the lines of its services as its tires need them; `tires` is the number of tires of all lines. A service
 * ends when the cart has no tires, or more than its products are for. A known line keeps its id and price.
 */
export function followTires(cart: Cart, tires: number): Cart {
  const isService = ({ service, sku }: CartLine) => service !== undefined || findServiceOf(cart, sku) !== null
  if (!cart.lines.some(isService) && TIRE_SERVICES.every((service) => !cart[service])) return cart
  const next = { ...cart, lines: cart.lines.filter((line) => !isService(line)) }
  for (const service of TIRE_SERVICES) {
    const quantities = tires > 0 ? serviceQuantities(cart[service] ?? [], tires) : null
    if (!quantities?.length) next[service] = null
    for (const { unit, qty } of quantities ?? []) {
      const known = cart.lines.find((line) => line.service === service && line.sku === unit.sku)
      next.lines.push({ ...(known ?? { ...unit, itemId: next.nextItemId++ }), qty })
    }
  }
  return next
}

/** Returns the service of the cart that has a product; `null` for another product. */
export function findServiceOf(cart: Cart, sku: string): TireService | null {
  return TIRE_SERVICES.find((service) => cart[service]?.some((unit) => unit.sku === sku)) ?? null
}
