/** Unsubscribes from the newsletter: at once for the owner of the mailbox, by a link in a mail for other requesters. */
import type { Context } from 'hono'
import type { NewsletterState } from '../../../schema/content/newsletter/newsletter.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { ownsMailbox } from '../../identity/sign-in/customer.sql.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { askToLeave, findSubscriber, newsletterState, unsubscribe } from './newsletter.sql.ts'
import { verifyUnsubscribeSignature } from './unsubscribe-signature.ts'

/** Unsubscribes an address. `asked`: a subscriber gets a mail with a link. Throws when D1 does not answer. */
export async function leaveNewsletter(c: Context<AppEnv>, email: string): Promise<'left' | 'asked'> {
  const { DB, OUTBOX } = c.env
  if (await isOwner(c, email)) {
    await unsubscribe(DB, email, Date.now())
    return 'left'
  }
  await enqueueOutbox(OUTBOX, await askToLeave(DB, email, Date.now()))
  return 'asked'
}

/** Returns the state of a subscription to its owner; `null` to other requesters, as for an address that never subscribed. */
export async function stateForOwner(
  c: Context<AppEnv>,
  email: string,
  link: { id?: string | undefined; proof?: string | undefined },
): Promise<NewsletterState | null> {
  const mayRead = (await isOwner(c, email)) || (await hasValidLink(c, email, link))
  return mayRead ? newsletterState(c.env.DB, email) : null
}

async function isOwner(c: Context<AppEnv>, email: string): Promise<boolean> {
  const who = await getCurrentCustomer(c)
  return who !== null && ownsMailbox(c.env.DB, who.customerId, email)
}

/** Checks the id and signature of the link that each mail of the newsletter has. */
async function hasValidLink(
  c: Context<AppEnv>,
  email: string,
  { id = '', proof = '' }: { id?: string | undefined; proof?: string | undefined },
): Promise<boolean> {
  if (!/^\d{1,15}$/.test(id) || !verifyUnsubscribeSignature(c.get('config').cartSecret, Number(id), proof))
    return false
  return (await findSubscriber(c.env.DB, Number(id)))?.email === email
}
