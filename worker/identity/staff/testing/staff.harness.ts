/** Staff of tests: one person for each role, and sessions as a passkey would have opened them. */
import type { StaffRole } from '../../../../schema/identity/staff/rights.ts'
import { staff, staffSession } from '../../../../schema/identity/staff/staff.table.ts'
import { connect } from '../../../platform/drizzle.sql.ts'
import { hashToken, newSecretToken } from '../../../platform/security/secret-token.ts'
import { STAFF_SESSION_MS } from '../current-staff.ts'

export const STAFF_NAMES: Readonly<Record<StaffRole, string>> = {
  owner: 'Sam Ortega',
  manager: 'Mara Quinn',
  counter: 'Casey Reed',
  yard: 'Yusuf Diaz',
  books: 'Bea Novak',
}

/** Adds the person of a role, if there is none, and opens a session; returns the secret of its cookie. */
export async function openStaffSession(
  db: D1Database,
  role: StaffRole,
  { now = Date.now(), verifiedAt = now }: { now?: number; verifiedAt?: number } = {},
): Promise<{ staffId: number; secret: string }> {
  const client = connect(db)
  const email = `${role}@shop.example`
  await client
    .insert(staff)
    .values({ name: STAFF_NAMES[role], email, role, createdAt: 0 })
    .onConflictDoNothing()
  const people = await client.select({ id: staff.id, email: staff.email }).from(staff)
  const staffId = people.find((one) => one.email === email)?.id ?? 0
  const secret = newSecretToken()
  await client.insert(staffSession).values({
    ...{ id: hashToken(secret) ?? '', staffId, device: 'Test/1.0 (X11)', place: 'Chicago, IL' },
    ...{ createdAt: now, seenAt: now, expiresAt: now + STAFF_SESSION_MS, verifiedAt },
  })
  return { staffId, secret }
}
