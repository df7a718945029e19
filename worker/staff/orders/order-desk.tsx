/** Parts of the page of an order for staff (H14o): sums, sent parcels, notes and mails. */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field, FieldFrame } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { taxLabel } from '../../../schema/cart/totals/tax.ts'
import type { Totals } from '../../../schema/cart/totals/totals.ts'
import { CARRIER_NAMES, trackingHref } from '../../../schema/orders/life/order-lifecycle.ts'
import type { Order } from '../../../schema/orders/order.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { type Cents, formatMoney } from '../../../schema/platform/money.ts'
import { NOTE_MAX } from '../../../schema/staff/orders/order-desk.api.ts'
import { orderMailHref } from '../../../schema/staff/orders/order-paths.ts'
import { PostForm } from '../frame/post-form.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import type { OrderMail, OrderNote, SentParcel } from './order-desk.sql.ts'

/** Renders the sums of an order with each tax and each fee. */
export function OrderSums({ order: { totals, couponCode, shippingAddress } }: { order: Order }) {
  const rows: [term: string, amount: Cents][] = [
    ['Subtotal', totals.subtotal],
    ...(totals.discount < 0
      ? [[`Coupon ${couponCode ?? ''}`.trim(), totals.discount] as [string, Cents]]
      : []),
    ...(shippingAddress ? [['Shipping', totals.shipping] as [string, Cents]] : []),
    ...totals.fees.map(({ title, amount }): [string, Cents] => [title, amount]),
    ...taxRows(totals),
    ['Total', totals.grandTotal],
  ]
  return (
    <dl className="order-sums">
      {rows.map(([term, amount]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="num">{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns a row for each rate that a line is taxed at; orders of former releases have the sum alone. */
function taxRows({ lines, tax, taxPercent }: Totals): [string, Cents][] {
  const rates = [...new Set((lines ?? []).filter((line) => line.tax > 0).map((line) => line.taxPercent))]
  if (rates.length < 2) return [[taxLabel(rates[0] ?? taxPercent, false), tax]]
  return rates.map((rate) => {
    const ofRate = lines.filter((line) => line.taxPercent === rate)
    return [taxLabel(rate, false), ofRate.reduce((sum, line) => sum + line.tax, 0)]
  })
}

interface ParcelsProps {
  orderNumber: string
  parcels: readonly SentParcel[]
  mayCorrect: boolean
}

/** Renders the parcels that left, each with what is in it and the correction of its number. */
export function SentParcels({ orderNumber, parcels, mayCorrect }: ParcelsProps) {
  if (parcels.length === 0) return null
  return (
    <section aria-labelledby="parcels">
      <h2 id="parcels">Shipments</h2>
      <ul className="order-parcels">
        {parcels.map((parcel) => (
          <SentParcelItem key={parcel.id} {...{ orderNumber, parcel, mayCorrect }} />
        ))}
      </ul>
    </section>
  )
}

function SentParcelItem({
  orderNumber,
  parcel,
  mayCorrect,
}: {
  orderNumber: string
  parcel: SentParcel
  mayCorrect: boolean
}) {
  const { id, carrier, trackingNumber, shippedAt, contents } = parcel
  const label = `${carrier} ${trackingNumber}`
  const href = trackingHref(parcel)
  const tires = Object.entries(contents).map(([sku, count]) => `${count} × ${sku}`)
  return (
    <li>
      <p>
        {href ? <a href={href}>{label}</a> : label}{' '}
        <span className="quiet">
          {tires.length > 0 ? `${tires.join(', ')}, ` : ''}
          <Timestamp at={shippedAt} />
        </span>
      </p>
      {mayCorrect ? (
        <details className="staff-act">
          <summary>
            Correct the tracking number<span className="visually-hidden"> {trackingNumber}</span>
          </summary>
          <form className="form-grid" method="post" action={staffPaths.orderDeskForm}>
            <input type="hidden" name="action" value="tracking" />
            <input type="hidden" name="order" value={orderNumber} />
            <input type="hidden" name="shipment" value={id} />
            <input type="hidden" name="key" value={crypto.randomUUID()} />
            <Select
              name="carrier"
              id={`carrier-${id}`}
              label="Carrier"
              defaultValue={carrier}
              options={CARRIER_NAMES.map((name) => ({ value: name, label: name }))}
            />
            <Field
              name="trackingNumber"
              id={`tracking-${id}`}
              label="Tracking number"
              hint="If the customer got the old number, we email them the new one."
              defaultValue={trackingNumber}
              autoComplete="off"
              maxLength={60}
              required
            />
            <div className="staff-send">
              <Button type="submit">Correct</Button>
            </div>
          </form>
        </details>
      ) : null}
    </li>
  )
}

interface NotesProps {
  orderNumber: string
  notes: readonly OrderNote[]
  mayWrite: boolean
}

/** Renders the notes of staff, the newest first. */
export function OrderNotes({ orderNumber, notes, mayWrite }: NotesProps) {
  if (notes.length === 0 && !mayWrite) return null
  return (
    <section className="order-notes" aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      {mayWrite ? (
        <PostForm path={staffPaths.orderDeskForm} fields={{ action: 'note', order: orderNumber }}>
          <FieldFrame
            id="note"
            label="New note"
            hint="For staff only. Write @ and a first name to put it on that person’s list."
          >
            <textarea
              id="note"
              className="input"
              name="text"
              rows={2}
              maxLength={NOTE_MAX}
              aria-describedby="note-hint"
              required
            />
          </FieldFrame>
          <Button type="submit">Save note</Button>
        </PostForm>
      ) : null}
      {notes.length > 0 ? (
        <ol className="order-note-list">
          {notes.map(({ id, text, by, at }) => (
            <li key={id}>
              <p className="chat-text">{text}</p>
              <p className="t-14 quiet">
                {by ?? 'Former staff'}, <Timestamp at={at} />
              </p>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  )
}

const MAIL_LABELS: Readonly<Record<string, string>> = {
  'order-mail': 'Order confirmation',
  'order-shipped': 'On its way',
  'order-delivered': 'Delivered',
  'order-canceled': 'Canceled',
  'order-refunded': 'Refunded',
  'order-late': 'Running late',
  'payment-returned': 'Late payment returned',
  'return-update': 'Return',
  'mounting-booked': 'Mounting booked',
  'mounting-canceled': 'Mounting canceled',
  'review-request': 'Request for a review',
  'desk-order': 'New order, to the order desk',
  'desk-return': 'New return, to the order desk',
}

/** Returns what a mail about an order is called. */
export function orderMailLabel(kind: string): string {
  return MAIL_LABELS[kind] ?? kind
}

/** Renders the mails about an order; sent ones are stored for 30 days. */
export function OrderMails({ orderNumber, mails }: { orderNumber: string; mails: readonly OrderMail[] }) {
  if (mails.length === 0) return null
  return (
    <section aria-labelledby="mails">
      <h2 id="mails">Emails</h2>
      <ul>
        {mails.map(({ id, kind, at, sentAt }) => (
          <li key={id}>
            <a href={orderMailHref(orderNumber, id)}>{orderMailLabel(kind)}</a>:{' '}
            {sentAt === null ? 'waiting since' : 'sent'} <Timestamp at={sentAt ?? at} />
          </li>
        ))}
      </ul>
    </section>
  )
}
