/** Payments at the card provider whose money has no order in the shop's database. */
import {
  CARTS_TO_RECOVER,
  findPaymentsWithoutOrder,
  LOST_ORDERS,
  type LostOrder,
  type ProviderPayment,
} from '../../schema/orders/restored-order.ts'
import { type CardAccount, cardClient } from '../../worker/orders/payments/stripe/stripe-client.ts'
import { literal } from '../load/sql.ts'
import type { LoadableD1 } from '../load/target.ts'
import { MARGIN_MS } from './after-restore.ts'

export interface UnmatchedPayment extends ProviderPayment {
  /** Why the order could not be written again; `null` when it is not known. */
  reason: LostOrder['reason'] | null
}

/** Order numbers in one statement. */
const NUMBERS = 500

/** Returns how many carts have not written their orders yet: until then their payments have no order. */
export async function countCartsToRecover(db: LoadableD1): Promise<number> {
  const [row] = await db.query<{ carts: number }>(
    `SELECT json_array_length(value) AS carts FROM config WHERE path = ${literal(CARTS_TO_RECOVER)}`,
  )
  return row?.carts ?? 0
}

/** Returns the payments since a time, or up to a margin before it, whose money has no order. Throws when Stripe or the database does not answer. */
export async function listPaymentsWithoutOrder(
  db: LoadableD1,
  account: CardAccount,
  since: number,
): Promise<UnmatchedPayment[]> {
  const payments = await listPayments(account, since)
  const numbers = payments.flatMap(({ orderNumber }) => orderNumber ?? [])
  const statuses = new Map<string, string>()
  for (let from = 0; from < numbers.length; from += NUMBERS) {
    const some = numbers
      .slice(from, from + NUMBERS)
      .map(literal)
      .join(',')
    const rows = await db.query<{ number: string; status: string }>(
      `SELECT order_number AS number, status FROM sales_order WHERE order_number IN (${some})`,
    )
    for (const { number, status } of rows) statuses.set(number, status)
  }
  const lost = await readLostOrders(db)
  return findPaymentsWithoutOrder(payments, statuses).map((payment) => ({
    ...payment,
    reason: lost.find(({ orderNumber }) => orderNumber === payment.orderNumber)?.reason ?? null,
  }))
}

async function listPayments(account: CardAccount, since: number): Promise<ProviderPayment[]> {
  const payments: ProviderPayment[] = []
  const query = {
    created: { gte: Math.max(0, Math.floor((since - MARGIN_MS) / 1000)) },
    limit: 100,
    expand: ['data.latest_charge'],
  }
  for await (const intent of cardClient(account).paymentIntents.list(query)) {
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
    payments.push({
      paymentId: intent.id,
      orderNumber: intent.metadata.order_number ?? null,
      received: intent.amount_received,
      refunded: charge?.amount_refunded ?? 0,
      createdAt: intent.created * 1000,
    })
  }
  return payments
}

async function readLostOrders(db: LoadableD1): Promise<LostOrder[]> {
  const [row] = await db.query<{ value: string }>(
    `SELECT value FROM config WHERE path = ${literal(LOST_ORDERS)}`,
  )
  return row ? (JSON.parse(row.value) as LostOrder[]) : []
}
