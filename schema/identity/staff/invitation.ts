/** Invitations of staff (H14): a link that lets its owner add the first passkey. */
import { DAY_MS, MINUTE_MS } from '../../platform/duration.ts'

/** How long a link is valid. */
export const INVITATION_MS = 2 * DAY_MS
/** How long a recovery code gives to add a passkey. */
export const RECOVERY_MS = 15 * MINUTE_MS

/**
 * Returns the address of an invitation below `siteUrl`. The token is in the fragment, which browsers never send: it is in no log
 * of a request and in no referrer.
 */
export function invitationHref(siteUrl: string, token: string): string {
  return `${siteUrl}/staff/join/#${token}`
}
