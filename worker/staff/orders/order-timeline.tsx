/** The time line of an order for staff (H14o): its events, and what staff did for it in the yard. */
import type { ReactNode } from 'react'
import { RETURN_STATES } from '../../../schema/orders/returns/return-case.ts'
import { formatOrderEvent } from '../../../schema/orders/status/order-format.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { formatChange } from '../../../schema/staff/changes/format-change.ts'
import type { OrderEvent } from '../../orders/life/order-event.sql.ts'
import { Timestamp } from '../frame/timestamp.tsx'
import type { OrderChange } from './order-desk.sql.ts'

/** Events that the buyer does not see. */
const INTERNAL_EVENTS: Readonly<Record<string, string>> = {
  'cancel-begun': 'Cancellation started',
  'address-changed': 'Address changed',
  'line-removed': 'Line removed',
  'line-swapped': 'Tire swapped',
  'edit-waiting': 'Waits for the difference',
  'edit-ended': 'Not paid, the order stays',
  'refund-begun': 'Refund started',
  'refund-refused': 'Refund refused',
  'refund-stuck': 'Refund unclear',
  'refund-failed': 'Refund failed',
  'mounting-missed': 'Missed the mounting appointment',
  'return-put-back': 'Returned tires put back',
  'return-other-tire': 'Another tire came back',
  ...Object.fromEntries(RETURN_STATES.map((state) => [`return-${state}`, `Return ${state}`])),
}

/** Changes that have an event of their own. */
const SHOWN_AS_EVENTS: readonly string[] = [
  'address',
  'line-removed',
  'line-swapped',
  'edit-waiting',
  'edit-ended',
]

interface OrderTimelineProps {
  events: readonly OrderEvent[]
  /** Of a correction, the event is shown alone. */
  changes: readonly OrderChange[]
  /** Names of actors such as `staff:17`. */
  names: ReadonlyMap<string, string>
}

/** Renders all that happened, the oldest first. */
export function OrderTimeline({ events, changes, names }: OrderTimelineProps) {
  const entries = [
    ...events.map((event, index) => ({
      key: `event ${index}`,
      at: event.at,
      text: formatEvent(event, names),
    })),
    ...changes
      .filter(({ record, kind }) => record !== 'shipment' && !SHOWN_AS_EVENTS.includes(kind))
      .map((change) => ({ key: `change ${change.id}`, at: change.at, text: formatWork(change) })),
  ].sort((a, b) => a.at - b.at)
  return (
    <ol className="staff-events">
      {entries.map(({ key, at, text }) => (
        <li key={key}>
          {text} <Timestamp at={at} />
        </li>
      ))}
    </ol>
  )
}

function formatEvent({ kind, detail }: OrderEvent, names: ReadonlyMap<string, string>): ReactNode {
  const actor = detail?.by && (names.get(detail.by) ?? detail.by)
  // The text of the first event is a client's campaign data, which staff do not need.
  const text = kind === 'placed' ? null : detail?.text
  const more = [
    detail?.carrier && `${detail.carrier} ${detail.trackingNumber ?? ''}`,
    detail?.amount !== undefined && formatMoney(detail.amount),
    text,
    actor && `by ${actor}`,
  ].filter(Boolean)
  const label = formatOrderEvent(kind) ?? INTERNAL_EVENTS[kind] ?? kind
  return more.length > 0 ? `${label}: ${more.join(', ')}` : label
}

const PRINTED: Readonly<Record<string, string>> = {
  print: 'Packing slip printed',
  note: 'Note written',
  tag: 'Tag added',
  untag: 'Tag removed',
  'mail-again': 'Email sent again',
}

function formatWork({ kind, record, recordId, before, after, by, person }: OrderChange): string {
  if (kind === 'assign')
    return `Looked after by: ${person ?? (after.person === null ? 'nobody' : 'former staff')}, by ${by ?? 'former staff'}`
  const what = record === 'parcel' ? `Parcel ${recordId.split('.')[1] ?? ''}` : 'Pick'
  const fields = formatChange(record, before, after, { maySeeCost: false }).map(
    ({ label, after: value }) => `${label} ${value || 'none'}`,
  )
  const label = record === 'order' ? (PRINTED[kind] ?? kind) : `${what}${kind === 'undo' ? ', undone' : ''}`
  return [fields.length > 0 ? `${label}: ${fields.join(', ')}` : label, by && `by ${by}`]
    .filter(Boolean)
    .join(', ')
}
