/** GET /staff/settings/api/webhooks/{id}: what was sent to an address in the last 30 days, and sending it again (H14y). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { API_PATHS, webhookHref } from '../../../schema/staff/api/api-paths.ts'
import {
  MAX_WEBHOOK_ATTEMPTS,
  WEBHOOK_LOG_MS,
  WEBHOOK_TYPE_LABELS,
} from '../../../schema/staff/api/webhook.ts'
import type { AppEnv } from '../../env.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { findWebhook, type LoggedMessage, readMessages, type WebhookLine } from './webhook-record.sql.ts'
import { KindBoxes, WebhookState } from './webhooks.tsx'

const SHOWN = 50

async function webhookPage(c: Context<AppEnv>): Promise<Response> {
  const webhook = await findWebhook(c.env.DB, c.req.param('id') ?? '')
  if (!webhook || webhook.endedAt !== null) return c.notFound()
  const asked = c.req.query('before') ?? ''
  const before = /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null
  const messages = await readMessages(c.env.DB, { webhookId: webhook.id, before, limit: SHOWN + 1 })
  const shown = messages.slice(0, SHOWN)
  return staffPage(c, {
    title: 'Webhook',
    current: API_PATHS.settings,
    body: (
      <>
        {flashAlert(c)}
        <p>
          <a href={API_PATHS.settings}>All keys and webhooks</a>
        </p>
        <p className="api-address">
          <b>{webhook.address}</b>
        </p>
        <WebhookState line={webhook} />
        <section aria-labelledby="messages-title" className="api-part">
          <h2 id="messages-title">Last 30 days</h2>
          {shown.length === 0 ? (
            <p>Nothing to send yet.</p>
          ) : (
            <ul className="staff-rows">
              {shown.map((message) => (
                <Message key={message.id} message={message} webhookId={webhook.id} />
              ))}
            </ul>
          )}
          {messages.length > SHOWN ? (
            <p>
              <a href={`${webhookHref(webhook.id)}?before=${String(shown.at(-1)?.id)}`}>Older messages</a>
            </p>
          ) : null}
        </section>
        <ReplayDays webhook={webhook} />
        <Kinds webhook={webhook} />
      </>
    ),
  })
}

function Message({ message, webhookId }: { message: LoggedMessage; webhookId: string }) {
  const { id, type, subject, at } = message
  return (
    <li>
      <div>
        <b>{WEBHOOK_TYPE_LABELS[type]}</b> {subject}
        <p className="t-14 quiet">
          <Timestamp at={at} />. <MessageState message={message} />
        </p>
      </div>
      {message.attempts === 0 ? null : (
        <PostForm path={API_PATHS.form} fields={{ action: 'replay', id: webhookId, message: id }}>
          <Button type="submit">
            Send again
            <span className="visually-hidden">
              : {WEBHOOK_TYPE_LABELS[type]} {subject}
            </span>
          </Button>
        </PostForm>
      )}
    </li>
  )
}

function MessageState({ message }: { message: LoggedMessage }) {
  const { attempts, doneAt, dueAt, error, ms } = message
  if (doneAt !== null)
    return (
      <>
        Accepted <Timestamp at={doneAt} /> in {ms} ms, after {formatQuantity(attempts, 'attempt')}.
      </>
    )
  if (attempts === 0) return 'On the way.'
  const tried = `${formatQuantity(attempts, 'attempt')} failed. ${error ?? ''}`
  if (attempts >= MAX_WEBHOOK_ATTEMPTS) return `${tried} We gave up.`
  return (
    <>
      {tried} Next attempt <Timestamp at={dueAt} />.
    </>
  )
}

function ReplayDays({ webhook }: { webhook: WebhookLine }) {
  const now = Date.now()
  const days = {
    type: 'date',
    min: shopDay(now - WEBHOOK_LOG_MS),
    max: shopDay(now),
    required: true,
  } as const
  return (
    <section aria-labelledby="replay-title" className="staff-narrow">
      <h2 id="replay-title">Send again</h2>
      <p>Sends everything of these days once more, also what was accepted.</p>
      <PostForm
        path={API_PATHS.form}
        fields={{ action: 'replay-days', id: webhook.id }}
        className="form-grid"
      >
        <Field {...days} name="from" label="First day" span={3} defaultValue={shopDay(now)} />
        <Field {...days} name="until" label="Last day" span={3} defaultValue={shopDay(now)} />
        <Button type="submit" className="staff-send">
          Send these days again
        </Button>
      </PostForm>
    </section>
  )
}

function Kinds({ webhook }: { webhook: WebhookLine }) {
  return (
    <section aria-labelledby="kinds-title" className="staff-narrow">
      <h2 id="kinds-title">Change</h2>
      <PostForm
        path={API_PATHS.form}
        fields={{ action: 'change-webhook', id: webhook.id }}
        className="form-grid"
      >
        <KindBoxes chosen={webhook.kinds} />
        <Button type="submit" className="staff-send">
          Save
        </Button>
      </PostForm>
    </section>
  )
}

export const webhookPages = new Hono<AppEnv>().get(
  webhookHref(':id{[0-9a-f]{12}}'),
  staffRoute('keys', webhookPage),
)
