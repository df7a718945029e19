/** The first owner of the back office: a person without a passkey, and a link that lets them add one. */
import { invitationHref } from '../../schema/identity/staff/invitation.ts'
import { literal } from '../load/sql.ts'
import type { LoadableD1 } from '../load/target.ts'
import { NotReady } from '../not-ready.ts'
import { type Invitee, inviteStatements, newInvitation } from '../staff/invite.ts'
import type { Step, StepInput } from './plan.ts'
import { remoteD1 } from './remote-d1.ts'

const OWNERS = `SELECT staff.email FROM staff WHERE staff.role = 'owner' AND staff.ended_at IS NULL AND staff.id`
const WITH_PASSKEY = '(SELECT staff_id FROM staff_passkey)'

/** Returns the e-mail addresses of the owners who can sign in. */
export async function readOwners(db: LoadableD1): Promise<string[]> {
  const rows = await db.query<{ email: string }>(`${OWNERS} IN ${WITH_PASSKEY} ORDER BY staff.id`)
  return rows.map(({ email }) => email)
}

/** Returns the e-mail addresses of the owners who have not used their link. */
export async function readInvitedOwners(db: LoadableD1): Promise<string[]> {
  const rows = await db.query<{ email: string }>(`${OWNERS} NOT IN ${WITH_PASSKEY} ORDER BY staff.id`)
  return rows.map(({ email }) => email)
}

/**
 * Returns the step that invites the first owner; none without a person, and for one who can sign in already. Another run before
 * the link is used replaces the link, so a lost or mistyped one is no harm.
 */
export function firstOwnerSteps(
  { api, state, ids, log, now, siteUrl }: StepInput,
  person: Invitee | null,
): Step[] {
  if (person === null || state.owners.includes(person.email)) return []
  const { email } = person
  if (state.owners.length > 0)
    throw new NotReady(
      `This shop has an owner already, who invites ${email} at /staff/people/; for an owner who lost every passkey: docs/operations.md, "A lost owner"`,
    )
  const others = state.invitedOwners.filter((one) => one !== email)
  const replaced = others.length > 0 ? ` instead of ${others.join(', ')}, whose link stops working` : ''
  return [
    {
      id: 'first owner',
      title: `make ${email} the first owner${replaced}, and print a link to join`,
      calls: [
        {
          method: 'POST',
          path: `/accounts/{account}/d1/database/${state.databaseId ?? '*'}/query`,
          isRepeated: true,
        },
      ],
      run: async () => {
        if (ids.database === null) throw new Error('The database was not created')
        const { token, id } = newInvitation()
        // Before the call, because its answer can be lost after the database has the link.
        log(`  ${invitationHref(siteUrl, token)}`)
        log('  Open this link within two days. It works once; the first person who uses it owns the shop.')
        log('  Used up or too old? Run this command again.')
        await addFirstOwner(remoteD1(api, ids.database), person, { id, now: now() })
      },
    },
  ]
}

/** Adds the first owner and the link with the hash `id`. Throws when the shop has got an owner meanwhile. */
export async function addFirstOwner(
  db: LoadableD1,
  person: Invitee,
  { id, now }: { id: string; now: number },
): Promise<void> {
  // The other person may be staff with this address already, whose passkeys end before the role changes.
  const isFirst = `NOT EXISTS (${OWNERS} IN ${WITH_PASSKEY} AND staff.email <> ${literal(person.email)})`
  await db.run([
    `DELETE FROM staff_invitation WHERE ${isFirst} AND staff_id IN (SELECT id FROM staff WHERE role = 'owner')`,
    `UPDATE staff SET ended_at = ${now}
     WHERE role = 'owner' AND ended_at IS NULL AND email <> ${literal(person.email)} AND ${isFirst}`,
    ...inviteStatements(person, { id, role: 'owner', now, condition: isFirst }),
  ])
  const added = await db.query(`SELECT 1 FROM staff_invitation WHERE id = ${literal(id)}`)
  if (added.length === 0) throw new Error('The shop got its first owner meanwhile; this link does not work')
}
