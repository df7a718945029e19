/** Customers. Whatever belongs to one is asked for with the customer's id. */
import type {
  AddressChange,
  Customer,
  CustomerAddress,
  ProfileChange,
} from '../../../schema/identity/sign-in/customer.ts'

/** What a sign-in looks at. */
export interface CustomerSecret {
  id: number
  email: string
  firstname: string
  /** `null` when the account only signs in elsewhere. */
  passwordHash: string | null
}

const SECRET = 'SELECT id, email, firstname, password_hash AS passwordHash FROM customer'

/** By address, however it is spelled. */
export function findCustomerByEmail(db: D1Database, email: string): Promise<CustomerSecret | null> {
  return db.prepare(`${SECRET} WHERE email = ?1`).bind(email.trim().toLowerCase()).first<CustomerSecret>()
}

export function findCustomerSecret(db: D1Database, id: number): Promise<CustomerSecret | null> {
  return db.prepare(`${SECRET} WHERE id = ?1`).bind(id).first<CustomerSecret>()
}

/** True when this address is the customer's and its mailbox has said so. */
export async function ownsMailbox(db: D1Database, id: number, email: string): Promise<boolean> {
  const row = await db
    .prepare('SELECT 1 FROM customer WHERE id = ?1 AND email = ?2 AND email_confirmed_at IS NOT NULL')
    .bind(id, email)
    .first()
  return row !== null
}

/** The group that taxes follow; `null` when the account is gone. */
export async function findCustomerGroup(db: D1Database, id: number): Promise<number | null> {
  const row = await db
    .prepare('SELECT group_id AS groupId FROM customer WHERE id = ?1')
    .bind(id)
    .first<{ groupId: number }>()
  return row?.groupId ?? null
}

interface CustomerRow {
  id: number
  email: string
  firstname: string
  lastname: string
  telephone: string
  group_id: number
  is_first_login: number
  company_name: string | null
  company_email: string | null
  ein: string | null
  has_password: number
  created_at: number
  updated_at: number
}
interface AddressRow {
  id: number
  firstname: string
  lastname: string
  company: string | null
  vat_id: string | null
  street: string
  apartment: string
  city: string
  region_id: number
  postcode: string
  country_id: string
  telephone: string
  default_shipping: number
  default_billing: number
}

/** The customer with the whole address book; `null` when the account is gone. */
export async function readCustomer(db: D1Database, id: number): Promise<Customer | null> {
  const [customers, addresses] = await db.batch([
    db
      .prepare(
        `SELECT id, email, firstname, lastname, telephone, group_id, is_first_login, company_name, company_email, ein,
           password_hash IS NOT NULL AS has_password, created_at, updated_at FROM customer WHERE id = ?1`,
      )
      .bind(id),
    db.prepare('SELECT * FROM customer_address WHERE customer_id = ?1 ORDER BY id').bind(id),
  ])
  const row = customers?.results[0] as CustomerRow | undefined
  if (!row) return null
  return {
    id: row.id,
    email: row.email,
    firstname: row.firstname,
    lastname: row.lastname,
    telephone: row.telephone,
    groupId: row.group_id,
    isFirstLogin: row.is_first_login === 1,
    company:
      row.company_name === null
        ? null
        : { companyName: row.company_name, companyEmail: row.company_email ?? '', ein: row.ein ?? '' },
    hasPassword: row.has_password === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    addresses: ((addresses?.results ?? []) as AddressRow[]).map(addressOf),
  }
}

function addressOf(row: AddressRow): CustomerAddress {
  return {
    id: row.id,
    firstname: row.firstname,
    lastname: row.lastname,
    company: row.company,
    vatId: row.vat_id,
    street: row.street,
    apartment: row.apartment,
    city: row.city,
    regionId: row.region_id,
    postcode: row.postcode,
    countryId: row.country_id,
    telephone: row.telephone,
    defaultShipping: row.default_shipping === 1,
    defaultBilling: row.default_billing === 1,
  }
}

export interface NewCustomer {
  email: string
  firstname: string
  lastname: string
  telephone: string
  groupId: number
  passwordHash: string | null
  /** When the mailbox said that it is the customer's. */
  emailConfirmedAt: number | null
  now: number
}

