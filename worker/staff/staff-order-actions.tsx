/**
 * Forms of the actions that staff can take on an order now. Each form is opened first, so that one click
 * changes nothing.
 */
import type { ReactNode } from 'react'
import { Button } from '../../client/platform/ui/button.tsx'
import { Checkbox } from '../../client/platform/ui/check.tsx'
import { Field } from '../../client/platform/ui/field.tsx'
import { Select } from '../../client/platform/ui/select.tsx'
import { hasPermission, type SessionRole } from '../../schema/identity/staff/permissions.ts'
import {
  CARRIER_NAMES,
  canCancel,
  canDeliver,
  canRefund,
  canShip,
  formatCancellation,
  type OrderLifecycle,
  refundableAmount,
} from '../../schema/orders/life/order-lifecycle.ts'
import type { Order } from '../../schema/orders/order.ts'
import { shippedLines } from '../../schema/orders/shipped-lines.ts'
import { paths } from '../../schema/paths.ts'
import { formatAmount, formatMoney } from '../../schema/platform/money.ts'
import { STAFF_ORDER_PERMISSIONS, type StaffOrderForm } from '../../schema/staff/staff-order.api.ts'

interface StaffOrderActionsProps {
  order: Order
  life: OrderLifecycle
  /** The id of the refund that this page can make, so that a repeated request refunds once. */
  once: string
  /** Whose actions are shown. */
  role: SessionRole
}

/** Lists the actions that the order allows now. */
export function StaffOrderActions({ order, life, once, role }: StaffOrderActionsProps) {
  const may = (action: StaffOrderForm['action']) => hasPermission(role, STAFF_ORDER_PERMISSIONS[action])
  const { orderNumber } = order
  const refundable = refundableAmount(life)
  const notify = order.email === '' ? '' : ' and notify the customer'
  const stuck = may('order-settle') ? life.refunds.filter(({ status }) => status === 'stuck') : []
  const actions = [
    may('order-ship') && canShip(life) ? (
      <ActionForm
        key="ship"
        title={life.shipments.length > 0 ? 'Add a shipment' : 'Mark as shipped'}
        action="order-ship"
        orderNumber={orderNumber}
      >
        {life.wasDelivered ? (
          <p>The customer said that all is there. Another parcel takes that back until it’s delivered.</p>
        ) : null}
        <ParcelFields />
        <SubmitButton>Save{notify}</SubmitButton>
      </ActionForm>
    ) : null,
    may('order-deliver') && canDeliver(life) ? (
      <ActionForm key="deliver" title="Mark as delivered" action="order-deliver" orderNumber={orderNumber}>
        <SubmitButton>Confirm the delivery</SubmitButton>
      </ActionForm>
    ) : null,
    may('order-cancel') && canCancel(life) ? (
      <ActionForm key="cancel" title="Cancel the order" action="order-cancel" orderNumber={orderNumber}>
        <p>{formatCancellation(life)}</p>
        <Select
          name="reason"
          label="Reason"
          options={[
            { value: 'shop', label: 'We can’t fulfill it' },
            { value: 'asked', label: 'The customer asked' },
            { value: 'address', label: 'Undeliverable address' },
          ]}
        />
        <SubmitButton danger>Cancel{notify}</SubmitButton>
      </ActionForm>
    ) : null,
    may('order-refund') && refundable > 0 && canRefund(life, refundable) ? (
      <ActionForm key="refund" title="Refund" action="order-refund" orderNumber={orderNumber}>
        <input type="hidden" name="once" value={once} />
        <Field
          name="amount"
          label="Amount in dollars"
          inputMode="decimal"
          hint={`At most ${formatMoney(refundable)}`}
          defaultValue={formatAmount(refundable)}
          maxLength={12}
          required
        />
        <Field
          name="reason"
          label={order.email === '' ? 'Reason' : 'Reason, shown to the customer'}
          maxLength={300}
        />
        <fieldset className="staff-restock">
          <legend>Restock</legend>
          {shippedLines(order).map(({ itemId, qty, title, facts }) => (
            <Checkbox
              key={itemId}
              name="restock"
              value={String(itemId)}
              label={`${qty} × ${[title, facts].filter(Boolean).join(', ')}`}
            />
          ))}
        </fieldset>
        <SubmitButton danger>Refund{notify}</SubmitButton>
      </ActionForm>
    ) : null,
    ...stuck.map(({ id, amount }) => (
      <ActionForm
        key={id}
        title={`Resolve the refund of ${formatMoney(amount)}`}
        action="order-settle"
        orderNumber={orderNumber}
      >
        <input type="hidden" name="refund" value={String(id)} />
        <p>We don’t know if the customer has this money. Look for the refund in the provider’s dashboard.</p>
        <p className="button-row">
          <Button type="submit" name="wentBack" value="yes">
            Refunded
          </Button>
          <Button type="submit" name="wentBack" value="no">
            Not refunded
          </Button>
        </p>
      </ActionForm>
    )),
  ].filter((form) => form !== null)
  return actions.length > 0 ? <div className="staff-acts">{actions}</div> : <p>Nothing you can do now.</p>
}

export interface ActionFormProps {
  title: string
  action: StaffOrderForm['action']
  orderNumber: string
  children: ReactNode
}

/** Renders the fields of a parcel. `id` begins their ids where a page has several; `hint` explains why they may be empty. */
export function ParcelFields({ id = '', hint }: { id?: string; hint?: string }) {
  return (
    <>
      <Select
        name="carrier"
        id={`${id}carrier`}
        label="Carrier"
        options={CARRIER_NAMES.map((name) => ({ value: name, label: name }))}
      />
      <Field
        name="trackingNumber"
        id={`${id}trackingNumber`}
        label="Tracking number"
        hint={hint}
        autoComplete="off"
        maxLength={60}
        required={!hint}
      />
    </>
  )
}

/** Renders the form of one action, closed at first. */
export function ActionForm({ title, action, orderNumber, children }: ActionFormProps) {
  return (
    <details className="staff-act">
      <summary>{title}</summary>
      <form className="form-grid" method="post" action={paths.staffForm}>
        <input type="hidden" name="action" value={action} />
        <input type="hidden" name="order" value={orderNumber} />
        {children}
      </form>
    </details>
  )
}

export function SubmitButton({ danger = false, children }: { danger?: boolean; children: ReactNode }) {
  return (
    <div className="staff-send">
      <Button type="submit" kind={danger ? 'danger' : 'plain'}>
        {children}
      </Button>
    </div>
  )
}
