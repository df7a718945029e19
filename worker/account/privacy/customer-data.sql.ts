/** Everything that the shop keeps of a customer: to be handed out, and to be ended. */
import { storedExtras } from '../../../schema/identity/location/extra-fields.ts'
import { RETURN_WINDOW_MS } from '../../../schema/orders/status/order-format.ts'

/**
 * Tables that name a customer in `customer_id`. `columns` are what the customer is given, `null` for what only opens
 * doors; `end` is what becomes of the rows when the account goes (`cascade` by the foreign key).
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
  dealer_document: { columns: 'id, name, content_type, size, created_at', end: 'cascade' },
  cart_reminder: { columns: 'step, email, created_at', end: 'cascade' },
  customer_cart: { columns: 'created_at', end: 'cascade' },
  wish_list_item: { columns: 'sku, added_at', end: 'cascade' },
  staff_member: { columns: 'created_at', end: 'cascade' },
  password_reset: { columns: null, end: 'cascade' },
  email_confirmation: { columns: 'email, created_at, expires_at', end: 'cascade' },
  review: {
    columns: 'product_id, title, text, rating, reviewer_name, is_approved, created_on',
    end: 'delete',
  },
  coupon_use: { columns: 'code, used_at', end: 'anonymous' },
  sales_order: {
    columns:
      'order_number, status, email, subtotal, discount, shipping, tax, fees, grand_total, currency, coupon_code, payment_method, shipping_method, addresses, placed_at, arrives_on',
    end: 'anonymous',
  },
}

type Rows = Record<string, unknown>[]

/** The customer's record and all rows by table; times are in milliseconds, amounts in cents. `null` when gone. */
export async function readCustomerData(
  db: D1Database,
  customerId: number,
): Promise<{ record: Record<string, unknown>; tables: Record<string, Rows> } | null> {
  const asked = Object.entries(CUSTOMER_TABLES).flatMap(([table, { columns }]) =>
    columns === null ? [] : [{ table, columns }],
  )
  const [records, lines, events, refunds, shipments, newsletter, ...rest] = await db.batch<
    Record<string, unknown>
  >([
    db
      .prepare(
        `SELECT id, email, firstname, lastname, telephone, group_id, company_name, company_email, ein, is_first_login,
           password_hash IS NOT NULL AS has_password, created_at, updated_at FROM customer WHERE id = ?1`,
      )
      .bind(customerId),
    db
      .prepare(
        `SELECT o.order_number, l.sku, l.name, l.facts, l.choices, l.qty, l.unit_price, l.row_total, l.discount, l.tax
         FROM sales_order_line AS l JOIN sales_order AS o ON o.id = l.order_id WHERE o.customer_id = ?1 ORDER BY l.id`,
      )
      .bind(customerId),
    db
      .prepare(
        `SELECT o.order_number, e.kind, e.at FROM sales_order_event AS e JOIN sales_order AS o ON o.id = e.order_id
         WHERE o.customer_id = ?1 ORDER BY e.id`,
      )
      .bind(customerId),
    db
      .prepare(
        `SELECT o.order_number, r.amount, r.status, r.reason, r.created_at FROM order_refund AS r
         JOIN sales_order AS o ON o.id = r.order_id WHERE o.customer_id = ?1 ORDER BY r.id`,
      )
      .bind(customerId),
    db
      .prepare(
        `SELECT o.order_number, s.carrier, s.tracking_number, s.shipped_at FROM order_shipment AS s
         JOIN sales_order AS o ON o.id = s.order_id WHERE o.customer_id = ?1 ORDER BY s.id`,
      )
      .bind(customerId),
    db
      .prepare(
        `SELECT n.email, n.status, n.coupon_code, n.created_at, n.changed_at FROM newsletter_subscriber AS n
         JOIN customer AS c ON c.email = n.email WHERE c.id = ?1 AND c.email_confirmed_at IS NOT NULL`,
      )
      .bind(customerId),
    ...asked.map(({ table, columns }) =>
      db.prepare(`SELECT ${columns} FROM ${table} WHERE customer_id = ?1`).bind(customerId),
    ),
  ])
  const record = records?.results[0]
  if (!record) return null
  const tables: Record<string, Rows> = {
    sales_order_line: lines?.results ?? [],
    sales_order_event: events?.results ?? [],
    order_refund: refunds?.results ?? [],
    order_shipment: shipments?.results ?? [],
    newsletter: newsletter?.results ?? [],
  }
  for (const [index, { table }] of asked.entries()) tables[table] = (rest[index]?.results ?? []).map(opened)
  return { record, tables }
}

