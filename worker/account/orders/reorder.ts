/** Buying again what an order held: what is in stock goes into the cart, the rest is named. */
import type { Context } from 'hono'
import { reorderMessage } from '../../../schema/account/customer-form.api.ts'
import { minicartCount } from '../../../schema/cart/cart-format.ts'
import type { Order } from '../../../schema/orders/order.ts'
import { readCartIdCookie, setCartCountCookie } from '../../cart/cart-cookie.ts'
import { startCart } from '../../cart/customer-cart.ts'
import { minicartCountType } from '../../cart/minicart-count.sql.ts'
import { readCartView } from '../../cart/read-cart.ts'
import { addToCart } from '../../cart/update-cart.ts'
import type { AppEnv } from '../../env.ts'

interface Reordered {
  /** Lines that are in the cart now, in part at least. */
  added: number
  /** Titles of what is not, and of what there was too little of. */
  missing: string[]
  message: string
}

/** `order` must be the customer's own. A cart that an order has closed is followed by a new one. */
export async function reorder(c: Context<AppEnv>, order: Pick<Order, 'lines'>): Promise<Reordered> {
  const now = Date.now()
  let quoteId = readCartIdCookie(c) ?? (await startCart(c))
  const cart = await c.env.CART.getByName(quoteId).read()
  if (!cart || cart.orderNumber !== null) quoteId = await startCart(c)
  let added = 0
  const missing: string[] = []
  for (const line of order.lines) {
    const { sku, parentSku, option, qty } = line
    const ask = (units: number) => addToCart(c.env, quoteId, { sku, parentSku, option, qty: units }, now)
    const answer = await ask(qty)
    if (answer.ok) {
      added += 1
      continue
    }
    missing.push(line.title)
    // There is less than there was: as much as there is.
    const held = (await c.env.CART.getByName(quoteId).read())?.lines.find((one) => one.sku === sku)?.qty ?? 0
    const left = answer.code === 'qty-not-available' ? Number(answer.detail) - held : 0
    if (left > 0 && (await ask(left)).ok) added += 1
  }
  const [view, countType] = await Promise.all([
    readCartView(c.env, quoteId, now),
    minicartCountType(c.env.DB),
  ])
  setCartCountCookie(c, minicartCount(view, countType))
  return { added, missing, message: reorderMessage(added, missing) }
}
