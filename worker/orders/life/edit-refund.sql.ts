/** The refund of an edit of an order (H14o), which is recorded in the batch of the edit. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import { SPENDING_ACCOUNT } from '../credit/credit.sql.ts'
import { type NewRefund, newRefund, PAID_WITH } from './order-refund.sql.ts'

/** Returns the statement that records the refund; the batch around it has checked that it is allowed. */
export function recordEditRefund({
  orderNumber,
  key,
  amount,
  credit,
  reason,
  by,
  now,
  nextAt,
}: Pick<NewRefund, 'orderNumber' | 'key' | 'amount' | 'credit' | 'reason' | 'by' | 'now' | 'nextAt'>): SQL {
  return newRefund(
    {
      ...{ refundKey: key, amount, status: 'pending', cancels: false, restock: [], reason, madeBy: by },
      ...{ credit, creditAccount: credit > 0 ? SPENDING_ACCOUNT : null, providerRef: PAID_WITH, nextAt },
    },
    sql`from ${salesOrder} where ${eq(salesOrder.orderNumber, orderNumber)}`,
    now,
  )
}
