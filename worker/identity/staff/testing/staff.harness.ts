/** Staff of tests: one person for each role, and sessions as a passkey would have opened them. */
import {
  type BuiltInRole,
  type CustomRole,
  isPinRole,
  type SessionRole,
} from '../../../../schema/identity/staff/permissions.ts'
import { staff, staffPhone, staffSession } from '../../../../schema/identity/staff/staff.table.ts'
import { staffRole } from '../../../../schema/identity/staff/staff-role.table.ts'
import { connect } from '../../../platform/drizzle.sql.ts'
import { hashToken, newSecretToken } from '../../../platform/security/secret-token.ts'
import { STAFF_SESSION_MS } from '../current-staff.ts'
import { roleId } from '../staff-role.sql.ts'

export const STAFF_NAMES: Readonly<Record<BuiltInRole, string>> = {
  owner: 'Sam Ortega',
  manager: 'Mara Quinn',
  counter: 'Casey Reed',
  yard: 'Yusuf Diaz',
  books: 'Bea Novak',
}

/** Adds the person of a role, if there is none, and opens a session; returns the secret of its cookie. */
export async function openStaffSession(
  db: D1Database,
  role: SessionRole,
  { now = Date.now(), verifiedAt = now }: { now?: number; verifiedAt?: number } = {},
): Promise<{ staffId: number; secret: string }> {
  const client = connect(db)
  const own = role === 'pin' ? 'yard' : role === 'pin-counter' ? 'counter' : role
  const id = roleId(own)
  const email = `${id}@shop.example`
  if (typeof own !== 'string') await addCustomRole(db, own)
  const name = typeof own === 'string' ? STAFF_NAMES[own] : `Person of ${own.name}`
  const person = { name, email, role: id, createdAt: 0 }
  await client.insert(staff).values(person).onConflictDoNothing()
  const people = await client.select({ id: staff.id, email: staff.email }).from(staff)
  const staffId = people.find((one) => one.email === email)?.id ?? 0
  const secret = newSecretToken()
  const phone = { id: 'a'.repeat(64), label: 'Yard phone', enrolledBy: staffId, createdAt: 0 }
  if (isPinRole(role)) await client.insert(staffPhone).values(phone).onConflictDoNothing()
  await client.insert(staffSession).values({
    id: hashToken(secret) ?? '',
    staffId,
    device: 'Test/1.0 (X11)',
    place: 'Chicago, IL',
    createdAt: now,
    seenAt: now,
    expiresAt: now + STAFF_SESSION_MS,
    verifiedAt,
    phoneId: isPinRole(role) ? phone.id : null,
  })
  return { staffId, secret }
}

/** Writes a custom role as its form would. */
async function addCustomRole(
  db: D1Database,
  { refund, credit, isPin: _, ...role }: CustomRole,
): Promise<void> {
  const limits = { refundAct: refund.act ?? 0, refundDay: refund.day ?? 0, bulk: role.bulk ?? 0 }
  const row = { ...role, ...limits, creditAct: credit.act ?? 0, creditDay: credit.day ?? 0, isActive: 1 }
  const permissions = [...role.permissions]
  await connect(db)
    .insert(staffRole)
    .values({ ...row, permissions })
    .onConflictDoNothing()
}
