/** What a file with tracking numbers would do, and what it did: the parcels that can be sent, and each refused row with its reason (H14o). */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { packHref } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { CARRIER_PATHS, trackingFileHref } from '../../../schema/staff/carriers/carrier-paths.ts'
import { TRACKING_PROBLEMS } from '../../../schema/staff/carriers/tracking-file.ts'
import { parcelId } from '../../../schema/staff/packing/parcel-record.ts'
import type { AppEnv } from '../../env.ts'
import { UndoForm } from '../changes/undo-form.tsx'
import { flashAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffPage } from '../frame/staff-page.tsx'
import { evaluateFile, type TrackingLine } from './send-tracking.ts'
import { findTrackingFile } from './tracking-file.sql.ts'

/** Renders the page of a file; its address names the batch of saved numbers, which can be undone. */
export async function trackingFilePage(c: Context<AppEnv>, id: number): Promise<Response> {
  const file = await findTrackingFile(c.env.DB, id)
  if (!file) return c.notFound()
  const lines = await evaluateFile(c.env.DB, file)
  const count = (state: TrackingLine['outcome']['state']) =>
    lines.filter(({ outcome }) => outcome.state === state).length
  const [ready, sent, refused] = [count('ready'), count('sent'), count('refused')]
  const saved = /^tracking [\w-]{8,64}$/.exec(c.req.query('saved') ?? '')?.[0]
  return staffPage(c, {
    title: 'Tracking numbers',
    current: CARRIER_PATHS.page,
    body: (
      <>
        {flashAlert(c, saved ? <UndoForm undoes={{ batch: saved }} returnTo={trackingFileHref(id)} /> : null)}
        <p>
          <a href={CARRIER_PATHS.page}>Carrier files</a> › {file.name}
        </p>
        <dl className="bulk-figures carrier-figures">
          {(
            [
              ['Ready to send', ready],
              ['Sent', sent],
              ['Refused', refused],
            ] as const
          ).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {ready > 0 ? (
          <div className="button-row">
            <PostForm path={CARRIER_PATHS.form} fields={{ action: 'send', file: id }}>
              <Button type="submit" kind="buy">
                Send {formatQuantity(ready, 'parcel')}
              </Button>
            </PostForm>
            <PostForm path={CARRIER_PATHS.form} fields={{ action: 'save', file: id }}>
              <Button type="submit">Only save the numbers</Button>
            </PostForm>
          </div>
        ) : null}
        {ready > 0 ? (
          <p className="quiet">Each buyer gets one email with the number when you send.</p>
        ) : (
          <Alert>
            {refused > 0 ? 'No other parcel of this file can be sent.' : 'All parcels of this file are sent.'}
          </Alert>
        )}
        <ul className="staff-rows" aria-label="Rows of the file">
          {sorted(lines).map((line) => (
            <Line key={line.row.row} line={line} />
          ))}
        </ul>
      </>
    ),
  })
}

/** Returns the refused rows first, because they need a person. */
function sorted(lines: readonly TrackingLine[]): TrackingLine[] {
  const place = { refused: 0, ready: 1, sent: 2 }
  return lines.toSorted((a, b) => place[a.outcome.state] - place[b.outcome.state] || a.row.row - b.row.row)
}

function Line({ line: { row, outcome } }: { line: TrackingLine }) {
  const { orderNumber, reference, carrier, trackingNumber, problem } = row
  const number = outcome.state === 'refused' ? row.parcel : outcome.parcel
  return (
    <li>
      <div>
        {problem === 'reference' ? (
          <b>{reference}</b>
        ) : (
          <a href={packHref(orderNumber)}>
            <b>{number === null ? orderNumber : parcelId(orderNumber, number)}</b>
          </a>
        )}{' '}
        {outcome.state === 'refused' ? (
          <>
            <span className="tag tag-error">Refused</span>
            <p>
              {TRACKING_PROBLEMS[outcome.problem]} {outcome.detail}
            </p>
          </>
        ) : (
          <span className="tag">{outcome.state === 'ready' ? 'Ready to send' : 'Sent'}</span>
        )}
        <p className="t-14 quiet">
          Row {row.row}: {carrier} {trackingNumber}
        </p>
      </div>
    </li>
  )
}
