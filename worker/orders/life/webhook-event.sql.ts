/** Events of providers by their id: one that arrives twice is handled once. */

/** True when this event has been handled before. */
export async function isHandled(db: D1Database, provider: string, eventId: string): Promise<boolean> {
  const row = await db
    .prepare(
      'SELECT 1 AS found FROM webhook_event WHERE provider = ? AND event_id = ? AND handled_at IS NOT NULL',
    )
    .bind(provider, eventId)
    .first()
  return row !== null
}

/** Written after the work: an event whose handling failed comes again and finds no row. */
export async function markHandled(
  db: D1Database,
  event: { provider: string; eventId: string; type: string; now: number },
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO webhook_event (provider, event_id, type, received_at, handled_at) VALUES (?1, ?2, ?3, ?4, ?4)
       ON CONFLICT (provider, event_id) DO NOTHING`,
    )
    .bind(event.provider, event.eventId, event.type, event.now)
    .run()
}
