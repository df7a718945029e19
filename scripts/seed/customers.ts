/** The demo customers: a retail customer, a dealer and a new customer. */
import { scryptSync } from 'node:crypto'
import type { customer, customerAddress } from '../../schema/identity/sign-in/customer.table.ts'
import { GROUP_DEALER, GROUP_GENERAL } from '../../schema/identity/sign-in/customer.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { regionId } from '../base/regions.ts'
import { SEED_NOW } from './clock.ts'

export const DEMO_ACCOUNTS: readonly { email: string; password: string; what: string }[] = [
  { email: 'riley@example.com', password: 'tread-and-true-26', what: 'retail customer with two addresses' },
  { email: 'dealer@example.com', password: 'forty-four-rims-26', what: 'dealer, exempt from sales tax' },
  { email: 'casey@example.com', password: 'first-set-of-four-26', what: 'new customer, nothing filled in' },
]

/**
 * Returns a scrypt hash in PHC form: N = 2^14, r = 8, p = 5 (OWASP), which a Worker has the time to compute.
 * The salt is derived from the address, so that a seed always gives the same row; these passwords are public
 * anyway.
 */
function demoHash(email: string, password: string): string {
  const salt = Buffer.from(email.padEnd(16, '.').slice(0, 16))
  const key = scryptSync(password, salt, 32, { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$scrypt$ln=14,r=8,p=5$${text(salt)}$${text(key)}`
}

function account(index: number, rest: Partial<typeof customer.$inferInsert>): typeof customer.$inferInsert {
  const { email, password } = DEMO_ACCOUNTS[index] ?? { email: '', password: '' }
  return {
    id: index + 1,
    email,
    emailConfirmedAt: SEED_NOW - 90 * DAY_MS,
    firstname: '',
    lastname: '',
    telephone: '',
    groupId: GROUP_GENERAL,
    passwordHash: demoHash(email, password),
    companyName: null,
    companyEmail: null,
    ein: null,
    isFirstLogin: false,
    createdAt: SEED_NOW - 90 * DAY_MS,
    updatedAt: SEED_NOW,
    ...rest,
  }
}

/** Returns the demo customers; a function, because hashing takes half a second. */
export function customerRows(): (typeof customer.$inferInsert)[] {
  return [
    account(0, { firstname: 'Riley', lastname: 'Marsh', telephone: '3125550118' }),
    account(1, {
      firstname: 'Dana',
      lastname: 'Okafor',
      telephone: '2145550163',
      groupId: GROUP_DEALER,
      companyName: 'Okafor Auto Sales',
      companyEmail: 'office@okafor.example',
      ein: '12-3456789',
    }),
    account(2, { firstname: 'Casey', lastname: 'Lund', isFirstLogin: true, createdAt: SEED_NOW }),
  ]
}

const ADDRESS = { company: null, vatId: null, apartment: '', countryId: 'US' } as const
export const ADDRESS_ROWS: (typeof customerAddress.$inferInsert)[] = [
  {
    ...ADDRESS,
    id: 1,
    customerId: 1,
    firstname: 'Riley',
    lastname: 'Marsh',
    street: '1842 North Fairfield Avenue',
    apartment: 'Apt 2',
    city: 'Chicago',
    regionId: regionId('IL'),
    postcode: '60647',
    telephone: '3125550118',
    defaultShipping: true,
    defaultBilling: false,
  },
  {
    ...ADDRESS,
    id: 2,
    customerId: 1,
    firstname: 'Riley',
    lastname: 'Marsh',
    street: '77 Lake Street',
    city: 'Springfield',
    regionId: regionId('IL'),
    postcode: '62701',
    telephone: '3125550118',
    defaultShipping: false,
    defaultBilling: true,
  },
  {
    ...ADDRESS,
    id: 3,
    customerId: 2,
    firstname: 'Dana',
    lastname: 'Okafor',
    company: 'Okafor Auto Sales',
    vatId: '12-3456789',
    street: '5100 Harry Hines Boulevard',
    city: 'Dallas',
    regionId: regionId('TX'),
    postcode: '75235',
    telephone: '2145550163',
    defaultShipping: true,
    defaultBilling: true,
  },
]
