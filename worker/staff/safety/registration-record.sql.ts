/** Registrations of new tires in D1 as records that staff change (H14t). */
import { type SQL, sql } from 'drizzle-orm'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { config } from '../../../schema/platform/config.table.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import { registration, registrationTin } from '../../../schema/staff/safety/registration.table.ts'
import { DEALER_KIND_PATH, readDealerKind } from '../../../schema/staff/safety/registration-due.ts'
import {
  evaluateRegistration,
  REGISTRATION_ID,
  REGISTRATION_PATCH,
  type RegistrationFacts,
  type RegistrationPatch,
  type RegistrationValues,
  type SentAs,
} from '../../../schema/staff/safety/registration-record.ts'
import { connect, insertFrom } from '../../platform/drizzle.sql.ts'
import type { RecordKind, RecordWrite, StoredRecord } from '../changes/record-kind.sql.ts'

interface Row {
  id: number
  tins: string
  sentAs: SentAs | null
  sentAt: number | null
  version: number
  tires: number
  orderStatus: OrderStatus
  dealer: string | null
}

async function readRegistrations(
  db: D1Database,
  requests: readonly { id: string }[],
): Promise<ReadonlyMap<string, StoredRecord<RegistrationValues, RegistrationFacts>>> {
  const rows = await connect(db).all<Row>(sql`
    select r.id, r.sent_as as sentAs, r.sent_at as sentAt, r.version, r.tires, o.status as orderStatus,
      (select json_group_object(t.tin, t.tires) from (select tin, tires from ${registrationTin}
        where registration_id = r.id order by tin) t) as tins,
      (select value from ${config} where path = ${DEALER_KIND_PATH}) as dealer
    from json_each(${JSON.stringify(requests.map(({ id }) => Number(id)))}) j
      join ${registration} r on r.id = j.value join ${salesOrder} o on o.id = r.order_id`)
  return new Map(
    rows.map(({ id, tins, sentAs, sentAt, version, tires, orderStatus, dealer }) => [
      String(id),
      {
        values: { tins: JSON.parse(tins), sentAs, sentAt },
        version,
        facts: { tires, orderStatus, dealer: readDealerKind(dealer ?? undefined) },
      },
    ]),
  )
}

function hasVersion(id: string | SQL, version: number | SQL): SQL {
  return sql`exists (select 1 from ${registration} where id = cast(${id} as integer) and version = ${version})`
}

type RegistrationWrite = RecordWrite<RegistrationValues, RegistrationFacts>

function writeRegistrations(writes: readonly RegistrationWrite[]): SQL[] {
  const rows = writes.map(({ id, before, after }) => ({ id: Number(id), ...before, ...after }))
  const json = JSON.stringify(rows)
  const withTins = JSON.stringify(
    rows.filter((_, index) => writes[index]?.after.tins !== undefined).map(({ id, tins }) => ({ id, tins })),
  )
  return [
    sql`update ${registration} set sent_as = j.value ->> 'sentAs', sent_at = j.value ->> 'sentAt', version = version + 1
      from json_each(${json}) j where ${registration}.id = j.value ->> 'id'`,
    sql`delete from ${registrationTin} where registration_id in (select j.value ->> 'id' from json_each(${withTins}) j)`,
    sql`insert into ${registrationTin} (registration_id, tin, tires)
      select j.value ->> 'id', t.key, t.value from json_each(${withTins}) j, json_each(j.value -> 'tins') t`,
    ...writes.filter(({ after }) => after.sentAs === 'form').flatMap(mailForm),
  ]
}

/** The buyer of a form gets a copy by email: one for all new tires of the order that were not mailed before. */
function mailForm({ id, now }: RegistrationWrite): SQL[] {
  const order = sql`(select order_id from ${registration} where id = ${Number(id)})`
  const payload = sql`json_object('orderNumber', (select order_number from ${salesOrder} where id = ${order}))`
  return [
    insertFrom(
      outbox,
      { kind: 'registration-form', payload, createdAt: now, nextAt: now },
      sql`where exists (select 1 from ${registration} where id = ${Number(id)} and mailed_at is null)`,
    ),
    sql`update ${registration} set mailed_at = ${now} where order_id = ${order} and mailed_at is null`,
  ]
}

export const REGISTRATION_RECORD: RecordKind<RegistrationValues, RegistrationPatch, RegistrationFacts> = {
  id: REGISTRATION_ID,
  patch: REGISTRATION_PATCH,
  read: async (db, id) => (await readRegistrations(db, [{ id }])).get(id) ?? null,
  hasVersion,
  evaluate: evaluateRegistration,
  write: (write) => writeRegistrations([write]),
  many: { read: readRegistrations, hasVersion, write: writeRegistrations },
}
