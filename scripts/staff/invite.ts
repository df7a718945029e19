/** Invites staff from the command line: the first owner, or a new link for an owner who has lost every passkey. */
import { createHash, randomBytes } from 'node:crypto'
import { INVITATION_MS } from '../../schema/identity/staff/invitation.ts'
import type { BuiltInRole } from '../../schema/identity/staff/permissions.ts'
import { emailAddress } from '../../schema/platform/forms/field.ts'
import { literal } from '../load/sql.ts'
import { NotReady } from '../not-ready.ts'

export interface Invitee {
  name: string
  email: string
}

/** Parses `Dana Marsh <dana@shop.example>`, or an address alone. Throws `NotReady`, naming the option, for another text. */
export function parseInvitee(text: string, option: string): Invitee {
  const [, typed = '', address = ''] = /^([^<>]*)<([^<>]+)>\s*$/.exec(text) ?? ['', '', text]
  const email = address.trim().toLowerCase()
  if (email === '' || emailAddress(email) !== null)
    throw new NotReady(`${option} needs "Name <mail>", not "${text}"`)
  return { name: typed.trim() || (email.split('@')[0] ?? email), email }
}

/** Returns the token of a new link and the hash that the database stores. */
export function newInvitation(): { token: string; id: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, id: createHash('sha256').update(token).digest('hex') }
}

/**
 * Returns the statements that invite a person, with `condition` as SQL. Passkeys, sessions, recovery codes and the PIN that they had
 * before end, because only the owner of the new link may get this role; the link replaces an earlier one.
 */
export function inviteStatements(
  { name, email }: Invitee,
  { id, role, now, condition = '1' }: { id: string; role: BuiltInRole; now: number; condition?: string },
): string[] {
  const person = `(SELECT id FROM staff WHERE email = ${literal(email)} AND ${condition})`
  return [
    ...['staff_passkey', 'staff_session', 'staff_recovery_code', 'staff_invitation'].map(
      (table) => `DELETE FROM ${table} WHERE staff_id = ${person}`,
    ),
    `INSERT INTO staff (name, email, role, created_at)
     SELECT ${literal(name)}, ${literal(email)}, ${literal(role)}, ${now} WHERE ${condition}
     ON CONFLICT (email) DO UPDATE SET name = excluded.name, role = excluded.role, ended_at = NULL,
       pin_hash = NULL, pin_failures = 0`,
    `INSERT INTO staff_invitation (id, staff_id, created_at, expires_at)
     SELECT ${literal(id)}, id, ${now}, ${now + INVITATION_MS} FROM staff WHERE id = ${person}`,
  ]
}
