/** Forms for what staff can do to an order now. Each is opened first and sent second, so that nothing goes by one press. */
import type { ReactNode } from 'react'
import { Button } from '../../client/platform/ui/button.tsx'
import { Checkbox } from '../../client/platform/ui/check.tsx'
import { Field } from '../../client/platform/ui/field.tsx'
import { Select } from '../../client/platform/ui/select.tsx'
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
import { paths } from '../../schema/paths.ts'
import { formatMoney } from '../../schema/platform/money.ts'

interface Acts {
  order: Order
  life: OrderLifecycle
  /** Names the refund that this page would make. */
  once: string
}

export function StaffOrderActions({ order, life, once }: Acts) {
  const { orderNumber } = order
  const left = refundableAmount(life)
  const stuck = life.refunds.filter(({ status }) => status === 'stuck')
  const acts = [
    canShip(life) ? (
      <Act
        key="ship"
        title={life.shipments.length > 0 ? 'One more parcel' : 'Ship'}
        act="order-ship"
        of={orderNumber}
      >
        <Select
          name="carrier"
          label="Carrier"
          options={CARRIER_NAMES.map((name) => ({ value: name, label: name }))}
        />
        <Field name="trackingNumber" label="Tracking number" autoComplete="off" maxLength={60} required />
        <Send>Record the parcel and tell the buyer</Send>
      </Act>
    ) : null,
    canDeliver(life) ? (
      <Act key="deliver" title="Delivered" act="order-deliver" of={orderNumber}>
        <Send>Yes, it arrived</Send>
      </Act>
    ) : null,
    canCancel(life) ? (
      <Act key="cancel" title="Cancel" act="order-cancel" of={orderNumber}>
        <p>{formatCancellation(life)}</p>
        <Select
          name="reason"
          label="Why"
          options={[
            { value: 'shop', label: 'We cannot send it' },
            { value: 'asked', label: 'The buyer asked' },
            { value: 'address', label: 'The address cannot be delivered to' },
          ]}
        />
        <Send danger>Cancel the order and tell the buyer</Send>
      </Act>
    ) : null,
    left > 0 && canRefund(life, left) ? (
      <Act key="refund" title="Give money back" act="order-refund" of={orderNumber}>
        <input type="hidden" name="once" value={once} />
        <Field
          name="amount"
          label="Amount in dollars"
          inputMode="decimal"
          hint={`At most ${formatMoney(left)}`}
          defaultValue={(left / 100).toFixed(2)}
          maxLength={12}
          required
        />
        <Field name="reason" label="Why, for the buyer" maxLength={300} />
        <fieldset className="staff-restock">
          <legend>Back on the shelf</legend>
          {order.lines.map(({ itemId, qty, title, facts }) => (
            <Checkbox
              key={itemId}
              name="restock"
              value={String(itemId)}
              label={`${qty} × ${[title, facts].filter(Boolean).join(', ')}`}
            />
          ))}
        </fieldset>
        <Send danger>Give it back and tell the buyer</Send>
      </Act>
    ) : null,
    ...stuck.map(({ id, amount }) => (
      <Act key={id} title={`Say what became of ${formatMoney(amount)}`} act="order-settle" of={orderNumber}>
        <input type="hidden" name="refund" value={String(id)} />
        <p>
          It is not certain that the buyer has it. Look at the provider’s desk for a refund of this order.
        </p>
        <p className="button-row">
          <Button type="submit" name="wentBack" value="yes">
            It went back
          </Button>
          <Button type="submit" name="wentBack" value="no">
            It did not
          </Button>
        </p>
      </Act>
    )),
  ].filter((act) => act !== null)
  return acts.length > 0 ? <div className="staff-acts">{acts}</div> : <p>Nothing: this order is done.</p>
}

function Act({ title, act, of, children }: { title: string; act: string; of: string; children: ReactNode }) {
  return (
    <details className="staff-act">
      <summary>{title}</summary>
      <form className="form-grid" method="post" action={paths.staffForm}>
        <input type="hidden" name="action" value={act} />
        <input type="hidden" name="order" value={of} />
        {children}
      </form>
    </details>
  )
}

function Send({ danger = false, children }: { danger?: boolean; children: ReactNode }) {
  return (
    <div className="contact-send">
      <Button type="submit" kind={danger ? 'danger' : 'plain'}>
        {children}
      </Button>
    </div>
  )
}
