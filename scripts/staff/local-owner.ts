/** The first owner of a shop on this machine, for `npm start` (H14a). */
import { invitationHref } from '../../schema/identity/staff/invitation.ts'
import { addFirstOwner, readOwners } from '../deploy/first-owner.ts'
import { openLocalD1 } from '../load/target.ts'
import { newInvitation } from './invite.ts'

const OWNER = { name: 'Sam Ortega', email: 'owner@example.com' }

/** Returns a new link that makes its user the owner; `null` once an owner can sign in. */
export async function localOwnerLink(state: string, siteUrl: string): Promise<string | null> {
  const local = await openLocalD1(state)
  try {
    if ((await readOwners(local.db)).length > 0) return null
    const { token, id } = newInvitation()
    await addFirstOwner(local.db, OWNER, { id, now: Date.now() })
    return invitationHref(siteUrl, token)
  } finally {
    await local.close()
  }
}
