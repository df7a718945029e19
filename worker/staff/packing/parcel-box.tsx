/** A parcel: its tires, its label, and the button that sends it (H14o). */
import type { ReactNode } from 'react'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { CARRIER_NAMES } from '../../../schema/orders/life/order-lifecycle.ts'
import { staffPaths } from '../../../schema/paths.ts'
import type { PackingForm } from '../../../schema/staff/packing/packing-form.ts'
import type { PackedItem, Parcel } from './packing-order.sql.ts'

interface PackFormProps {
  action: PackingForm['action']
  orderNumber: string
  parcel?: number
  className?: string
  children: ReactNode
}

/** Renders a form of packing with its hidden fields. */
export function PackForm({ action, orderNumber, parcel, className = 'pack-form', children }: PackFormProps) {
  return (
    <form method="post" action={staffPaths.packForm} className={className}>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="order" value={orderNumber} />
      {parcel === undefined ? null : <input type="hidden" name="parcel" value={parcel} />}
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      {children}
    </form>
  )
}

interface ParcelBoxProps {
  orderNumber: string
  parcel: Parcel
  items: readonly PackedItem[]
  /** Whether the scanner fills this parcel. */
  isOpen: boolean
  maySend: boolean
}

/** Renders a parcel; one that was sent can only be looked at. */
export function ParcelBox({ orderNumber, parcel, items, isOpen, maySend }: ParcelBoxProps) {
  const { number, contents, carrier, trackingNumber, weight, isSent } = parcel
  const skus = Object.keys(contents)
  const label = trackingNumber && `${carrier} ${trackingNumber}${weight ? `, ${weight} lb` : ''}`
  return (
    <div className="pack-parcel">
      {skus.length === 0 ? <p className="quiet">Empty</p> : null}
      <ul className="pack-items">
        {skus.map((sku) => (
          <li key={sku}>
            <b className="num">{contents[sku]} ×</b>
            <span>
              <b>{sku}</b> {items.find((item) => item.sku === sku)?.name ?? ''}
            </span>
            {isSent ? null : (
              <TiresForm {...{ orderNumber, parcel: number, sku }} tires={contents[sku] ?? 0} />
            )}
          </li>
        ))}
      </ul>
      {label ? <p className="pack-label">{label}</p> : null}
      {isSent || skus.length === 0 ? null : (
        <>
          {maySend && trackingNumber !== null ? (
            <PackForm action="send" orderNumber={orderNumber} parcel={number}>
              <Button type="submit" kind="buy" size="big" wide autoFocus={isOpen}>
                Send parcel {number}
              </Button>
            </PackForm>
          ) : null}
          <LabelForm orderNumber={orderNumber} parcel={parcel} />
        </>
      )}
    </div>
  )
}

/** Lowers the number of tires in a parcel; those taken out wait for another one. */
function TiresForm({
  orderNumber,
  parcel,
  sku,
  tires,
}: {
  orderNumber: string
  parcel: number
  sku: string
  tires: number
}) {
  const id = `tires-${parcel}-${sku}`
  return (
    <PackForm action="tires" orderNumber={orderNumber} parcel={parcel} className="pack-tires">
      <input type="hidden" name="sku" value={sku} />
      {tires > 1 ? (
        <>
          <label htmlFor={id} className="visually-hidden">
            Tires of {sku} in parcel {parcel}
          </label>
          <input
            id={id}
            name="tires"
            type="number"
            min={0}
            max={tires}
            defaultValue={tires}
            className="input"
          />
          <Button type="submit">
            Change<span className="visually-hidden"> {sku}</span>
          </Button>
        </>
      ) : (
        <>
          <input type="hidden" name="tires" value="0" />
          <Button type="submit">
            Take out<span className="visually-hidden"> {sku}</span>
          </Button>
        </>
      )}
    </PackForm>
  )
}

function LabelForm({
  orderNumber,
  parcel: { number, carrier, trackingNumber, weight },
}: {
  orderNumber: string
  parcel: Parcel
}) {
  const id = (name: string) => `${name}-${number}`
  return (
    <details className="staff-act">
      <summary>
        {trackingNumber ? 'Change carrier, number or weight' : 'Type carrier, number and weight'}
      </summary>
      <PackForm action="label" orderNumber={orderNumber} parcel={number} className="form-grid">
        <Select
          name="carrier"
          id={id('carrier')}
          label="Carrier"
          defaultValue={carrier ?? undefined}
          options={CARRIER_NAMES.map((name) => ({ value: name, label: name }))}
        />
        <Field
          name="trackingNumber"
          id={id('trackingNumber')}
          label="Tracking number"
          defaultValue={trackingNumber ?? ''}
          autoComplete="off"
          maxLength={60}
          required
        />
        <Field
          name="weight"
          id={id('weight')}
          label="Weight in pounds (optional)"
          defaultValue={weight ?? ''}
          inputMode="numeric"
          pattern="\d{0,3}"
          maxLength={3}
        />
        <div className="staff-send">
          <Button type="submit">Save</Button>
        </div>
      </PackForm>
    </details>
  )
}
