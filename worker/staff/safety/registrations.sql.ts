/** Registrations of new tires for staff (H14t). */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { salesOrder, salesOrderLine } from '../../../schema/orders/order.table.ts'
import { registration, registrationTin } from '../../../schema/staff/safety/registration.table.ts'
import {
  DEALER_KIND_PATH,
  type DealerKind,
  readDealerKind,
} from '../../../schema/staff/safety/registration-due.ts'
import type { SentAs, Tins } from '../../../schema/staff/safety/registration-record.ts'
import { configRead } from '../../platform/config.sql.ts'
import { connect, inList, runRead } from '../../platform/drizzle.sql.ts'

export interface RegistrationLine {
  id: number
  orderNumber: string
  sku: string
  title: string
  facts: string
  brand: string
  tires: number
  /** Milliseconds. */
  soldAt: number
  tins: Tins
  sentAs: SentAs | null
  sentAt: number | null
  version: number
  buyer: Buyer
}

/** Empty texts once the shop no longer knows the buyer. */
export interface Buyer {
  name: string
  street: string
  city: string
  state: string
  zip: string
}

type Row = Omit<RegistrationLine, 'tins' | 'buyer'> & Buyer & { tins: string }

const address = (field: string) => sql`o.addresses ->> ${`$.billingAddress.${field}`}`
/** The buyer of the order `o`. */
export const BUYER_NAME = sql`trim(coalesce(${address('firstname')}, '') || ' ' || coalesce(${address('lastname')}, ''))`
/** The buyer of the registration `r`: of its order, or what the registration has of them. */
export const BUYER = sql`coalesce(r.buyer ->> 'name', ${BUYER_NAME}) as name,
  coalesce(r.buyer ->> 'street', trim(coalesce(${address('street[0]')}, '') || ' ' || coalesce(${address('street[1]')}, ''))) as street,
  coalesce(r.buyer ->> 'city', ${address('city')}, '') as city, coalesce(r.buyer ->> 'state', ${address('region_code')}, ${address('region')}, '') as state,
  coalesce(r.buyer ->> 'zip', ${address('postcode')}, '') as zip`

/** The order `o` was paid for, or is paid for on delivery, and not taken back as a whole. */
export const IS_SOLD = sql`o.status not in ('pending_payment', 'canceled', 'refunded')`

async function select(db: D1Database, condition: SQL): Promise<RegistrationLine[]> {
  const rows = await connect(db).all<Row>(sql`
    select r.id, o.order_number as orderNumber, r.sku, l.title, l.facts,
      coalesce(nullif(r.brand, ''), (select p.brand from ${product} p where p.sku = r.sku), '') as brand, r.tires, r.sold_at as soldAt,
      r.sent_as as sentAs, r.sent_at as sentAt, r.version, ${BUYER},
      (select json_group_object(t.tin, t.tires) from ${registrationTin} t where t.registration_id = r.id) as tins
    from ${registration} r join ${salesOrder} o on o.id = r.order_id join ${salesOrderLine} l on l.id = r.line_id
    where ${condition}`)
  return rows.map(({ name, street, city, state, zip, tins, ...line }) => ({
    ...line,
    tins: JSON.parse(tins) as Tins,
    buyer: { name, street, city, state, zip },
  }))
}

/** Returns the registrations that wait, the oldest sale first. */
export function readUnregistered(db: D1Database): Promise<RegistrationLine[]> {
  return select(db, sql`r.sent_at is null and ${IS_SOLD} and l.restocked_at is null order by r.sold_at, r.id`)
}

/** Returns the registrations of an order. */
export function readOrderRegistrations(db: D1Database, orderNumber: string): Promise<RegistrationLine[]> {
  return select(db, sql`o.order_number = ${orderNumber} and ${IS_SOLD} order by r.id`)
}

/** Returns the registrations of orders, for their slips, by number of the order. */
export async function readSlipRegistrations(
  db: D1Database,
  orderNumbers: readonly string[],
): Promise<ReadonlyMap<string, RegistrationLine[]>> {
  const lines = await select(db, sql`o.order_number in ${inList(orderNumbers)} order by r.id`)
  return groupBy(lines, ({ orderNumber }) => orderNumber)
}

/** Deletes the buyers that registrations have from orders that lost them, of sales before `before` (ms). */
export async function forgetBuyers(db: D1Database, before: number): Promise<void> {
  await connect(db).run(
    sql`update ${registration} set buyer = null where buyer is not null and sold_at < ${before}`,
  )
}

/** Reads which kind of dealer of new tires the shop is. */
export async function readTireDealer(db: D1Database): Promise<DealerKind> {
  return readDealerKind((await runRead(db, configRead([DEALER_KIND_PATH]))).get(DEALER_KIND_PATH))
}

/** Returns items by the text that `keyOf` gives each, in the order of their first. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