/** Writes a customer and gives the id; for a batch. Fails by its unique index when the address of mail is taken. */
export function insertCustomer(db: D1Database, customer: NewCustomer): D1PreparedStatement {
  const { email, firstname, lastname, telephone, groupId, passwordHash, emailConfirmedAt, now } = customer
  return db
    .prepare(
      `INSERT INTO customer
         (email, firstname, lastname, telephone, group_id, password_hash, email_confirmed_at, is_first_login, created_at,
          updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, ?8, ?8) RETURNING id`,
    )
    .bind(
      email.trim().toLowerCase(),
      ...[firstname, lastname, telephone, groupId, passwordHash, emailConfirmedAt, now],
    )
}

/** True for the failure of a batch that would have given two customers one address of mail. */
export function isEmailTaken(error: unknown): boolean {
  return String(error).includes('UNIQUE constraint failed: customer.email')
}

export function setPasswordHash(
  db: D1Database,
  change: { customerId: number; hash: string; now: number },
): D1PreparedStatement {
  return db
    .prepare('UPDATE customer SET password_hash = ?2, updated_at = ?3 WHERE id = ?1')
    .bind(change.customerId, change.hash, change.now)
}

/** A hash of today's parameters in place of `old`, unless the password changed meanwhile. */
export async function replaceHash(db: D1Database, id: number, old: string, hash: string): Promise<void> {
  await db
    .prepare('UPDATE customer SET password_hash = ?3 WHERE id = ?1 AND password_hash = ?2')
    .bind(id, old, hash)
    .run()
}

/** The customer's own fields but the address of mail; what is absent stays. */
export function updateCustomer(
  db: D1Database,
  customerId: number,
  change: Omit<ProfileChange, 'addresses' | 'email'>,
  now: number,
): D1PreparedStatement {
  const { firstname, lastname, telephone, isFirstLogin } = change
  return db
    .prepare(
      `UPDATE customer SET firstname = coalesce(?2, firstname), lastname = coalesce(?3, lastname),
         telephone = coalesce(?4, telephone), is_first_login = coalesce(?5, is_first_login), updated_at = ?6
       WHERE id = ?1`,
    )
    .bind(
      customerId,
      firstname ?? null,
      lastname ?? null,
      telephone ?? null,
      isFirstLogin === undefined ? null : Number(isFirstLogin),
      now,
    )
}

/** The statements that make the book what `addresses` says; an address that is not in it is deleted. */
export function replaceAddresses(
  db: D1Database,
  customerId: number,
  addresses: readonly AddressChange[],
): D1PreparedStatement[] {
  const remaining = addresses.flatMap(({ id }) => (id === null ? [] : [id]))
  return [
    db
      .prepare(
        'DELETE FROM customer_address WHERE customer_id = ?1 AND id NOT IN (SELECT value FROM json_each(?2))',
      )
      .bind(customerId, JSON.stringify(remaining)),
    ...addresses.map((address) => writeAddress(db, customerId, address)),
  ]
}

/** Writes one address; for a batch. One with an id is changed only where it is this customer's. */
export function writeAddress(
  db: D1Database,
  customerId: number,
  address: AddressChange,
): D1PreparedStatement {
  const values = [
    address.firstname,
    address.lastname,
    address.company,
    address.vatId,
    address.street,
    address.apartment,
    address.city,
    address.regionId,
    address.postcode,
    address.countryId,
    address.telephone,
    Number(address.defaultShipping),
    Number(address.defaultBilling),
  ]
  if (address.id === null) {
    return db
      .prepare(
        `INSERT INTO customer_address (customer_id, firstname, lastname, company, vat_id, street, apartment, city,
           region_id, postcode, country_id, telephone, default_shipping, default_billing)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)`,
      )
      .bind(customerId, ...values)
  }
  return db
    .prepare(
      `UPDATE customer_address SET firstname = ?2, lastname = ?3, company = ?4, vat_id = ?5, street = ?6,
         apartment = ?7, city = ?8, region_id = ?9, postcode = ?10, country_id = ?11, telephone = ?12,
         default_shipping = ?13, default_billing = ?14 WHERE customer_id = ?1 AND id = ?15`,
    )
    .bind(customerId, ...values, address.id)
}
