/** What records of the audit log are called today (H14). Ids that nobody can read get the name of what they stand for. */
import { type SQL, sql } from 'drizzle-orm'
import { feeRule } from '../../../schema/cart/totals/fee.table.ts'
import { taxRate } from '../../../schema/cart/totals/tax.table.ts'
import { cmsBlock, cmsPage } from '../../../schema/content/pages/cms.table.ts'
import { region } from '../../../schema/identity/location/region.table.ts'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { staffRole } from '../../../schema/identity/staff/staff-role.table.ts'
import { orderShipment, salesOrder } from '../../../schema/orders/order.table.ts'
import { apiKey } from '../../../schema/staff/api/api-key.table.ts'
import { webhook } from '../../../schema/staff/api/webhook.table.ts'
import type { RecordFacts } from '../../../schema/staff/changes/record-title.ts'
import { pickItem } from '../../../schema/staff/picking/picking.table.ts'
import { recallMatch } from '../../../schema/staff/safety/recall.table.ts'
import { registration } from '../../../schema/staff/safety/registration.table.ts'
import { batchOf } from '../../platform/drizzle.sql.ts'

interface Row extends RecordFacts {
  record: string
  id: string
}

interface Naming {
  record: string
  query(ids: readonly string[]): SQL
}

/** `name` and `page` are columns of `from`, whose alias is `x`; `on` finds the row of the id `l.value`. */
const named = (record: string, columns: { name: SQL; page?: SQL }, from: SQL, on: SQL): Naming => ({
  record,
  query: (ids) =>
    sql`select ${record} as record, l.value as id, ${columns.name} as name, ${columns.page ?? sql`null`} as pageId
      from json_each(${JSON.stringify(ids)}) l join ${from} where ${on}`,
})

const ORDER_NAME = { name: sql`'of order ' || o.order_number`, page: sql`o.order_number` }
const FULL_NAME = { name: sql`x.firstname || ' ' || x.lastname` }
const IS_ID = sql`x.id = cast(l.value as integer)`

const NAMES = [
  named('person', { name: sql`x.name` }, sql`${staff} x`, IS_ID),
  named('key', { name: sql`'“' || x.name || '”'` }, sql`${apiKey} x`, sql`x.id = l.value`),
  named('role', { name: sql`'“' || x.name || '”'` }, sql`${staffRole} x`, sql`x.id = l.value`),
  named('webhook', { name: sql`'to ' || x.address` }, sql`${webhook} x`, sql`x.id = l.value`),
  named('customer', FULL_NAME, sql`${customer} x`, IS_ID),
  named('dealer', FULL_NAME, sql`${customer} x`, IS_ID),
  named(
    'text',
    { name: sql`'“' || x.title || '”'` },
    sql`${cmsPage} x`,
    sql`'page/' || x.identifier = l.value`,
  ),
  named(
    'text',
    { name: sql`'“' || x.title || '”'` },
    sql`${cmsBlock} x`,
    sql`'block/' || x.identifier = l.value`,
  ),
  named(
    'tax',
    { name: sql`'Sales tax of ' || r.name` },
    sql`${taxRate} x join ${region} r on r.region_id = x.tax_region_id`,
    sql`'rate/' || x.id = l.value`,
  ),
  named(
    'tax',
    { name: sql`x.title || iif(instr(x.title, r.name) = 1, '', ' of ' || r.name)` },
    sql`${feeRule} x join ${region} r on r.region_id = x.region_id`,
    sql`'fee/' || x.id = l.value`,
  ),
  named(
    'pick',
    { name: sql`x.sku || ' for order ' || o.order_number`, page: sql`o.order_number` },
    sql`${pickItem} x join ${salesOrder} o on o.id = x.order_id`,
    sql`x.id = cast(l.value as integer)`,
  ),
  named('shipment', ORDER_NAME, sql`${orderShipment} x join ${salesOrder} o on o.id = x.order_id`, IS_ID),
  named('registration', ORDER_NAME, sql`${registration} x join ${salesOrder} o on o.id = x.order_id`, IS_ID),
  named('recall-match', { name: sql`x.sku`, page: sql`x.sku` }, sql`${recallMatch} x`, IS_ID),
]

const keyOf = (record: string, id: string) => `${record} ${id}`

/** Returns how to find what a record of these lines is called; `null` for one that is gone, or whose id is its name. */
export async function readRecordFacts(
  db: D1Database,
  lines: readonly { record: string; recordId: string }[],
): Promise<(line: { record: string; recordId: string }) => RecordFacts | null> {
  const idsOf = (record: string) => [
    ...new Set(lines.flatMap((line) => (line.record === record ? line.recordId : []))),
  ]
  const queries = NAMES.flatMap(({ record, query }) => {
    const ids = idsOf(record)
    return ids.length > 0 ? query(ids) : []
  })
  const results = queries.length > 0 ? await batchOf<Row>(db, queries) : []
  const facts = new Map(
    results.flatMap(({ results: rows }) =>
      rows.map(({ record, id, name, pageId }) => [keyOf(record, id), { name, pageId }] as const),
    ),
  )
  return ({ record, recordId }) => facts.get(keyOf(record, recordId)) ?? null
}
