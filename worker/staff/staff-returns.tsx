/** The returns of an order for staff: what came in, and the acts that each case allows now. */
import { LinkButton } from '../../client/platform/ui/button.tsx'
import { Checkbox } from '../../client/platform/ui/check.tsx'
import { Field } from '../../client/platform/ui/field.tsx'
import { hasPermission, type SessionRole } from '../../schema/identity/staff/permissions.ts'
import type { OrderLifecycle } from '../../schema/orders/life/order-lifecycle.ts'
import type { Order } from '../../schema/orders/order.ts'
import {
  canReturnBecome,
  creditOfCase,
  type ReturnCase,
  returnReference,
  shownRefund,
} from '../../schema/orders/returns/return-case.ts'
import {
  formatOutcome,
  formatReplacement,
  formatReturnedLines,
  RETURN_REASON_TEXTS,
  RETURN_STATE_LABELS,
  RETURN_WAY_TEXTS,
} from '../../schema/orders/returns/return-format.ts'
import { returnPhotoHref, staffReturnHref } from '../../schema/paths.ts'
import { type Cents, formatMoney } from '../../schema/platform/money.ts'
import { Timestamp } from './frame/timestamp.tsx'
import { ClaimClock } from './returns/claim-clock.tsx'
import { ActionForm, ParcelFields, SubmitButton } from './staff-order-actions.tsx'

interface StaffReturnsProps {
  order: Order
  life: OrderLifecycle
  cases: readonly ReturnCase[]
  /** The order's page for its buyer, below which the photos are. */
  statusHref: string
  /** Whose acts are shown. */
  role: SessionRole
  /** Milliseconds; `null` before the delivery. */
  deliveredAt: number | null
  now: number
}

/** States in which the tires may be here, to be measured and put back. */
const LOOKED_AT: readonly ReturnCase['state'][] = ['approved', 'received', 'refunded']

/** Lists the cases, the newest first; nothing without a case. */
export function StaffReturns({ order, life, cases, statusHref, role, deliveredAt, now }: StaffReturnsProps) {
  if (cases.length === 0) return null
  return (
    <>
      <h2>Returns</h2>
      {cases.toReversed().map((found) => (
        <section key={found.number} aria-labelledby={`return-${found.number}`}>
          <h3 id={`return-${found.number}`}>
            {returnReference(order.orderNumber, found.number)}: {RETURN_STATE_LABELS[found.state]}
          </h3>
          <p>
            {RETURN_REASON_TEXTS[found.reason].label}
            {found.mounted ? ', mounted' : ''}.{' '}
            {formatOutcome(found, shownRefund(found, life), order, creditOfCase(found, life))}.{' '}
            {RETURN_WAY_TEXTS[found.way].label}. <Timestamp at={found.createdAt} />
          </p>
          <ClaimClock found={found} deliveredAt={deliveredAt} now={now} />
          <ul>
            {formatReturnedLines(found, order.lines).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {found.note ? <p className="chat-text">{found.note}</p> : null}
          <Replacement found={found} />
          {found.photos.length > 0 ? (
            <p>
              {found.photos.map(({ id }, index) => (
                <a key={id} href={returnPhotoHref(statusHref, id)}>
                  Photo {index + 1}{' '}
                </a>
              ))}
            </p>
          ) : null}
          {hasPermission(role, 'returns') && LOOKED_AT.includes(found.state) ? (
            <p>
              <LinkButton href={staffReturnHref(order.orderNumber, found.number)}>
                Look at the tires
              </LinkButton>
            </p>
          ) : null}
          <Acts order={order} found={found} refund={shownRefund(found, life)} role={role} />
        </section>
      ))}
    </>
  )
}

function Replacement({ found }: { found: ReturnCase }) {
  const parcel = formatReplacement(found)
  if (!parcel) return null
  return <p>Sent with {parcel.href ? <a href={parcel.href}>{parcel.text}</a> : parcel.text}</p>
}

function Acts({
  order: { orderNumber, email },
  found,
  refund,
  role,
}: {
  order: Order
  found: ReturnCase
  refund: Cents
  role: SessionRole
}) {
  const { number, state, way, outcome } = found
  const can = (to: ReturnCase['state']) =>
    hasPermission(role, to === 'refunded' ? 'refund' : 'returns') && canReturnBecome(state, to)
  const hidden = <input type="hidden" name="case" value={String(number)} />
  const notify = email === '' ? '' : ' and notify the customer'
  const id = (field: string) => `return-${number}-${field}`
  return (
    <div className="staff-acts">
      {can('approved') ? (
        <ActionForm title="Approve" action="order-return-approve" orderNumber={orderNumber}>
          {hidden}
          {way === 'label' ? (
            <Field
              name="labelHref"
              id={id('label')}
              label="Link to the prepaid label"
              type="url"
              hint="The carrier’s page, https://…"
              maxLength={500}
              required
            />
          ) : null}
          <Field name="text" id={id('approve')} label="Note to the customer (optional)" maxLength={500} />
          <SubmitButton>Approve{notify}</SubmitButton>
        </ActionForm>
      ) : null}
      {can('received') ? (
        <ActionForm title="Tires are here" action="order-return-receive" orderNumber={orderNumber}>
          {hidden}
          <Checkbox name="restock" label="As good as new: put them back on sale" />
          <SubmitButton>Mark as received</SubmitButton>
        </ActionForm>
      ) : null}
      {can('refunded') ? (
        <ActionForm
          title={`Refund ${formatMoney(refund)}${outcome === 'refund' ? ', as asked' : ''}`}
          action="order-return-refund"
          orderNumber={orderNumber}
        >
          {hidden}
          <SubmitButton danger>Refund{notify}</SubmitButton>
        </ActionForm>
      ) : null}
      {can('refunded') && refund > 0 && hasPermission(role, 'credit') ? (
        <ActionForm
          title={`Give ${formatMoney(refund)} of store credit`}
          action="order-return-credit"
          orderNumber={orderNumber}
        >
          {hidden}
          <p>No money goes back. The customer pays with it at the counter.</p>
          <SubmitButton>Give credit{notify}</SubmitButton>
        </ActionForm>
      ) : null}
      {can('exchanged') ? (
        <ActionForm
          title={`Send the same tires${outcome === 'exchange' ? ', as asked' : ''}`}
          action="order-return-exchange"
          orderNumber={orderNumber}
        >
          {hidden}
          <ParcelFields id={id('')} hint="Empty if you hand the tires over at the store." />
          <Field name="text" id={id('exchange')} label="Note to the customer (optional)" maxLength={500} />
          <SubmitButton>Take them from stock{notify}</SubmitButton>
        </ActionForm>
      ) : null}
      {can('refused') ? (
        <ActionForm title="Decline" action="order-return-refuse" orderNumber={orderNumber}>
          {hidden}
          <Field name="text" id={id('refuse')} label="Why, shown to the customer" maxLength={500} required />
          <SubmitButton danger>Decline{notify}</SubmitButton>
        </ActionForm>
      ) : null}
    </div>
  )
}
