/** The webhooks with the form that adds one (H14y). */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { API_PATHS, webhookHref } from '../../../schema/staff/api/api-paths.ts'
import { WEBHOOK_KIND_LABELS, WEBHOOK_KINDS, type WebhookKind } from '../../../schema/staff/api/webhook.ts'
import { PostForm } from '../frame/post-form.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { ApiBoxes } from './api-boxes.tsx'
import type { WebhookLine } from './webhook-record.sql.ts'

/** A form that was refused, with what was typed. */
export interface RefusedWebhook {
  address: string
  kinds: readonly WebhookKind[]
  errors: Readonly<Record<string, string>>
}

export function Webhooks({
  webhooks,
  refused,
}: {
  webhooks: readonly WebhookLine[]
  refused: RefusedWebhook | undefined
}) {
  return (
    <>
      <section aria-labelledby="webhooks-title" className="api-part">
        <h2 id="webhooks-title">Webhooks</h2>
        {webhooks.length === 0 ? (
          <p>
            No webhooks yet. A webhook notifies another program within seconds when a tire is sold or
            something else changes.
          </p>
        ) : (
          <ul className="staff-rows">
            {webhooks.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        )}
      </section>
      <NewWebhook refused={refused} />
    </>
  )
}

function Line({ line }: { line: WebhookLine }) {
  const { id, address, kinds, stoppedAt } = line
  return (
    <li>
      <div>
        <a href={webhookHref(id)} className="api-address">
          <b>{address}</b>
        </a>{' '}
        {stoppedAt === null ? null : <span className="tag">Stopped</span>}
        <p>{kinds.map((kind) => WEBHOOK_KIND_LABELS[kind]).join('. ')}.</p>
        <WebhookState line={line} />
      </div>
      <div className="button-row">
        {stoppedAt === null ? null : (
          <WebhookButton action="start-webhook" id={id} label="Start again" address={address} />
        )}
        <WebhookButton action="end-webhook" id={id} label="End" address={address} />
      </div>
    </li>
  )
}

/** How sending goes. */
export function WebhookState({ line }: { line: WebhookLine }) {
  const { failures, failingSince, stoppedAt } = line
  if (failingSince === null)
    return <p className="t-14 quiet">Its last message was accepted, or none was sent yet.</p>
  return (
    <p className="t-14 quiet">
      {formatQuantity(failures, 'attempt')} failed since <Timestamp at={failingSince} />.{' '}
      {stoppedAt === null ? 'We go on trying.' : 'We stopped. Messages wait for 30 days.'}
    </p>
  )
}

function WebhookButton({
  action,
  id,
  label,
  address,
}: {
  action: 'start-webhook' | 'end-webhook'
  id: string
  label: string
  address: string
}) {
  return (
    <PostForm path={API_PATHS.form} fields={{ action, id }}>
      <Button type="submit" kind={action === 'end-webhook' ? 'danger' : 'plain'}>
        {label}
        <span className="visually-hidden"> {address}</span>
      </Button>
    </PostForm>
  )
}

/** The boxes with the kinds of a webhook. */
export function KindBoxes({ chosen, error }: { chosen: readonly WebhookKind[]; error?: string | undefined }) {
  const labels = WEBHOOK_KINDS.map((kind) => [kind, WEBHOOK_KIND_LABELS[kind]] as const)
  return <ApiBoxes name="kind" legend="What it’s about" labels={labels} chosen={chosen} error={error} />
}

function NewWebhook({ refused }: { refused: RefusedWebhook | undefined }) {
  return (
    <section aria-labelledby="new-webhook-title" className="staff-narrow">
      <h2 id="new-webhook-title">New webhook</h2>
      <PostForm path={API_PATHS.form} fields={{ action: 'add-webhook' }} className="form-grid">
        <Field
          name="address"
          label="Address"
          hint="Where we send it. It begins with https."
          type="url"
          maxLength={500}
          defaultValue={refused?.address}
          error={refused?.errors.address}
          autoComplete="off"
          required
        />
        <KindBoxes chosen={refused?.kinds ?? []} error={refused?.errors.kind} />
        <Button type="submit" kind="buy" className="staff-send">
          Add webhook
        </Button>
      </PostForm>
    </section>
  )
}
