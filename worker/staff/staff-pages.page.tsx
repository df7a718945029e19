/** /staff/: the start page, chats, orders, reviews, visits and purchases, and the shop's health for staff. For other visitors these pages answer 404. */

import { type Context, Hono } from 'hono'
import { Button } from '../../client/platform/ui/button.tsx'
import { STAFF_MOUNTING } from '../../schema/orders/mounting/mounting-paths.ts'
import { paths, staffChatHref, staffOrderHref, staffPaths } from '../../schema/paths.ts'
import { type CountedKind, TRACKED_EVENT_KINDS } from '../../schema/platform/analytics/analytics-event.ts'
import { formatCount } from '../../schema/platform/count.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { formatDay, shopDay } from '../../schema/platform/shop-calendar.ts'
import { countsSince } from '../content/analytics/event-count.sql.ts'
import { type ConversationSummary, findConversation, listConversations } from '../content/chat/chat.sql.ts'
import { CHAT_SOCKET_PATH, ChatView } from '../content/chat/chat-view.tsx'
import type { AppEnv } from '../env.ts'
import { chatAnswers } from './chats/chat-answers.tsx'
import { chatDeskView } from './chats/chat-desk.tsx'
import { readChatAssignees } from './chats/chat-desk-record.sql.ts'
import { staffRoute } from './frame/staff-access.ts'
import { staffPage } from './frame/staff-page.tsx'
import { Timestamp } from './frame/timestamp.tsx'
import { staffHealthPage } from './health/staff-health.tsx'
import { staffMountingPage } from './staff-mounting.tsx'
import { staffOrderPage } from './staff-order.tsx'
import { staffReviewsPage } from './staff-reviews.tsx'
import { StaffTable } from './staff-table.tsx'

const CONVERSATIONS_SHOWN = 100

function Line({ line, assignee }: { line: ConversationSummary; assignee: string | undefined }) {
  const { id, unread, lastAt, lastAuthor, lastText, closedAt, email } = line
  return (
    <li className="staff-line">
      <a href={staffChatHref(id)}>Conversation {id}</a>{' '}
      {unread > 0 ? <strong className="tag tag-filled">{unread} unread</strong> : null}
      {closedAt === null ? null : <span className="tag">Closed</span>}
      <p className="chat-text">
        {lastAuthor === 'staff' ? 'We: ' : ''}
        {lastText}
      </p>
      <p className="t-14 quiet">
        <Timestamp at={lastAt} />
        {email ? `, answer to ${email}` : ''}
        {assignee ? `. Answered by ${assignee}` : ''}
      </p>
    </li>
  )
}

async function conversations(c: Context<AppEnv>): Promise<Response> {
  const [lines, assignees] = await Promise.all([
    listConversations(c.env.DB, CONVERSATIONS_SHOWN),
    readChatAssignees(c.env.DB),
  ])
  return staffPage(c, {
    title: 'Chats',
    current: staffPaths.chats,
    body: [
      lines.length === 0 ? (
        <p key="none">No chats yet.</p>
      ) : (
        <ul className="staff-list" key="lines">
          {lines.map((line) => (
            <Line key={line.id} line={line} assignee={assignees.get(line.id)} />
          ))}
        </ul>
      ),
    ],
  })
}

/** Renders a conversation; with `again` it is the answer to a refused message. */
export async function staffChatPage(
  c: Context<AppEnv>,
  id: number,
  again?: { status: 422 | 429; text: string; problem: string },
): Promise<Response> {
  const line = await findConversation(c.env.DB, id)
  if (!line) return c.notFound()
  const conversation = c.env.CHAT.getByName(line.room)
  const { messages, closed, email } = await conversation.read()
  await conversation.markRead()
  const { view, draft } = await chatAnswers(c, id, messages)
  const body = [
    email ? (
      <p key="mail">Wants answers by email: {email} will get what you write while the shopper is away.</p>
    ) : null,
    <ChatView
      key="chat"
      self="staff"
      messages={messages}
      closed={closed}
      action={paths.staffForm}
      hidden={{ action: 'say', conversation: String(id), client: crypto.randomUUID() }}
      live={`${CHAT_SOCKET_PATH}?conversation=${id}`}
      refused={again}
      draft={draft}
    />,
    view,
    await chatDeskView(c, id),
    <form key="close" method="post" action={paths.staffForm}>
      <input type="hidden" name="action" value="close" />
      <input type="hidden" name="conversation" value={String(id)} />
      <Button type="submit">Close this conversation</Button>
    </form>,
  ]
  return staffPage(c, {
    title: `Conversation ${id}`,
    current: staffPaths.chats,
    body,
    status: again?.status ?? 200,
  })
}

const KIND_LABELS: Record<CountedKind, string> = {
  list: 'List views',
  product: 'Product views',
  add: 'Added to cart',
  remove: 'Removed',
  'checkout-personal': 'Checkout',
  'checkout-shipping': 'Shipping',
  'checkout-payment': 'Payment',
  purchase: 'Purchases',
}
const DAYS_SHOWN = 14
const PRODUCTS_SHOWN = 20

async function counts(c: Context<AppEnv>): Promise<Response> {
  const since = shopDay(Date.now() - (DAYS_SHOWN - 1) * DAY_MS)
  const { days, skus } = await countsSince(c.env.DB, since, PRODUCTS_SHOWN)
  const count = (day: string, kind: string) =>
    days.find((line) => line.day === day && line.kind === kind)?.count ?? 0
  return staffPage(c, {
    title: 'Visits and purchases',
    current: paths.staffCounts,
    body: [
      <p key="what">The last {DAYS_SHOWN} days. Excludes visitors who opted out.</p>,
      <StaffTable
        key="days"
        label="Visits and purchases by day"
        columns={[
          { title: 'Day' },
          ...TRACKED_EVENT_KINDS.map((kind) => ({ title: KIND_LABELS[kind], isNumber: true })),
        ]}
        rows={[...new Set(days.map(({ day }) => day))].map((day) => ({
          key: day,
          cells: [
            formatDay(Date.parse(day)),
            ...TRACKED_EVENT_KINDS.map((kind) => formatCount(count(day, kind))),
          ],
        }))}
      />,
      <h2 key="title">Products</h2>,
      <StaffTable
        key="products"
        label="Visits and purchases by product"
        columns={[{ title: 'Product' }, { title: 'What' }, { title: 'Number', isNumber: true }]}
        rows={skus.map(({ sku, kind, count }) => ({
          key: `${sku} ${kind}`,
          cells: [sku, KIND_LABELS[kind as CountedKind], formatCount(count)],
        }))}
      />,
    ],
  })
}

export const staffPages = new Hono<AppEnv>()
  .get(staffPaths.chats, staffRoute('chat', conversations))
  .get(paths.staffReviews, staffRoute('reviews', staffReviewsPage))
  .get(paths.staffCounts, staffRoute('counts', counts))
  .get(STAFF_MOUNTING, staffRoute('mounting', staffMountingPage))
  .get(paths.staffHealth, staffRoute('health', staffHealthPage))
  .get(
    staffOrderHref(':order'),
    staffRoute('orders.see', (c, { role }) => staffOrderPage(c, c.req.param('order') ?? '', role)),
  )
  .get(
    `${staffPaths.chats}:id{[0-9]{1,15}}`,
    staffRoute('chat', (c) => staffChatPage(c, Number(c.req.param('id')))),
  )
