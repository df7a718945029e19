/** Adds the products of an order to the cart again, as far as they are in stock. */
import type { Context } from 'hono'
import { reorderMessage } from '../../../schema/account/customer-form.api.ts'
import { minicartCount } from '../../../schema/cart/cart-format.ts'
import type { Order } from '../../../schema/orders/order.ts'
import { readCartIdCookie, setCartCountCookie } from '../../cart/cart-cookie.ts'
import { startCart } from '../../cart/customer-cart.ts'
import { readMinicartCountType } from '../../cart/minicart-count.sql.ts'
import { readCartView } from '../../cart/read-cart.ts'
import { addToCart } from '../../cart/update-cart.ts'
import type { AppEnv } from '../../env.ts'

interface Reordered {
  /** The number of lines that were added at least in part. */
  added: number
  /** Titles of the lines that were not added completely. */
  missing: string[]
  message: string
}

/** Adds the lines of the customer's order to the cart; starts a new cart when an order has closed the current one. */
export async function reorder(c: Context<AppEnv>, order: Pick<Order, 'lines'>): Promise<Reordered> {
  const now = Date.now()
  let quoteId = readCartIdCookie(c) ?? (await startCart(c))
  const cart = await c.env.CART.getByName(quoteId).read()
  if (!cart || cart.orderNumber !== null) quoteId = await startCart(c)
  let added = 0
  const missing: string[] = []
  for (const line of order.lines) {
    // The cart offers services for the tires that are added.
    if (line.service) continue
    const { sku, parentSku, option, qty } = line
    const add = (units: number) => addToCart(c.env, quoteId, { sku, parentSku, option, qty: units }, now)
    const result = await add(qty)
    if (result.ok) {
      added += 1
      continue
    }
    missing.push(line.title)
    // With less stock than the order had, the remaining stock is added.
    const lines = (await c.env.CART.getByName(quoteId).read())?.lines
    const inCart = lines?.find((cartLine) => cartLine.sku === sku)?.qty ?? 0
    const available = result.code === 'qty-not-available' ? Number(result.detail) - inCart : 0
    if (available > 0 && (await add(available)).ok) added += 1
  }
  const [view, countType] = await Promise.all([
    readCartView(c.env, quoteId, now),
    readMinicartCountType(c.env.DB),
  ])
  setCartCountCookie(c, minicartCount(view, countType))
  return { added, missing, message: reorderMessage(added, missing) }
}
