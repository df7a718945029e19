/** The staff of the journeys: one person for each role, with a passkey whose key the tests know. */
import { randomBytes, webcrypto } from 'node:crypto'
import { BUILT_IN_ROLES, type BuiltInRole } from '../schema/identity/staff/permissions.ts'
import { literal } from '../scripts/load/sql.ts'
import { d1Target, openLocalD1 } from '../scripts/load/target.ts'

/** A credential as Chromium's virtual authenticator takes it, base64. */
export interface StaffPasskey {
  credentialId: string
  privateKey: string
  userHandle: string
}

const NAMES: Readonly<Record<BuiltInRole, string>> = {
  owner: 'Sam Ortega',
  manager: 'Mara Quinn',
  counter: 'Casey Reed',
  yard: 'Yusuf Diaz',
  books: 'Bea Novak',
}
const ES256 = { name: 'ECDSA', namedCurve: 'P-256' }

/** Adds the staff to the shop in this folder of state, and returns their passkeys. */
export async function addStaff(state: string): Promise<Record<BuiltInRole, StaffPasskey>> {
  const local = await openLocalD1(state)
  try {
    const people = await Promise.all(BUILT_IN_ROLES.map((role, index) => makePerson(role, index + 1)))
    await d1Target(local.db).run(people.flatMap(({ statements }) => statements))
    return Object.fromEntries(people.map(({ role, passkey }) => [role, passkey])) as Record<
      BuiltInRole,
      StaffPasskey
    >
  } finally {
    await local.close()
  }
}

async function makePerson(role: BuiltInRole, id: number) {
  const keys = (await webcrypto.subtle.generateKey(ES256, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair
  const privateKey = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString(
    'base64',
  )
  const point = Buffer.from(await webcrypto.subtle.exportKey('raw', keys.publicKey))
  // The same key in the format of passkeys (COSE).
  const cose = `a5010203262001215820${point.subarray(1, 33).toString('hex')}225820${point.subarray(33).toString('hex')}`
  const credential = randomBytes(16)
  const email = `${role}@shop.example`
  const [name, key] = [NAMES[role], credential.toString('base64url')].map(literal)
  return {
    role,
    passkey: {
      credentialId: credential.toString('base64'),
      privateKey,
      userHandle: Buffer.from(`staff:${id}`).toString('base64'),
    },
    statements: [
      `INSERT INTO staff (id, name, email, role, created_at) VALUES (${id}, ${name}, ${literal(email)}, ${literal(role)}, 0)`,
      `INSERT INTO staff_passkey VALUES (${key}, ${id}, x'${cose}', 0, '["internal"]', 'Test', 0, NULL)`,
    ],
  }
}
