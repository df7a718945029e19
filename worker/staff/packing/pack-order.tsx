/** An order on the packing table (H14o): the field of the scanner, what is left to pack, and the parcels. */
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { ORDER_STATUS_LABELS } from '../../../schema/orders/status/order-format.ts'
import { packHref, staffOrderHref, staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { PARCELS_MAX } from '../../../schema/staff/packing/parcel-record.ts'
import type { PackedItem, PackedOrder, Parcel } from './packing-order.sql.ts'
import { PackForm, ParcelBox } from './parcel-box.tsx'

interface PackOrderProps {
  packed: PackedOrder
  /** The parcel of the address; 0 without one. */
  asked: number
  maySend: boolean
  maySee: boolean
}

const isEmpty = ({ contents }: Parcel) => Object.keys(contents).length === 0
const emptyParcel = (number: number): Parcel => ({
  ...{ number, carrier: null, trackingNumber: null, weight: null, isSent: false, contents: {} },
})

/** Returns the parcel that the scanner fills: the one of the address, or the last one in the yard, or a new one. */
function openParcel({ parcels }: PackedOrder, asked: number): Parcel {
  const known = parcels.find(({ number }) => number === asked)
  if (known && !known.isSent) return known
  const next = (parcels.at(-1)?.number ?? 0) + 1
  const last = parcels.findLast(({ isSent }) => !isSent)
  return asked !== next && last ? last : emptyParcel(Math.min(next, PARCELS_MAX))
}

/** Renders the packing of an order whose tires may leave. */
export function PackOrder({ packed, asked, maySend, maySee }: PackOrderProps) {
  const { orderNumber, items, parcels } = packed
  const left = items.filter(({ tires, packed: inParcels }) => inParcels < tires)
  const unpicked = left.filter(({ state }) => state !== 'picked')
  const inYard = parcels.filter((parcel) => !parcel.isSent && !isEmpty(parcel))
  const isDone = left.length === 0 && inYard.length === 0
  const open = openParcel(packed, asked)
  const others = parcels.filter(({ number }) => number !== open.number)
  const tires = items.reduce((sum, item) => sum + item.tires, 0)
  const done = items.reduce((sum, item) => sum + item.packed, 0)
  return (
    <>
      <p className="pick-progress">
        <progress max={Math.max(1, tires)} value={done} aria-label="Packed" />
        <span>
          {tires === 0 ? 'Nothing to pack yet' : `${done} of ${formatQuantity(tires, 'tire')} packed`}
        </span>
        {maySee ? <a href={staffOrderHref(orderNumber)}>See the order</a> : null}
      </p>
      {items.length === 0 ? (
        <Alert>
          Nothing is picked for this order. <a href={staffPaths.pick}>Start a pick run</a> first.
        </Alert>
      ) : null}
      {items.some(({ isRecalled }) => isRecalled === 1) ? (
        <Alert tone="error">
          Recalled, don’t send:{' '}
          {items
            .filter(({ isRecalled }) => isRecalled === 1)
            .map(({ sku }) => sku)
            .join(', ')}
          .
        </Alert>
      ) : null}
      {unpicked.length > 0 ? (
        <Alert>Not picked yet: {unpicked.map(({ sku }) => sku).join(', ')}.</Alert>
      ) : null}
      {isDone && items.length > 0 ? (
        <Done packed={packed} maySend={maySend} />
      ) : items.length > 0 || inYard.length > 0 ? (
        <section className="pack-open" aria-labelledby="open-parcel">
          <h2 id="open-parcel">Parcel {open.number}</h2>
          {left.length === 0 && open.trackingNumber !== null ? null : (
            <ScanForm packed={packed} open={open} left={left} />
          )}
          <ParcelBox {...{ orderNumber, parcel: open, items, maySend }} isOpen />
        </section>
      ) : null}
      {left.length > 0 ? <Left left={left} /> : null}
      {left.length > 0 && !isEmpty(open) ? (
        <p className="button-row">
          <LinkButton href={packHref(orderNumber, (parcels.at(-1)?.number ?? 0) + 1)}>
            Put the rest in another parcel
          </LinkButton>
        </p>
      ) : null}
      {others.map((parcel) => (
        <section key={parcel.number} className="pack-other" aria-labelledby={`parcel-${parcel.number}`}>
          <h2 id={`parcel-${parcel.number}`}>
            Parcel {parcel.number} {parcel.isSent ? <span className="tag">Sent</span> : null}
          </h2>
          <ParcelBox {...{ orderNumber, parcel, items, maySend }} isOpen={false} />
        </section>
      ))}
    </>
  )
}

function ScanForm({
  packed: { orderNumber },
  open: { number },
  left,
}: {
  packed: PackedOrder
  open: Parcel
  left: readonly PackedItem[]
}) {
  return (
    <PackForm action="scan" orderNumber={orderNumber} parcel={number}>
      <Field
        name="code"
        label={left.length > 0 ? 'Scan a tire, or the carrier’s label' : 'Scan the carrier’s label'}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={300}
        data-search=""
      />
      <Button type="submit" size="big" wide>
        Put in parcel {number}
      </Button>
    </PackForm>
  )
}

function Left({ left }: { left: readonly PackedItem[] }) {
  return (
    <section aria-labelledby="left">
      <h2 id="left">Still to pack</h2>
      <ul className="pack-items">
        {left.map(({ sku, tires, packed, name, size, bin }) => (
          <li key={sku}>
            <b className="num">{tires - packed} ×</b>
            <span>
              <b>{sku}</b> {[name, size].filter(Boolean).join(', ')}
            </span>
            <span className="quiet">{bin ?? ''}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Done({ packed: { orderNumber }, maySend }: { packed: PackedOrder; maySend: boolean }) {
  return (
    <section className="pack-open">
      <p className="pick-sku">
        <b>All sent</b>
      </p>
      <p className="button-row">
        <LinkButton kind="buy" href={staffPaths.pack}>
          Next order
        </LinkButton>
        {maySend ? (
          <>
            <LinkButton href={`${staffPaths.slips}?orders=${orderNumber}`}>Print packing slip</LinkButton>
            <LinkButton href={`${staffPaths.addressLabels}?orders=${orderNumber}`}>
              Print address labels
            </LinkButton>
          </>
        ) : null}
      </p>
    </section>
  )
}

/** Renders the stop page of an order that ended after its tires were picked. */
export function PutBack({ packed: { orderNumber, status, items, parcels } }: { packed: PackedOrder }) {
  const picked = items.filter(({ state }) => state === 'picked')
  const wasSent = parcels.some(({ isSent }) => isSent) || status === 'delivered'
  if (wasSent || picked.length === 0)
    return (
      <>
        <Alert>
          This order is {ORDER_STATUS_LABELS[status].toLowerCase()}. There’s nothing to pack or to put back.
        </Alert>
        <p className="button-row">
          <LinkButton href={staffPaths.pack}>Orders to pack</LinkButton>
        </p>
      </>
    )
  return (
    <section className="pack-stop" aria-labelledby="stop">
      <h2 id="stop">Stop. {ORDER_STATUS_LABELS[status]}.</h2>
      <ul className="pack-back">
        {picked.map(({ sku, tires, name, bin }) => (
          <li key={sku}>
            <p className="pick-bin">{bin ? `Put back to ${bin}` : 'Put back'}</p>
            <p>
              {tires > 1 ? `${tires} × ` : ''}
              <b>{sku}</b> {name ?? ''}
              {bin ? '' : ', which has no bin'}
            </p>
          </li>
        ))}
      </ul>
      <PackForm action="put-back" orderNumber={orderNumber}>
        <Button type="submit" size="big" wide>
          Everything is back
        </Button>
      </PackForm>
    </section>
  )
}
