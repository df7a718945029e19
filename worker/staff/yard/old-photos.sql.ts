/** Finds photos of units that nobody needs any more (H14h). */
import { type SQL, sql } from 'drizzle-orm'
import { product, productMedia } from '../../../schema/catalog/product/product.table.ts'
import { RESTOCKED_CONDITIONS } from '../../../schema/catalog/product/product.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { salesOrder, salesOrderLine } from '../../../schema/orders/order.table.ts'
import { returnCase } from '../../../schema/orders/returns/return.table.ts'
import { isReturnOpen, RETURN_STATES } from '../../../schema/orders/returns/return-case.ts'
import { auditLog } from '../../../schema/staff/changes/audit-log.table.ts'
import { intake, intakePhoto } from '../../../schema/staff/intake/intake.table.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { batchOf, connect, inList } from '../../platform/drizzle.sql.ts'

export interface OldPhotos {
  sku: string
  /** Why its photos go. */
  reason: 'sold' | 'scrap'
}

/** Returns when the unit `p` came into a state last, in milliseconds. */
const stateSince = (state: string) => sql`(select max(l.at) from ${auditLog} l
  where l.record = 'unit' and l.record_id = p.sku and l."after" ->> '$.state' = ${state})`

const ordersOf = (stockSku: SQL) => sql`${salesOrderLine} line join ${salesOrder} o on o.id = line.order_id
  where line.stock_sku = ${stockSku} and o.status <> 'canceled'`

/** The pool of the unit `p`; of a tire in a set, that of the set. */
const POOL = sql`coalesce((select whole.stock_sku from ${product} whole where whole.id = u.set_id and u.state = 'in-set'), p.stock_sku)`

/**
 * Returns units whose photos are due: sold out, with the last order before `sold`, or scrapped before `scrapped`; both in milliseconds.
 * Tires that come in again stay, and so does a unit with an open case of its order.
 */
export function findOldPhotos(
  db: D1Database,
  { sold, scrapped }: { sold: number; scrapped: number },
  limit: number,
): Promise<OldPhotos[]> {
  const open = inList(RETURN_STATES.filter(isReturnOpen))
  const restocked = inList(RESTOCKED_CONDITIONS)
  return connect(db).all<OldPhotos>(
    sql`select p.sku as sku, iif(u.state = 'scrap', 'scrap', 'sold') as reason
      from ${unit} u cross join ${product} p on p.id = u.product_id
      where (exists (select 1 from ${productMedia} m where m.product_id = p.id)
          or exists (select 1 from ${intake} i join ${intakePhoto} f on f.key = i.key where i.sku = p.sku))
        and case u.state when 'scrap' then ${stateSince('scrap')} < ${scrapped}
          when 'split' then ${stateSince('split')} < ${sold}
          when 'live' then p.condition not in ${restocked} and ${isSold(sold)}
          when 'in-set' then ${isSold(sold)} else false end
        and not exists (select 1 from ${returnCase} c where c.state in ${open}
          and c.order_id in (select o.id from ${ordersOf(POOL)}))
      order by p.id limit ${limit}`,
  )
}

function isSold(before: number): SQL {
  return sql`(u.off_sale = 0 and exists (select 1 from ${stock} s where s.stock_sku = ${POOL} and s.manage and s.qty = 0)
    and (select max(o.placed_at) from ${ordersOf(POOL)}) < ${before})`
}

/** Returns the names of all photos that units have or had, also of those that others replaced. */
export async function readPhotoNames(
  db: D1Database,
  skus: readonly string[],
): Promise<{ sku: string; name: string }[]> {
  const named = (fields: 'before' | 'after') => sql`select l.record_id as sku, j.value ->> '$.image' as name
    from ${auditLog} l, json_each(l.${sql.identifier(fields)}, '$.photos') j
    where l.record = 'unit' and l.record_id in ${inList(skus)}`
  return connect(db).all(sql`select p.sku as sku, m.image as name from ${product} p
      join ${productMedia} m on m.product_id = p.id where p.sku in ${inList(skus)}
    union select i.sku, f.name from ${intake} i join ${intakePhoto} f on f.key = i.key where i.sku in ${inList(skus)}
    union ${named('before')} union ${named('after')}`)
}

/** Returns the numbers of tires that were scrapped at their intake before this time and still have photos. */
export async function findScrappedIntakes(db: D1Database, before: number, limit: number): Promise<string[]> {
  const rows = await connect(db).all<{ sku: string }>(sql`select i.sku as sku from ${intake} i
    where i.scrapped_at < ${before} and exists (select 1 from ${intakePhoto} f where f.key = i.key) limit ${limit}`)
  return rows.map(({ sku }) => sku)
}

/** Deletes the photos of intakes by the numbers of their units. */
export async function deleteIntakePhotos(db: D1Database, skus: readonly string[]): Promise<void> {
  const keys = sql`select i.key from ${intake} i where i.sku in ${inList(skus)}`
  await batchOf(db, [sql`delete from ${intakePhoto} where key in (${keys})`])
}
