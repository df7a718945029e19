/** Goes on with edits of orders whose difference was to be paid (H14o); the cron calls it every minute. */

import { isPlaced } from '../../../schema/orders/order.ts'
import { isRefundedByHand } from '../../../schema/orders/payment.ts'
import { PICKED_STATUSES } from '../../../schema/staff/picking/pick-record.ts'
import { type LifecycleEnv, refundOrder } from '../../orders/life/order-lifecycle.ts'
import { readOrder } from '../../orders/order.sql.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { completeEdit, endEdit, findEditsToFinish, type PaidEdit } from './line-edit.sql.ts'

/**
 * Gives a paid order its new lines. If it no longer allows that, or is canceled later, its difference is refunded; a sale that was not
 * paid puts its unit back on sale. Each step can be repeated. `now` is in milliseconds.
 */
export async function finishEdits(env: LifecycleEnv, now: number): Promise<void> {
  for (const edit of await findEditsToFinish(env.DB)) {
    try {
      await finishEdit(env, edit, now)
    } catch (error) {
      // The next run tries it again; the other edits go on.
      console.error('finishing the edit of an order failed', edit.orderNumber, describeError(error))
    }
  }
}

async function finishEdit(env: LifecycleEnv, edit: PaidEdit, now: number): Promise<void> {
  if (edit.state !== 'waiting') return refundDifference(env, edit, now)
  const isPaid = edit.saleStatus !== null && isPlaced(edit.saleStatus)
  const isOpen = PICKED_STATUSES.includes(edit.orderStatus)
  if (isPaid && isOpen && (await completeEdit(env.DB, edit, now))) return
  // Another run may have completed it, and then its difference belongs to the shop.
  const hasEnded = await endEdit(env.DB, edit, now)
  if (isPaid && hasEnded) await refundDifference(env, edit, now)
}

/** Money that was taken by hand is given back by hand: the order of the sale stays paid until staff refund it. */
async function refundDifference(
  env: LifecycleEnv,
  { sale, saleTotal }: PaidEdit,
  now: number,
): Promise<void> {
  if (sale === null || saleTotal === null) return
  const paid = await readOrder(env.DB, sale)
  if (!paid || isRefundedByHand(paid.paymentMethod)) return
  const reason = 'The order couldn’t be changed anymore.'
  await refundOrder(env, sale, { by: 'shop', now, id: 'edit', amount: saleTotal, restock: [], reason })
}
