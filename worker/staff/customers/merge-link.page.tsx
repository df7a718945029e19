/** /order-merge: the link with which a mailbox confirms that orders may move (H14k). The page asks first, because mail scanners follow links. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { Button } from '../../../client/platform/ui/button.tsx'
import {
  isReadyToMerge,
  MERGE_LINK,
  MERGE_PATHS,
  type MergeLink,
  maskEmail,
  mergeLinkHref,
  mergeState,
} from '../../../schema/staff/customers/order-merge.ts'
import type { AppEnv } from '../../env.ts'
import { formRoute } from '../../platform/forms/form-route.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { verifyMergeLink } from './merge-signature.ts'
import { confirmMerge, findMerge, type OrderMerge } from './order-merges.sql.ts'

const TITLE = 'Your orders in one place'

export const mergeLinkForm = formRoute({
  schema: MERGE_LINK,
  run: async (c, link) => {
    if (!verifyMergeLink(c.get('config').cartSecret, link)) return c.notFound()
    await confirmMerge(c.env.DB, link, Date.now())
    return c.redirect(mergeLinkHref(link), 303)
  },
}).get('/', async (c) => {
  const link = v.safeParse(MERGE_LINK, c.req.query())
  if (!link.success || !verifyMergeLink(c.get('config').cartSecret, link.output)) return c.notFound()
  return mergeLinkPage(c, link.output, await findMerge(c.env.DB, link.output.id))
})

function mergeLinkPage(c: Context<AppEnv>, link: MergeLink, merge: OrderMerge | null): Promise<Response> {
  return contentPage(c, {
    title: TITLE,
    description: 'Confirm that both addresses are yours.',
    canonical: null,
    layout: 'minimal',
    kind: 'text',
    body: (
      <article className="wrap prose">
        <h1>{TITLE}</h1>
        <Step link={link} merge={merge} />
      </article>
    ),
  })
}

function Step({ link, merge }: { link: MergeLink; merge: OrderMerge | null }) {
  const state = merge && mergeState(merge, Date.now())
  if (!merge || state === 'ended' || state === 'undone')
    return <p>This link has ended, and nothing was moved by it. Ask us for a new one if you need it.</p>
  if (state === 'merged') return <p>Done. The orders are in one place now.</p>
  const [own, other] =
    link.side === 'from' ? [merge.fromConfirmedAt, merge.toEmail] : [merge.toConfirmedAt, merge.fromEmail]
  // A run that ended before it moved the orders is repeated by the same press.
  if (own !== null && !isReadyToMerge(merge, Date.now()))
    return <p>Thank you. Now open the link in our email to {maskEmail(other)}. Then the orders move.</p>
  const isOne = merge.fromEmail === merge.toEmail
  return (
    <>
      <p>
        {isOne
          ? 'Move the orders of this address into your account?'
          : link.side === 'from'
            ? `Move your orders to ${maskEmail(other)}? That address then sees them and gets our emails about them.`
            : `Move the orders of ${maskEmail(other)} to your address? You then get our emails about them.`}{' '}
        {isOne ? null : 'Confirm it only if both addresses are yours.'}
      </p>
      <form method="post" action={MERGE_PATHS.link}>
        {Object.entries(link).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">{isOne ? 'Yes, move them' : 'Yes, both are mine'}</Button>
      </form>
    </>
  )
}
