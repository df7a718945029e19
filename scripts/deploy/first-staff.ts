/** The first staff member: an account without a password, and a link that lets its owner choose one. */
import { createHash, randomBytes } from 'node:crypto'
import { paths } from '../../schema/paths.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { emailAddress } from '../../schema/platform/forms/field.ts'
import { GROUP_GENERAL } from '../base/taxes.ts'
import { literal } from '../load/sql.ts'
import type { LoadableD1 } from '../load/target.ts'
import { NotReady } from '../not-ready.ts'
import type { Step, StepInput } from './plan.ts'
import { remoteD1 } from './remote-d1.ts'

/** A staff member who has a password or signs in by a provider, so has used the link. */
const HAS_SIGN_IN = `(customer.password_hash IS NOT NULL
  OR customer.id IN (SELECT customer_id FROM customer_identity))`
const ALL_STAFF = `SELECT customer.email FROM staff_member
  JOIN customer ON customer.id = staff_member.customer_id WHERE`
const READY_STAFF = `${ALL_STAFF} ${HAS_SIGN_IN}`

/** Returns the e-mail addresses of the staff members who can sign in. */
export async function readStaff(db: LoadableD1): Promise<string[]> {
  return (await db.query<{ email: string }>(`${READY_STAFF} ORDER BY customer.id`)).map(({ email }) => email)
}

/** Returns the e-mail addresses of the staff members who have not used their link. */
export async function readInvitedStaff(db: LoadableD1): Promise<string[]> {
  const rows = await db.query<{ email: string }>(`${ALL_STAFF} NOT ${HAS_SIGN_IN} ORDER BY customer.id`)
  return rows.map(({ email }) => email)
}

/** Returns an e-mail address in lower case. Throws `NotReady` for a text that is none. */
export function parseStaffEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email === '' || emailAddress(email) !== null)
    throw new NotReady(`--staff needs an e-mail address, not "${text}"`)
  return email
}

/**
 * Returns the step that adds the first staff member; none without an address, and for one who can sign in already.
 * Another run before the link is used replaces the link, so a lost or mistyped one is no harm.
 */
export function firstStaffSteps(
  { api, state, ids, log, now, siteUrl }: StepInput,
  email: string | null,
): Step[] {
  if (email === null || state.staff.includes(email)) return []
  if (state.staff.length > 0)
    throw new NotReady(
      `This shop has staff already, and only they can make ${email} one: docs/operations.md, "More staff"`,
    )
  const others = state.invitedStaff.filter((one) => one !== email)
  const replaced = others.length > 0 ? ` instead of ${others.join(', ')}, whose link stops working` : ''
  return [
    {
      id: 'first staff member',
      title: `make ${email} the first staff member${replaced}, and print a link to choose a password`,
      calls: [
        {
          method: 'POST',
          path: `/accounts/{account}/d1/database/${state.databaseId ?? '*'}/query`,
          isRepeated: true,
        },
      ],
      run: async () => {
        if (ids.database === null) throw new Error('The database was not created')
        const token = randomBytes(32).toString('base64url')
        const id = createHash('sha256').update(token).digest('hex')
        // Before the call, because its answer can be lost after the database has the link.
        log(`  ${siteUrl}${paths.createPassword}?token=${token}`)
        log('  Open this link within a day. It works once; the first person who uses it is staff.')
        log('  Used up or a day old? Run this command again.')
        await addFirstStaff(remoteD1(api, ids.database), { email, id, now: now() })
      },
    },
  ]
}

/** Adds the first staff member and the link with the hash `id`. Throws when the shop has got staff meanwhile. */
export async function addFirstStaff(
  db: LoadableD1,
  { email, id, now }: { email: string; id: string; now: number },
): Promise<void> {
  const isFirst = `NOT EXISTS (${READY_STAFF})`
  const member = `(SELECT id FROM customer WHERE email = ${literal(email)} AND ${isFirst})`
  const firstname = email.split('@')[0] ?? ''
  await db.run([
    `DELETE FROM password_reset WHERE customer_id IN (SELECT customer_id FROM staff_member) AND ${isFirst}`,
    `DELETE FROM staff_member WHERE ${isFirst}`,
    // A person who registered this address before may not own it: only the link opens the account.
    `INSERT INTO customer
       (email, firstname, lastname, telephone, group_id, is_first_login, created_at, updated_at)
     SELECT ${literal(email)}, ${literal(firstname)}, '', '', ${GROUP_GENERAL}, 1, ${now}, ${now} WHERE ${isFirst}
     ON CONFLICT (email) DO UPDATE SET password_hash = NULL, updated_at = ${now}`,
    ...['customer_session', 'customer_identity', 'password_reset', 'email_confirmation'].map(
      (table) => `DELETE FROM ${table} WHERE customer_id = ${member}`,
    ),
    `INSERT INTO staff_member SELECT id, ${now} FROM customer WHERE id = ${member}`,
    `INSERT INTO password_reset SELECT ${literal(id)}, id, ${now}, ${now + DAY_MS} FROM customer WHERE id = ${member}`,
  ])
  const added = await db.query(`SELECT 1 FROM password_reset WHERE id = ${literal(id)}`)
  if (added.length === 0)
    throw new Error('The shop got its first staff member meanwhile; this link does not work')
}
