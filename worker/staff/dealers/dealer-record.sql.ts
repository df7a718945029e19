/** Applications of dealers in D1 as records that staff change (H14k). */
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { dealerApplication } from '../../../schema/account/account.table.ts'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { GROUP_DEALER, GROUP_GENERAL } from '../../../schema/identity/sign-in/customer.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import {
  DEALER_PATCH,
  type DealerPatch,
  type DealerValues,
  evaluateDealer,
} from '../../../schema/staff/dealers/dealer-record.ts'
import { connect, insertFrom } from '../../platform/drizzle.sql.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'

export const DEALER_RECORD: RecordKind<DealerValues, DealerPatch, null> = {
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/)),
  patch: DEALER_PATCH,
  isFinal: true,
  async read(db, id) {
    const t = dealerApplication
    const row = await connect(db)
      .select({ state: t.state, reason: t.reason, certificateUntil: t.certificateUntil, version: t.version })
      .from(t)
      .where(sql`${t.customerId} = ${Number(id)}`)
      .get()
    if (!row) return null
    const { version, ...values } = row
    return { values, version, facts: null }
  },
  hasVersion: (id, version) =>
    sql`exists (select 1 from ${dealerApplication} where customer_id = ${Number(id)} and version = ${version})`,
  evaluate: evaluateDealer,
  write({ id, before, after, now }) {
    const { state, reason, certificateUntil } = { ...before, ...after }
    const customerId = Number(id)
    const group = state === 'approved' ? GROUP_DEALER : GROUP_GENERAL
    return [
      sql`update ${dealerApplication} set state = ${state}, reason = ${reason}, certificate_until = ${certificateUntil},
        answered_at = ${now}, version = version + 1 where customer_id = ${customerId}`,
      // A group of the operator's own stays.
      sql`update ${customer} set group_id = ${group}, updated_at = ${now}
        where id = ${customerId} and group_id in (${GROUP_GENERAL}, ${GROUP_DEALER})`,
      insertFrom(
        outbox,
        {
          kind: 'dealer-answer',
          payload: sql`json_object('customerId', ${customerId}, 'state', ${state})`,
          createdAt: now,
          nextAt: now,
        },
        sql`where ${after.state !== undefined || after.reason !== undefined ? 1 : 0}`,
      ),
    ]
  },
}