/** Text columns that hold JSON are given as what they hold. */
function opened(row: Record<string, unknown>): Record<string, unknown> {
  return typeof row.addresses === 'string' ? { ...row, addresses: JSON.parse(row.addresses) } : row
}

/**
 * Ends the customer: orders lose their buyer (see `anonymizeOrders`), everything else goes. For one batch; the foreign
 * keys take the rest along.
 */
export function eraseCustomer(db: D1Database, customerId: number, now: number): D1PreparedStatement[] {
  const id = customerId
  // A mailbox that nobody confirmed may be a stranger's, who keeps what was given under its name.
  const mailbox = 'SELECT email FROM customer WHERE id = ?1 AND email_confirmed_at IS NOT NULL'
  return [
    db.prepare('DELETE FROM review WHERE customer_id = ?1').bind(id),
    db.prepare(`DELETE FROM newsletter_subscriber WHERE email = (${mailbox})`).bind(id),
    // Mails that wait, and those given up on: to the account, to its address, and to the one it had before. What tells
    // an old mailbox of a move still leaves, or whoever took the account could silence it.
    db
      .prepare(
        `WITH mine AS (
           ${mailbox} UNION SELECT json_extract(payload, '$.before') FROM outbox
           WHERE kind = 'email-changed' AND json_extract(payload, '$.customerId') = ?1
             AND json_extract(payload, '$.before') NOT IN (SELECT email FROM customer))
         DELETE FROM outbox WHERE (json_extract(payload, '$.customerId') = ?1
             AND (kind NOT IN ('email-changed', 'email-change-asked') OR sent_at IS NOT NULL))
           OR lower(json_extract(payload, '$.email')) IN (SELECT email FROM mine)
           OR lower(json_extract(payload, '$.to')) IN (SELECT email FROM mine)
           OR json_extract(payload, '$.reminderId') IN
             (SELECT id FROM cart_reminder WHERE customer_id = ?1 OR email = (${mailbox}))`,
      )
      .bind(id),
    // Also of carts that were filled before anybody was signed in; their links end with them.
    db.prepare(`DELETE FROM cart_reminder WHERE email = (${mailbox})`).bind(id),
    db
      .prepare(
        'INSERT OR IGNORE INTO order_anonymity (order_id, due_at) SELECT id, max(?2, placed_at + ?3) FROM sales_order WHERE customer_id = ?1',
      )
      .bind(id, now, RETURN_WINDOW_MS),
    db.prepare('UPDATE sales_order SET customer_id = NULL WHERE customer_id = ?1').bind(id),
    db.prepare('UPDATE coupon_use SET customer_id = NULL WHERE customer_id = ?1').bind(id),
    ...anonymizeOrders(db, now),
    db.prepare('DELETE FROM customer WHERE id = ?1').bind(id),
  ]
}

const NOBODY = JSON.stringify({
  firstname: '',
  lastname: '',
  street: [],
  telephone: '',
  email: '',
  ...storedExtras(() => ''),
})

/**
 * Takes the person out of orders whose time has come: what, when, how much, tax and the place that the tax follows stay
 * as tax law asks; name, street, phone and mail go. For a batch; repeatable.
 */
export function anonymizeOrders(db: D1Database, now: number): D1PreparedStatement[] {
  const due = 'SELECT order_id FROM order_anonymity WHERE due_at <= ?1'
  return [
    db
      .prepare(
        `UPDATE sales_order SET email = '', addresses = json_object(
           'billingAddress', json(json_patch(json_extract(addresses, '$.billingAddress'), ?2)),
           'shippingAddress', json(CASE WHEN json_type(addresses, '$.shippingAddress') = 'object'
             THEN json_patch(json_extract(addresses, '$.shippingAddress'), ?2) ELSE 'null' END))
         WHERE id IN (${due})`,
      )
      .bind(now, NOBODY),
    db.prepare(`UPDATE coupon_use SET email = '' WHERE order_id IN (${due})`).bind(now),
    // What a campaign said of the buyer, parcels, and words about returns. What happened when, and the sums, stay.
    db
      .prepare(`UPDATE sales_order_event SET detail = NULL WHERE detail IS NOT NULL AND order_id IN (${due})`)
      .bind(now),
    db.prepare(`DELETE FROM order_shipment WHERE order_id IN (${due})`).bind(now),
    db.prepare(`UPDATE order_refund SET reason = '' WHERE order_id IN (${due})`).bind(now),
    db.prepare('DELETE FROM order_anonymity WHERE due_at <= ?1').bind(now),
  ]
}
