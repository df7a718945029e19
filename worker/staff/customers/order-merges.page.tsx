/** GET /staff/customers/merges: asks two mailboxes whether a guest's orders may move, and the newest merges with their undo (H14k). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { staffCustomerHref, staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import {
  isUndoableMerge,
  MERGE_PATHS,
  type MergeState,
  mergeState,
} from '../../../schema/staff/customers/order-merge.ts'
import type { AppEnv } from '../../env.ts'
import { formAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { type MergeLine, readMerges } from './order-merges.sql.ts'

const SHOWN = 50
const STATE_LABELS: Readonly<Record<MergeState, string>> = {
  waiting: 'Waits for an answer',
  merged: 'Moved',
  undone: 'Undone',
  ended: 'No answer',
}

/** A refused form: what was typed, and what is wrong with it. */
export interface RefusedMerge {
  from: string
  to: string
  errors: { from?: string; to?: string }
  message: string
}

/** Renders the form and the requests; `refused` is a form with what was typed and what is wrong with it (H14k). */
export async function orderMergesPage(c: Context<AppEnv>, refused?: RefusedMerge): Promise<Response> {
  const [lines, now] = [await readMerges(c.env.DB, SHOWN), Date.now()]
  const { from = c.req.query('from'), to = c.req.query('to'), errors = {} } = refused ?? {}
  return staffPage(c, {
    title: 'Move guests’ orders',
    current: staffPaths.customers,
    ...(refused && { status: 422 }),
    body: (
      <>
        {formAlert(c, refused?.message)}
        <p className="measure">
          A guest’s orders join an account, or the orders of another address. Both addresses get an email, and
          nothing moves until both confirm it.
        </p>
        <PostForm path={MERGE_PATHS.form} fields={{ action: 'ask' }} className="form-grid staff-narrow">
          <Field
            name="from"
            label="Orders of"
            hint="The guest’s email address, or the number of one of their orders"
            defaultValue={from?.slice(0, 254)}
            error={errors.from}
            maxLength={254}
            autoComplete="off"
            autoCapitalize="none"
          />
          <Field
            name="to"
            label="Go to"
            hint="The email address of the account, or of the guest’s other orders"
            defaultValue={to?.slice(0, 254)}
            error={errors.to}
            maxLength={254}
            autoComplete="off"
            autoCapitalize="none"
          />
          <Button type="submit" kind="buy" size="big" className="staff-send">
            Ask both addresses
          </Button>
        </PostForm>
        {lines.length === 0 ? null : (
          <section aria-labelledby="merges-title">
            <h2 id="merges-title">The newest</h2>
            <ul className="staff-rows">
              {lines.map((line) => (
                <Line key={line.id} line={line} now={now} />
              ))}
            </ul>
          </section>
        )}
      </>
    ),
  })
}

function Line({ line, now }: { line: MergeLine; now: number }) {
  const { id, fromEmail, toEmail, customerId, askedAt, mergedAt, orders } = line
  const state = mergeState(line, now)
  return (
    <li>
      <div>
        <b>{fromEmail}</b> to{' '}
        {customerId === null ? <b>{toEmail}</b> : <a href={staffCustomerHref(customerId)}>{toEmail}</a>}{' '}
        <span className="tag">{STATE_LABELS[state]}</span>
        <p className="t-14 quiet">
          {state === 'waiting' ? waitingFor(line) : null}
          {mergedAt === null ? null : `${formatQuantity(orders, 'order')}. `}
          <Timestamp at={mergedAt ?? askedAt} />
        </p>
      </div>
      {isUndoableMerge(line, now) ? (
        <PostForm path={MERGE_PATHS.form} fields={{ action: 'undo', merge: id }}>
          <Button type="submit">
            Undo<span className="visually-hidden"> {fromEmail}</span>
          </Button>
        </PostForm>
      ) : null}
    </li>
  )
}

function waitingFor({ fromEmail, toEmail, fromConfirmedAt, toConfirmedAt }: MergeLine): string {
  const open = [fromConfirmedAt === null && fromEmail, toConfirmedAt === null && toEmail].filter(Boolean)
  return `Not confirmed yet: ${[...new Set(open)].join(' and ')}. `
}

export const orderMergesPages = new Hono<AppEnv>().get(
  MERGE_PATHS.page,
  staffRoute('customers.edit', (c) => orderMergesPage(c)),
)
