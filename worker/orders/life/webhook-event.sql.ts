/** Events of providers by their id, so that a duplicate event is handled once. */
import { and, eq, gte, isNotNull } from 'drizzle-orm'
import { webhookEvent } from '../../../schema/orders/order.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/** Returns whether an event was handled already. */
export async function isHandled(db: D1Database, provider: string, eventId: string): Promise<boolean> {
  const row = await connect(db)
    .select({ id: webhookEvent.id })
    .from(webhookEvent)
    .where(
      and(
        eq(webhookEvent.provider, provider),
        eq(webhookEvent.eventId, eventId),
        isNotNull(webhookEvent.handledAt),
      ),
    )
    .get()
  return row !== undefined
}

/** Records a handled event. The caller records it last, so that a repeat of a failed event is handled. */
export async function markHandled(
  db: D1Database,
  event: { provider: string; eventId: string; type: string; now: number },
): Promise<void> {
  const { now, ...values } = event
  await connect(db)
    .insert(webhookEvent)
    .values({ ...values, receivedAt: now, handledAt: now })
    .onConflictDoNothing()
}

/** Returns the query of the providers that sent an event since `at`. */
export function providersHeardSince(client: ReturnType<typeof connect>, at: number) {
  return client
    .selectDistinct({ provider: webhookEvent.provider })
    .from(webhookEvent)
    .where(gte(webhookEvent.receivedAt, at))
}
