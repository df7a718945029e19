/** /staff/orders/{number}/mails/{id}: an email about an order as its reader gets it, to be sent again (H14o). At the root, as it builds any mail. */
import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { Button } from '../client/platform/ui/button.tsx'
import { hasPermission } from '../schema/identity/staff/permissions.ts'
import { RETURN_STATES, returnReference } from '../schema/orders/returns/return-case.ts'
import { paths, staffOrderHref, staffPaths } from '../schema/paths.ts'
import { orderMailHref } from '../schema/staff/orders/order-paths.ts'
import type { AppEnv } from './env.ts'
import type { StaffSession } from './identity/staff/current-staff.ts'
import { buildMail } from './mails.ts'
import { returnSubject } from './orders/returns/return.mail.ts'
import { PostForm } from './staff/frame/post-form.tsx'
import { staffRoute } from './staff/frame/staff-access.ts'
import { staffPage } from './staff/frame/staff-page.tsx'
import { Timestamp } from './staff/frame/timestamp.tsx'
import { orderMailLabel } from './staff/orders/order-desk.tsx'
import { readOrderMail, type SentOrderMail } from './staff/orders/order-work.sql.ts'

async function orderMailPage(c: Context<AppEnv>, { role }: StaffSession): Promise<Response> {
  const orderNumber = c.req.param('order') ?? ''
  const id = Number(c.req.param('mail'))
  const row = await readOrderMail(c.env.DB, { orderNumber, mail: id })
  const mail = row && (await buildMail(c.env, row, c.get('config'), Date.now()))
  if (!row) return c.notFound()
  const back = <a href={staffOrderHref(orderNumber)}>Back to order {orderNumber}</a>
  return staffPage(c, {
    title: mail?.subject ?? pastSubject(row),
    current: paths.staffOrders,
    body: mail ? (
      <article className="order-mail">
        <p>
          To {mail.to}. Its words are those of today. {back}
        </p>
        <pre>{mail.text}</pre>
        {row.sentAt !== null && hasPermission(role, 'orders.send') ? (
          <PostForm path={staffPaths.orderDeskForm} fields={{ action: 'mail', order: orderNumber, mail: id }}>
            <Button type="submit" kind="buy" size="big">
              Send it again
            </Button>
          </PostForm>
        ) : null}
      </article>
    ) : (
      <PastMail row={row} back={back} />
    ),
  })
}

/** A mail whose occasion is over: mails are written when they are sent, so its text is nowhere. */
function PastMail({
  row: { kind, email, createdAt, sentAt },
  back,
}: {
  row: SentOrderMail
  back: ReactNode
}) {
  const isToBuyer = !kind.startsWith('desk-') && email !== ''
  return (
    <article className="order-mail">
      <p>
        {isToBuyer ? `To ${email}, ` : ''}
        {sentAt === null ? 'waiting since' : 'sent'} <Timestamp at={sentAt ?? createdAt} />. {back}
      </p>
      <p>Its text isn’t stored, and things have moved on since, so it can’t be sent again.</p>
    </article>
  )
}

/** Returns the subject of a return’s mail, which its row has, and else what the mail is called. */
function pastSubject({ kind, payload }: SentOrderMail): string {
  const { orderNumber, number, state } = payload
  const known = RETURN_STATES.find((one) => one === state)
  return kind === 'return-update' && known && typeof number === 'number'
    ? returnSubject(returnReference(String(orderNumber), number), known)
    : orderMailLabel(kind)
}

export const orderMailPages = new Hono<AppEnv>().get(
  orderMailHref(':order', ':mail{[1-9][0-9]{0,14}}'),
  staffRoute('orders.see', orderMailPage),
)
