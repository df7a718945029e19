/** Recalls in D1 as records that staff and files change (H14t); a change of one that does not exist adds it. */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { recall, recallMatch } from '../../../schema/staff/safety/recall.table.ts'
import {
  CAMPAIGN,
  evaluateRecall,
  NEW_RECALL,
  RECALL_PATCH,
  type RecallPatch,
  type RecallValues,
} from '../../../schema/staff/safety/recall-record.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'
import type { RecordKind, RecordWrite, StoredRecord } from '../changes/record-kind.sql.ts'

type Stored = StoredRecord<RecallValues, null>

async function readRecalls(
  db: D1Database,
  requests: readonly { id: string }[],
): Promise<ReadonlyMap<string, Stored>> {
  const t = recall
  const rows = await connect(db)
    .select()
    .from(t)
    .where(sql`${t.campaign} in ${inList(requests.map(({ id }) => id))}`)
  const known = new Map(
    rows.map(({ campaign, maker, notice, remedy, products, isOpen, version }): [string, Stored] => [
      campaign,
      { values: { maker, notice, remedy, products, isOpen }, version, facts: null },
    ]),
  )
  return new Map(
    requests.map(({ id }) => [id, known.get(id) ?? { values: NEW_RECALL, version: 0, facts: null }]),
  )
}

function hasVersion(campaign: string | SQL, version: number | SQL): SQL {
  return sql`coalesce((select version from ${recall} where campaign = ${campaign}), 0) = cast(${version} as integer)`
}

function writeRecalls(writes: readonly RecordWrite<RecallValues, null>[]): SQL[] {
  const rows = writes.map(({ id, before, after, now }) => ({ id, now, ...before, ...after }))
  return [
    sql`insert into ${recall} (campaign, maker, notice, remedy, products, is_open, created_at)
      select j.value ->> 'id', j.value ->> 'maker', j.value ->> 'notice', j.value ->> 'remedy', j.value -> 'products',
        j.value ->> 'isOpen', j.value ->> 'now' from json_each(${JSON.stringify(rows)}) j where true
      on conflict (campaign) do update set maker = excluded.maker, notice = excluded.notice, remedy = excluded.remedy,
        products = excluded.products, is_open = excluded.is_open, version = version + 1`,
    ...dropUndone(writes),
  ]
}

/** A recall that names fewer tires was undone: units that are no more recalled are not its matches, and can be matched again. */
function dropUndone(writes: readonly RecordWrite<RecallValues, null>[]): SQL[] {
  const undone = writes.filter(
    ({ before, after }) => after.products && after.products.length < before.products.length,
  )
  if (undone.length === 0) return []
  return [
    sql`delete from ${recallMatch} where campaign in ${inList(undone.map(({ id }) => id))} and state <> 'freed'
      and not exists (select 1 from ${product} p join ${unit} u on u.product_id = p.id
        where p.sku = ${recallMatch}.sku and u.state = 'recalled')`,
  ]
}

export const RECALL_RECORD: RecordKind<RecallValues, RecallPatch, null> = {
  id: CAMPAIGN,
  patch: RECALL_PATCH,
  read: async (db, id) => (await readRecalls(db, [{ id }])).get(id) ?? null,
  hasVersion,
  evaluate: evaluateRecall,
  isEmptiedByUndo: true,
  write: (write) => writeRecalls([write]),
  many: { read: readRecalls, hasVersion, write: writeRecalls },
}
