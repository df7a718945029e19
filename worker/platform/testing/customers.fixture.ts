/**
 * The fixture's customers: 1 riley@example.com (`tread-and-true-26`), 2 dealer@example.com (`forty-four-rims-26`, group
 * 2), 3 counter@example.com (`torque-and-true-26`). The password hashes have the format of the seed.
 */

import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { connect } from '../drizzle.sql.ts'

const HASHES = {
  riley: '$scrypt$ln=14,r=8,p=5$cmlsZXlAZXhhbXBsZS5jbw$r/1alogdbGEbDgAClTRhEEJvFaaYILUke2nS8sSMw9I',
  dealer: '$scrypt$ln=14,r=8,p=5$ZGVhbGVyQGV4YW1wbGUuYw$9+CQWPawbQwggymp9wp4GAyOY0bv7V5fpP/SvC7L5wA',
  counter: '$scrypt$ln=14,r=8,p=5$Y291bnRlckBleGFtcGxlLg$yzwsRTsk+tcjxscOIAQ1OMm1rxky/Taw28l8TSDpoSQ',
}

const ROW = {
  emailConfirmedAt: 0,
  telephone: '3125550118',
  groupId: 1,
  companyName: null,
  companyEmail: null,
  ein: null,
  isFirstLogin: false,
  createdAt: 0,
  updatedAt: 0,
}

/** Inserts the customers of the fixture. */
export async function loadCustomers(db: D1Database): Promise<void> {
  const client = connect(db)
  await client.batch([
    client.insert(customer).values([
      {
        ...ROW,
        id: 1,
        email: 'riley@example.com',
        firstname: 'Riley',
        lastname: 'Marsh',
        passwordHash: HASHES.riley,
      },
      {
        ...ROW,
        id: 2,
        email: 'dealer@example.com',
        firstname: 'Dana',
        lastname: 'Okafor',
        groupId: 2,
        passwordHash: HASHES.dealer,
      },
      {
        ...ROW,
        id: 3,
        email: 'counter@example.com',
        firstname: 'Sam',
        lastname: 'Ortega',
        passwordHash: HASHES.counter,
      },
    ]),
  ])
}
