/** All data that the shop stores of a customer, for the download and for the deletion. */
import { and, type Column, eq, getTableColumns, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { orderAnonymity } from '../../../schema/account/account.table.ts'
import { cartReminder } from '../../../schema/cart/abandoned/cart-reminder.table.ts'
import { couponUse } from '../../../schema/cart/coupon/coupon.table.ts'
import { stockAlert, stockAlertSubscriber } from '../../../schema/catalog/stock-alerts/stock-alert.table.ts'
import { storedExtras } from '../../../schema/identity/location/extra-fields.ts'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { counterDraft } from '../../../schema/orders/counter/counter-draft.table.ts'
import { creditAccount, creditEntry } from '../../../schema/orders/credit/credit.table.ts'
import {
  orderRefund,
  orderShipment,
  paymentAttempt,
  salesOrder,
  salesOrderEvent,
  salesOrderLine,
} from '../../../schema/orders/order.table.ts'
import { orderNote } from '../../../schema/orders/order-note.table.ts'
import { orderParcel } from '../../../schema/orders/parcels/parcel.table.ts'
import { returnCase, returnEvent } from '../../../schema/orders/returns/return.table.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import { RETURN_WINDOW_MS } from '../../../schema/platform/return-terms.ts'
import { batchOf, connect, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

/**
 * Tables of all rooms with a column `customer_id`. `columns` are in the customer's download, `null` for a table of secrets.
 * `end` says what happens to the rows when the account is deleted (`cascade`: the foreign key deletes them).
 */
export const CUSTOMER_TABLES: Readonly<
  Record<string, { columns: string | null; end: 'cascade' | 'delete' | 'anonymous' }>
> = {
  customer_address: {
    columns:
      'firstname, lastname, company, vat_id, street, apartment, city, region_id, postcode, country_id, telephone, default_shipping, default_billing',
    end: 'cascade',
  },
  customer_session: { columns: 'kind, created_at, seen_at, expires_at', end: 'cascade' },
  customer_identity: { columns: 'provider, subject, email, created_at', end: 'cascade' },
  customer_payment_account: { columns: 'provider, provider_ref, created_at', end: 'cascade' },
  dealer_application: {
    columns: 'state, reason, certificate_until, applied_at, answered_at',
    end: 'cascade',
  },
  dealer_document: { columns: 'id, name, content_type, size, created_at', end: 'cascade' },
  cart_reminder: { columns: 'step, email, created_at', end: 'cascade' },
  customer_cart: { columns: 'created_at', end: 'cascade' },
  garage_car: { columns: 'car, name, added_at', end: 'cascade' },
  saved_line: { columns: 'sku, qty, saved_at', end: 'cascade' },
  wish_list_item: { columns: 'sku, added_at', end: 'cascade' },
  stock_alert: { columns: 'label, created_at, confirmed_at', end: 'cascade' },
  password_reset: { columns: null, end: 'cascade' },
  order_merge: { columns: 'from_email, to_email, asked_at, merged_at', end: 'cascade' },
  email_confirmation: { columns: 'email, created_at, expires_at', end: 'cascade' },
  review: {
    columns:
      'product_id, title, text, rating, wet, dry, snow, noise, wear, reviewer_name, is_approved, is_verified, order_number, created_on',
    end: 'delete',
  },
  product_question: { columns: 'product_id, asker_name, question, answer, asked_at', end: 'delete' },
  coupon_use: { columns: 'code, used_at', end: 'anonymous' },
  sales_order: {
    columns:
      'order_number, status, email, subtotal, discount, shipping, tax, fees, grand_total, currency, coupon_code, payment_method, shipping_method, addresses, placed_at, arrives_on',
    end: 'anonymous',
  },
}

type Rows = Record<string, unknown>[]

/** Returns the customer's record and all rows by table, times in milliseconds, amounts in cents; `null` for a deleted account. */
export async function readCustomerData(
  db: D1Database,
  customerId: number,
): Promise<{ record: Record<string, unknown>; tables: Record<string, Rows> } | null> {
  const exported = Object.entries(CUSTOMER_TABLES).flatMap(([table, { columns }]) =>
    columns === null ? [] : [{ table, columns }],
  )
  const { id, email, firstname, lastname, telephone, groupId, companyName, companyEmail, ein, isFirstLogin } =
    customer
  const profile = [
    id,
    email,
    firstname,
    lastname,
    telephone,
    groupId,
    companyName,
    companyEmail,
    ein,
    isFirstLogin,
  ]
  const { facts, choices, unitPrice, rowTotal, discount, tax, ...line } = getTableColumns(salesOrderLine)
  const lineColumns = [line.sku, line.name, facts, choices, line.qty, unitPrice, rowTotal, discount, tax]
  const { amount, status, reason, createdAt } = orderRefund
  const { carrier, trackingNumber, shippedAt } = orderShipment
  const ofTheirOrders = (table: OrderTable, columns: readonly Column[]) =>
    rowsOfOrders(customerId, table, columns)
  const [
    records,
    lines,
    events,
    refunds,
    shipments,
    returns,
    newsletter,
    stockAlerts,
    credit,
    registrations,
    ...rest
  ] = await batchOf<Record<string, unknown>>(db, [
    sql`select ${sql.join(profile, sql`, `)}, ${customer.passwordHash} is not null as has_password,
      ${customer.createdAt}, ${customer.updatedAt} from ${customer} where ${id} = ${customerId}`,
    ofTheirOrders(salesOrderLine, lineColumns),
    ofTheirOrders(salesOrderEvent, [salesOrderEvent.kind, salesOrderEvent.at]),
    ofTheirOrders(orderRefund, [amount, status, reason, createdAt]),
    ofTheirOrders(orderShipment, [carrier, trackingNumber, shippedAt]),
    ofTheirOrders(returnCase, [
      returnCase.number,
      returnCase.state,
      returnCase.reason,
      returnCase.note,
      returnCase.amount,
      returnCase.carrier,
      returnCase.trackingNumber,
      returnCase.createdAt,
    ]),
    // The newsletter belongs to a higher room, so the query names its table instead of importing it.
    sql`select n.email, n.status, n.coupon_code, n.created_at, n.changed_at from newsletter_subscriber as n
      join ${customer} on ${email} = n.email where ${id} = ${customerId} and ${customer.emailConfirmedAt} is not null`,
    // Alerts of the mailbox without an account.
    sql`select ${stockAlert.label}, ${stockAlert.createdAt}, ${stockAlert.confirmedAt} from ${stockAlert}
      join ${stockAlertSubscriber} on ${stockAlertSubscriber.id} = ${stockAlert.subscriberId}
      join ${customer} on ${email} = ${stockAlertSubscriber.email}
      where ${id} = ${customerId} and ${customer.emailConfirmedAt} is not null and ${stockAlert.customerId} is null`,
    // Store credit of the mailbox.
    sql`select e.amount, e.kind, e.why, e.order_number, e.at, e.ends_at from ${creditEntry} e
      join ${creditAccount} a on a.id = e.account_id join ${customer} on ${email} = a.holder
      where ${id} = ${customerId} and ${customer.emailConfirmedAt} is not null order by e.id`,
    // Registrations of new tires belong to a higher room.
    sql`select ${salesOrder.orderNumber}, r.brand, r.sku, t.tin, t.tires, r.sold_at, r.sent_as, r.sent_at from registration r
      join ${salesOrder} on ${salesOrder.id} = r.order_id left join registration_tin t on t.registration_id = r.id
      where ${salesOrder.customerId} = ${customerId}`,
    ...exported.map(
      ({ table, columns }) =>
        sql`select ${sql.raw(columns)} from ${sql.identifier(table)} where customer_id = ${customerId}`,
    ),
  ])
  const record = records?.results[0]
  if (!record) return null
  const tables: Record<string, Rows> = {
    sales_order_line: lines?.results ?? [],
    sales_order_event: events?.results ?? [],
    order_refund: refunds?.results ?? [],
    order_shipment: shipments?.results ?? [],
    return_case: returns?.results ?? [],
    newsletter: newsletter?.results ?? [],
    stock_alert_by_email: stockAlerts?.results ?? [],
    store_credit: credit?.results ?? [],
    registration: registrations?.results ?? [],
  }
  for (const [index, { table }] of exported.entries())
    tables[table] = (rest[index]?.results ?? []).map(parseJsonColumns)
  return { record, tables }
}

type OrderTable =
  | typeof salesOrderLine
  | typeof salesOrderEvent
  | typeof orderRefund
  | typeof orderShipment
  | typeof returnCase

/** Returns the query of a table's rows that belong to a customer's orders, each with the order's number. */
function rowsOfOrders(customerId: number, table: OrderTable, columns: readonly Column[]) {
  return sql`select ${sql.join([salesOrder.orderNumber, ...columns], sql`, `)}
    from ${table} join ${salesOrder} on ${salesOrder.id} = ${table.orderId}
    where ${salesOrder.customerId} = ${customerId} order by ${table.id}`
}

/** Parses the column with JSON. */
function parseJsonColumns(row: Record<string, unknown>): Record<string, unknown> {
  return typeof row.addresses === 'string' ? { ...row, addresses: JSON.parse(row.addresses) } : row
}

/**
 * Returns the statements that delete the customer; for one batch. Orders lose their buyer (see `anonymizeOrders`), everything
 * else is deleted, in part by the foreign keys. Reviews and the newsletter belong to a higher room, so the queries name their
 * tables instead of importing them.
 */
export function eraseCustomer(db: D1Database, customerId: number, now: number): D1PreparedStatement[] {
  const client = connect(db)
  // An unconfirmed mailbox may belong to another person, whose newsletter and reminders stay.
  const mailbox = sql`(select ${customer.email} from ${customer}
    where ${customer.id} = ${customerId} and ${customer.emailConfirmedAt} is not null)`
  const payload = (name: string) => sql`json_extract(${outbox.payload}, ${`$.${name}`})`
  const previousEmails = sql`(select ${payload('before')} from ${outbox}
    where ${outbox.kind} = 'email-changed' and ${payload('customerId')} = ${customerId}
      and ${payload('before')} not in (select ${customer.email} from ${customer}))`
  const isTheirAddress = (name: string) =>
    sql`lower(${payload(name)}) = ${mailbox} or lower(${payload(name)}) in ${previousEmails}`
  const reminders = sql`(select ${cartReminder.id} from ${cartReminder}
    where ${cartReminder.customerId} = ${customerId} or ${cartReminder.email} = ${mailbox})`
  const isTheirOrder = eq(salesOrder.customerId, customerId)
  const queries = [
    sql`update audit_log set "before" = '{}', "after" = '{}' where record = 'review' and ("before" <> '{}' or "after" <> '{}')
      and record_id in (select cast(id as text) from review where customer_id = ${customerId})`,
    sql`delete from review where customer_id = ${customerId}`,
    sql`delete from review_vote where voter = ${`customer:${customerId}`}`,
    sql`delete from product_question where customer_id = ${customerId}`,
    // A review keeps its order's number only as long as the buyer is known.
    sql`update review set order_number = null where order_number in
      (select ${salesOrder.orderNumber} from ${salesOrder} where ${isTheirOrder})`,
    sql`delete from newsletter_subscriber where email = ${mailbox}`,
    client.delete(stockAlertSubscriber).where(sql`${stockAlertSubscriber.email} = ${mailbox}`),
    // Merges of orders between two guests, one of which has this mailbox, belong to a higher room.
    sql`delete from order_merge where ${mailbox} in (from_email, to_email)`,
    // Unsent and failed mails to the account, to its address and to its previous address. The notices of an address change
    // to the old mailbox are still sent: a thief of the account must not be able to suppress them.
    sql`delete from ${outbox} where (${payload('customerId')} = ${customerId}
        and (${outbox.kind} not in ('email-changed', 'email-change-asked') or ${outbox.sentAt} is not null))
      or ${isTheirAddress('email')} or ${isTheirAddress('to')} or ${payload('reminderId')} in ${reminders}`,
    // Includes carts from before the sign-in; their recovery links end with the rows.
    client.delete(cartReminder).where(sql`${cartReminder.email} = ${mailbox}`),
    // Store credit ends with its owner; its entries stay without a person, because the shop's books need them.
    sql`insert into ${creditEntry} (account_id, amount, kind, made_by, key, at)
      select a.id, -sum(e.amount), 'erased', 'shop', 'erased:' || a.id, ${now} from ${creditAccount} a
      join ${creditEntry} e on e.account_id = a.id where a.holder = ${mailbox} group by a.id having sum(e.amount) > 0`,
    sql`update ${creditEntry} set why = '' where why <> '' and account_id in
      (select id from ${creditAccount} where holder = ${mailbox})`,
    sql`update ${creditAccount} set holder = null where holder = ${mailbox}`,
    // An open sale at the counter becomes one of a walk-in.
    sql`update ${counterDraft} set buyer = null, credit = null, version = version + 1
      where state = 'open' and buyer ->> '$.customerId' = ${customerId}`,
    sql`update ${counterDraft} set buyer = null where buyer ->> '$.customerId' = ${customerId}`,
    insertFrom(
      orderAnonymity,
      { orderId: salesOrder.id, dueAt: sql`max(${now}, ${salesOrder.placedAt} + ${RETURN_WINDOW_MS})` },
      sql`from ${salesOrder} where ${isTheirOrder}`,
      { orIgnore: true },
    ),
    client.update(salesOrder).set({ customerId: null }).where(isTheirOrder),
    client.update(couponUse).set({ customerId: null }).where(eq(couponUse.customerId, customerId)),
  ]
  return [
    ...queries.map((query) => toStatement(db, query)),
    ...anonymizeOrders(db, now),
    toStatement(db, client.delete(customer).where(eq(customer.id, customerId))),
  ]
}

/** How long a registration of new tires names a buyer whose order no longer does, from the sale: as long as tire makers keep theirs. */
export const REGISTERED_BUYER_MS = 5 * 365 * DAY_MS

const NO_PERSON = JSON.stringify({
  firstname: '',
  lastname: '',
  street: [],
  telephone: '',
  email: '',
  ...storedExtras(() => ''),
})

/**
 * Returns the statements that remove personal data from orders that are due; for a batch, repeatable. Name, street, phone,
 * e-mail address and the digits of the card are removed; products, dates, amounts, tax and the location that decides the tax stay, as tax law requires.
 */
export function anonymizeOrders(db: D1Database, now: number): D1PreparedStatement[] {
  const client = connect(db)
  const isDue = lte(orderAnonymity.dueAt, now)
  const due = sql`(select ${orderAnonymity.orderId} from ${orderAnonymity} where ${isDue})`
  const address = (name: string) => sql`json_extract(${salesOrder.addresses}, ${`$.${name}`})`
  const addresses = sql`json_object(
    'billingAddress', json(json_patch(${address('billingAddress')}, ${NO_PERSON})),
    'shippingAddress', json(case when json_type(${salesOrder.addresses}, '$.shippingAddress') = 'object'
      then json_patch(${address('shippingAddress')}, ${NO_PERSON}) else 'null' end))`
  const { detail } = salesOrderEvent
  const billing = (field: string) =>
    sql`coalesce(${salesOrder.addresses} ->> ${`$.billingAddress.${field}`}, '')`
  const queries = [
    // Buyers of new tires stay with their registration, for recalls: name and address alone.
    sql`update registration set buyer = (select json_object(
        'name', trim(${billing('firstname')} || ' ' || ${billing('lastname')}),
        'street', trim(${billing('street[0]')} || ' ' || ${billing('street[1]')}),
        'city', ${billing('city')}, 'state', coalesce(nullif(${billing('region_code')}, ''), ${billing('region')}), 'zip', ${billing('postcode')})
      from ${salesOrder} where ${salesOrder.id} = registration.order_id)
      where order_id in ${due} and buyer is null and sold_at > ${now - REGISTERED_BUYER_MS}
        and exists (select 1 from registration_tin t where t.registration_id = registration.id)`,
    client.update(salesOrder).set({ email: '', addresses }).where(inArray(salesOrder.id, due)),
    client.update(couponUse).set({ email: '' }).where(inArray(couponUse.orderId, due)),
    // Campaign data, parcels and reasons of returns are removed; the kinds and times of events and the amounts stay.
    client
      .update(salesOrderEvent)
      .set({ detail: null })
      .where(and(isNotNull(detail), inArray(salesOrderEvent.orderId, due))),
    // The audit log belongs to a higher room, so the query names its table. Its rows stay, without tracking numbers.
    sql`update audit_log set "before" = '{}', "after" = '{}' where ("before" <> '{}' or "after" <> '{}') and (
      (record = 'shipment' and record_id in (select cast(id as text) from ${orderShipment} where order_id in ${due}))
      or (record = 'parcel' and record_id in (select o.order_number || '.' || p.number from ${orderParcel} p
        join ${salesOrder} o on o.id = p.order_id where p.order_id in ${due})))`,
    client.delete(orderNote).where(inArray(orderNote.orderId, due)),
    client.delete(orderShipment).where(inArray(orderShipment.orderId, due)),
    client.update(orderParcel).set({ trackingNumber: null }).where(inArray(orderParcel.orderId, due)),
    client.update(paymentAttempt).set({ cardLast4: '' }).where(inArray(paymentAttempt.orderId, due)),
    client.update(orderRefund).set({ reason: '' }).where(inArray(orderRefund.orderId, due)),
    sql`update ${creditEntry} set why = '' where why <> ''
      and order_number in (select order_number from ${salesOrder} where id in ${due})`,
    // The photos are deleted by worker/orders/returns/return-photos.ts, because files are not rows.
    client
      .update(returnCase)
      .set({ note: '', labelHref: null, carrier: null, trackingNumber: null })
      .where(inArray(returnCase.orderId, due)),
    client.update(returnEvent).set({ text: '' }).where(inArray(returnEvent.orderId, due)),
    client.delete(orderAnonymity).where(isDue),
  ]
  return queries.map((query) => toStatement(db, query))
}

/** Returns the keys of the photos of a customer's reviews. */
export async function reviewPhotoKeys(db: D1Database, customerId: number): Promise<string[]> {
  const rows = await connect(db).all<{ fileKey: string }>(
    sql`select p.file_key as fileKey from review_photo as p join review as r on r.id = p.review_id
      where r.customer_id = ${customerId}`,
  )
  return rows.map(({ fileKey }) => fileKey)
}
