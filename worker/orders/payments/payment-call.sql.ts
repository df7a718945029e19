/** Counts outcomes of payment calls by minute. */
import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import { paymentCall } from '../../../schema/orders/payments/payment-call.table.ts'
import { connect, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'
import type { PaymentOutcome } from './payment-outcome.ts'

/** Returns the statement that adds outcomes to the counts of their minutes. */
export function countPaymentCalls(db: D1Database, outcomes: readonly PaymentOutcome[]): D1PreparedStatement {
  const rows = outcomes.map(({ minute, provider, step, outcome }) => [minute, provider, step, outcome])
  const column = (at: number) => sql`value ->> ${sql.raw(`'$[${at}]'`)}`
  const insert = insertFrom(
    paymentCall,
    { minute: column(0), provider: column(1), step: column(2), outcome: column(3), count: sql`count(*)` },
    sql`from json_each(${JSON.stringify(rows)}) where true group by 1, 2, 3, 4`,
  )
  return toStatement(
    db,
    sql`${insert} on conflict do update set count = ${paymentCall.count} + excluded.count`,
  )
}

export interface PaymentCount {
  provider: string
  step: string
  outcome: string
  count: number
}

/** Returns the query of the counts since a minute, by provider, step and outcome. */
export function paymentCountsSince(client: ReturnType<typeof connect>, minute: number) {
  const { provider, step, outcome } = paymentCall
  return (
    client
      .select({ provider, step, outcome, count: sql<number>`sum(${paymentCall.count})`.as('total') })
      .from(paymentCall)
      // Reading a payment again and again is no attempt to pay.
      .where(and(gte(paymentCall.minute, minute), inArray(step, ['begin', 'pay', 'refund'])))
      .groupBy(provider, step, outcome)
      .orderBy(provider, step, outcome)
  )
}

/** Deletes the counts of minutes before `minute`. */
export async function deleteOldPaymentCalls(db: D1Database, minute: number): Promise<void> {
  await connect(db).delete(paymentCall).where(lt(paymentCall.minute, minute))
}
