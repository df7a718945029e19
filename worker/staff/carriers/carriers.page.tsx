/**
 * /staff/carriers: parcels for a carrier's program as a CSV file, and its tracking numbers back; /staff/carriers/parcels: the file;
 * /staff/carriers/{id}: what a file with tracking numbers would do, and what it did (H14o).
 */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import {
  CARRIER_COLUMNS,
  carrierRow,
  parcelSize,
  type WaitingParcel,
} from '../../../schema/staff/carriers/carrier-file.ts'
import { CARRIER_MESSAGES } from '../../../schema/staff/carriers/carrier-form.ts'
import { CARRIER_PATHS, trackingFileHref } from '../../../schema/staff/carriers/carrier-paths.ts'
import { formatCsvRow } from '../../../schema/staff/csv/csv-cell.ts'
import { parcelId } from '../../../schema/staff/packing/parcel-record.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { toActor } from '../changes/staff-actor.ts'
import { csvResponse } from '../csv/csv-response.ts'
import { formAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { recordDocuments } from '../picking/record-documents.sql.ts'
import { readTrackingFiles } from './tracking-file.sql.ts'
import { trackingFilePage } from './tracking-file-view.tsx'
import { readWaitingParcels } from './waiting-parcels.sql.ts'

/** Renders the page; `refused.message` says why a form was refused, `refused.file` what is wrong with an uploaded file. */
export async function carriersPage(
  c: Context<AppEnv>,
  refused: { status?: 413 | 422; message?: string; file?: string } = {},
): Promise<Response> {
  const [parcels, files] = await Promise.all([readWaitingParcels(c.env.DB), readTrackingFiles(c.env.DB)])
  return staffPage(c, {
    title: 'Carrier files',
    current: CARRIER_PATHS.page,
    ...(refused.status && { status: refused.status }),
    body: (
      <>
        {formAlert(c, refused.message)}
        {parcels.length === 0 ? (
          <EmptyState title="No parcel waits" other={{ href: staffPaths.pack, label: 'Pack orders' }}>
            Packed parcels show up here until they’re sent.
          </EmptyState>
        ) : (
          <ParcelForm parcels={parcels} />
        )}
        <UploadForm error={refused.file} />
        {files.length > 0 ? (
          <section className="carrier-part" aria-labelledby="files">
            <h2 id="files">Latest files</h2>
            <ul className="pick-runs">
              {files.map(({ id, name, createdAt }) => (
                <li key={id}>
                  <a href={trackingFileHref(id)}>
                    <b>{name}</b>
                    <span className="quiet">
                      <Timestamp at={createdAt} />
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </>
    ),
  })
}

function ParcelForm({ parcels }: { parcels: readonly WaitingParcel[] }) {
  return (
    <section className="carrier-part" aria-labelledby="parcels">
      <h2 id="parcels">1. Parcels to the carrier’s program</h2>
      <form action={CARRIER_PATHS.parcels} className="carrier-parcels">
        <fieldset>
          <legend>Which parcels go into the file?</legend>
          {parcels.map((parcel) => (
            <Checkbox
              key={parcelId(parcel.orderNumber, parcel.number)}
              name="parcel"
              value={parcelId(parcel.orderNumber, parcel.number)}
              defaultChecked={parcel.trackingNumber === null && parcel.filedAt === null}
              label={<ParcelLabel parcel={parcel} />}
            />
          ))}
        </fieldset>
        <Button type="submit" kind="buy">
          Download file
        </Button>
      </form>
      <details className="staff-act">
        <summary>Columns of the file</summary>
        <dl className="carrier-columns">
          {CARRIER_COLUMNS.map(({ name, about }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}

function ParcelLabel({ parcel }: { parcel: WaitingParcel }) {
  const { orderNumber, number, parcels, carrier, trackingNumber, weight, contents, address, filedAt } = parcel
  const size = parcelSize(parcel)
  const tires = Object.values(contents).reduce((sum, count) => sum + count, 0)
  const to = address && [`${address.firstname} ${address.lastname}`, address.city, address.regionCode]
  return (
    <>
      <b>{orderNumber}</b>, parcel {number} of {parcels}
      <span className="carrier-facts">
        {to?.join(', ') ?? 'No address'}
        <br />
        {[
          formatQuantity(tires, 'tire'),
          size && `${size.length} × ${size.width} × ${size.height} in`,
          weight && `${weight} lb`,
        ]
          .filter(Boolean)
          .join(', ')}
        {trackingNumber ? (
          <>
            <br />
            {carrier} {trackingNumber}
          </>
        ) : filedAt !== null ? (
          <>
            <br />
            <span className="tag">In a file already</span> <Timestamp at={filedAt} />
          </>
        ) : null}
      </span>
    </>
  )
}

function UploadForm({ error }: { error: string | undefined }) {
  return (
    <section className="carrier-part" aria-labelledby="upload">
      <h2 id="upload">2. Tracking numbers back</h2>
      <p>
        Export the labels from the carrier’s program as CSV. It needs one column with our reference or the
        order number, and one with the tracking number. Columns for carrier and weight in pounds are read too.
        You see first what would be sent.
      </p>
      <form
        method="post"
        action={CARRIER_PATHS.upload}
        encType="multipart/form-data"
        className="carrier-upload"
      >
        <input type="hidden" name="key" value={crypto.randomUUID()} />
        <Field name="file" label="CSV file" type="file" accept=".csv,text/csv" required error={error} />
        <Button type="submit">Check file</Button>
      </form>
    </section>
  )
}

/** Responds with the chosen parcels that wait, and writes into the audit log that they were in a file. */
async function parcelFile(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const asked = new Set(c.req.queries('parcel') ?? [])
  const parcels = (await readWaitingParcels(c.env.DB)).filter(({ orderNumber, number }) =>
    asked.has(parcelId(orderNumber, number)),
  )
  if (parcels.length === 0) return carriersPage(c, { status: 422, message: CARRIER_MESSAGES.choose })
  const ids = parcels.map(({ orderNumber, number }) => parcelId(orderNumber, number))
  const now = Date.now()
  await recordDocuments(c.env.DB, toActor(staff, 'page'), { record: 'parcel', ids }, now)
  const rows = [CARRIER_COLUMNS.map(({ name }) => name), ...parcels.map(carrierRow)]
  return csvResponse(rows.map(formatCsvRow).join(''), `parcels-${shopDay(now)}`)
}

function filePage(c: Context<AppEnv>): Promise<Response> {
  return trackingFilePage(c, Number(c.req.param('file')))
}

export const carrierPages = new Hono<AppEnv>()
  .get(
    CARRIER_PATHS.page,
    staffRoute('orders.send', (c) => carriersPage(c)),
  )
  .get(CARRIER_PATHS.parcels, staffRoute('orders.send', parcelFile))
  .get(trackingFileHref(':file{[1-9][0-9]{0,14}}'), staffRoute('orders.send', filePage))
