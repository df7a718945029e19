/** /staff/orders/{number}/mails/{id}: an email about an order as its reader gets it, to be sent again (H14o). At the root, as it builds any mail. */
import { type Context, Hono } from 'hono'
import { Button } from '../client/platform/ui/button.tsx'
import { hasPermission } from '../schema/identity/staff/permissions.ts'
import { paths, staffOrderHref, staffPaths } from '../schema/paths.ts'
import { orderMailHref } from '../schema/staff/orders/order-paths.ts'
import type { AppEnv } from './env.ts'
import type { StaffSession } from './identity/staff/current-staff.ts'
import { buildMail } from './mails.ts'
import { PostForm } from './staff/frame/post-form.tsx'
import { staffRoute } from './staff/frame/staff-access.ts'
import { staffPage } from './staff/frame/staff-page.tsx'
import { readOrderMail } from './staff/orders/order-work.sql.ts'

async function orderMailPage(c: Context<AppEnv>, { role }: StaffSession): Promise<Response> {
  const orderNumber = c.req.param('order') ?? ''
  const id = Number(c.req.param('mail'))
  const row = await readOrderMail(c.env.DB, { orderNumber, mail: id })
  const mail = row && (await buildMail(c.env, row, c.get('config'), Date.now()))
  if (!row || !mail) return c.notFound()
  return staffPage(c, {
    title: mail.subject,
    current: paths.staffOrders,
    body: (
      <article className="order-mail">
        <p>
          To {mail.to}. Its words are those of today.{' '}
          <a href={staffOrderHref(orderNumber)}>Back to order {orderNumber}</a>
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
    ),
  })
}

export const orderMailPages = new Hono<AppEnv>().get(
  orderMailHref(':order', ':mail{[1-9][0-9]{0,14}}'),
  staffRoute('orders.see', orderMailPage),
)
