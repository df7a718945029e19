/** Finds the customer of a sale at the counter by name, phone, email or order (H14p), also guests of the shop. */
import { findRegion, fromApiAddress } from '../../../schema/identity/location/address.ts'
import { emptyAddress } from '../../../schema/identity/location/address-details.ts'
import type { CounterBuyer } from '../../../schema/orders/counter/counter-draft.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import { parseOrderSearch } from '../../../schema/staff/orders/order-search.ts'
import { allRegions } from '../../identity/location/region.sql.ts'
import { readCustomer } from '../../identity/sign-in/customer.sql.ts'
import { readOrder } from '../../orders/order.sql.ts'
import { searchCustomers } from '../customers/customers.sql.ts'
import { listOrders } from '../orders/order-list.sql.ts'

export interface FoundBuyer {
  /** The id of an account, or the number of a guest's order. */
  of: string
  name: string
  email: string
  phone: string
}

const SHOWN = 8

/** Returns accounts that fit the text, then guests by their orders; each person once. */
export async function findBuyers(db: D1Database, text: string): Promise<FoundBuyer[]> {
  const search = parseOrderSearch(text)
  if (!search) return []
  const [accounts, { orders }] = await Promise.all([
    searchCustomers(db, { text, before: null, limit: SHOWN }),
    listOrders(db, { tab: 'all', search, before: null, tag: '', assignee: null }),
  ])
  const found = accounts.map(({ id, firstname, lastname, email, telephone }) => ({
    ...{ of: String(id), name: `${firstname} ${lastname}`, email, phone: telephone },
  }))
  const known = new Set(found.map(({ email }) => email))
  const guests = orders.flatMap(({ orderNumber, name, email }) => {
    const person = email || orderNumber
    if (known.has(person)) return []
    known.add(person)
    return [{ of: orderNumber, name, email, phone: '' }]
  })
  return [...found, ...guests].slice(0, SHOWN)
}

/** Returns a found person as the buyer of a sale; `null` when they were erased meanwhile. */
export async function readBuyer(db: D1Database, of: string): Promise<CounterBuyer | null> {
  return isOrderNumber(of) ? readGuest(db, of) : readAccount(db, Number(of))
}

async function readGuest(db: D1Database, orderNumber: string): Promise<CounterBuyer | null> {
  const [order, regions] = await Promise.all([readOrder(db, orderNumber), allRegions(db)])
  if (!order) return null
  const { billingAddress, shippingAddress, email, customerId } = order
  if (customerId !== null) return readAccount(db, customerId)
  const address = shippingAddress ?? billingAddress
  const { firstName, lastName, phoneNumber, ...place } = fromApiAddress(address, findRegion(regions, address))
  // A buyer at the counter who gave no address has the store's in the order.
  const typed = shippingAddress === null ? emptyAddress() : place
  return {
    ...{ ...emptyAddress(), ...pickAddress(typed), firstName, lastName, phoneNumber, email },
    ...(email === '' && { receipt: orderNumber }),
  }
}

/** Returns the fields of an address alone, without the extra fields of an invoice. */
function pickAddress(
  from: Partial<ReturnType<typeof emptyAddress>>,
): Partial<ReturnType<typeof emptyAddress>> {
  const names = Object.keys(emptyAddress()) as (keyof ReturnType<typeof emptyAddress>)[]
  return Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])))
}

async function readAccount(db: D1Database, id: number): Promise<CounterBuyer | null> {
  const [customer, regions] = await Promise.all([readCustomer(db, id), allRegions(db)])
  if (!customer) return null
  const { firstname, lastname, telephone, email, addresses } = customer
  const saved = addresses.find(({ defaultShipping }) => defaultShipping) ?? addresses[0]
  const region = regions.find(({ id: known }) => known === saved?.regionId)
  return {
    ...emptyAddress(),
    ...(saved && {
      ...{ streetAddress: saved.street, apartmentNumber: saved.apartment, city: saved.city },
      ...{ state: region?.name ?? '', regionId: region?.id ?? null, zipCode: saved.postcode },
    }),
    ...{ firstName: firstname, lastName: lastname, phoneNumber: telephone, email, customerId: id },
  }
}
