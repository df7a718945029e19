/** A pick run on a phone, and the same walk on paper (H14). */
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { ORDER_STATUS_LABELS } from '../../../schema/orders/status/order-format.ts'
import { packHref, pickRunHref, staffOrderHref, staffPaths } from '../../../schema/paths.ts'
import { PICK_STATE_LABELS, PICKED_STATUSES } from '../../../schema/staff/picking/pick-record.ts'
import { photoHref } from '../../catalog/images/photo-address.ts'
import { Timestamp } from '../frame/timestamp.tsx'
import type { RunItem } from './picking.sql.ts'

/** What a tire has that one that looks alike has not. */
function facts({ size, treadDepth, dot }: RunItem): string {
  const depth = treadDepth === null ? '' : `${treadDepth}/32 in`
  return [size, depth, dot && `DOT ${dot.slice(-4)}`].filter(Boolean).join(', ')
}

const isEnded = ({ orderStatus }: RunItem) => !PICKED_STATUSES.includes(orderStatus)

/** Renders the next tire in large type with the field of the scanner, then the whole walk. */
export function RunView({ run, items }: { run: number; items: readonly RunItem[] }) {
  const done = items.filter(({ state }) => state !== 'open').length
  const next = items.find((item) => item.state === 'open' && !isEnded(item))
  const isLeft = (item: RunItem) => isEnded(item) || item.isNeeded === 0
  const putBack = items.filter((item) => item.state === 'picked' && isLeft(item))
  const orders = [...new Set(items.map(({ orderNumber }) => orderNumber))]
  return (
    <>
      {putBack.map((item) => (
        <Alert
          key={item.id}
          tone="error"
          action={isEnded(item) ? null : <ItemForm run={run} item={item} action="open" label="It’s back" />}
        >
          Order {item.orderNumber}:{' '}
          {isEnded(item) ? ORDER_STATUS_LABELS[item.orderStatus] : 'its money was given back'}. Put {item.sku}{' '}
          back{item.bin ? ` to ${item.bin}` : ''}.
        </Alert>
      ))}
      <p className="pick-progress">
        <progress max={items.length} value={done} aria-label="Progress" />
        <span>
          {done} of {items.length} done
        </span>
        <a href={`${pickRunHref(run)}/list`}>Print the list</a>
      </p>
      {next ? <Next run={run} item={next} /> : <Finished orders={orders} />}
      <h2>The walk</h2>
      <ol className="pick-walk">
        {items.map((item) => (
          <Stop key={item.id} run={run} item={item} />
        ))}
      </ol>
    </>
  )
}

function Next({ run, item }: { run: number; item: RunItem }) {
  return (
    <section className="pick-next" aria-label="Next tire">
      <p className="pick-bin">{item.bin ?? 'No bin'}</p>
      <p className="pick-sku">
        <b>{item.sku}</b> {item.tires > 1 ? <span>take {item.tires}</span> : null}
      </p>
      {item.photo ? (
        <img src={photoHref(item.photo)} alt={`The tread of ${item.sku}`} width={480} height={360} />
      ) : null}
      <p>
        {item.name} <span className="quiet">{facts(item)}</span>
      </p>
      <form method="post" action={staffPaths.pickForm}>
        <input type="hidden" name="action" value="scan" />
        <input type="hidden" name="run" value={run} />
        <input type="hidden" name="key" value={crypto.randomUUID()} />
        <Field
          name="code"
          label="Scan the tire’s label"
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={300}
        />
        <Button type="submit" kind="buy" size="big" wide>
          Picked
        </Button>
      </form>
      <ItemForm run={run} item={item} action="missing" label="Not found" />
    </section>
  )
}

function ItemForm({
  run,
  item,
  action,
  label,
}: {
  run: number
  item: RunItem
  action: 'missing' | 'open'
  label: string
}) {
  return (
    <form method="post" action={staffPaths.pickForm}>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="run" value={run} />
      <input type="hidden" name="item" value={item.id} />
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      <Button type="submit">
        {label}
        <span className="visually-hidden">: {item.sku}</span>
      </Button>
    </form>
  )
}

function Finished({ orders }: { orders: readonly string[] }) {
  return (
    <section className="pick-next">
      <p className="pick-sku">
        <b>All done</b>
      </p>
      <p>
        <LinkButton href={`${staffPaths.slips}?orders=${orders.join('+')}`}>Print packing slips</LinkButton>
      </p>
      <ul className="pick-done">
        {orders.map((order) => (
          <li key={order}>
            <a href={packHref(order)}>Pack {order}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Stop({ run, item }: { run: number; item: RunItem }) {
  const { sku, bin, state, tires, orderNumber } = item
  return (
    <li className="pick-stop" data-state={state}>
      <span className="pick-where">{bin ?? 'No bin'}</span>
      <span>
        <b>{sku}</b> {tires > 1 ? `× ${tires}` : ''} <span className="quiet">{facts(item)}</span>
        <br />
        <a href={staffOrderHref(orderNumber)}>{orderNumber}</a>{' '}
        {isEnded(item) ? <span className="tag">{ORDER_STATUS_LABELS[item.orderStatus]}</span> : null}
      </span>
      <span className="pick-state">{PICK_STATE_LABELS[state]}</span>
      {state === 'open' ? null : <ItemForm run={run} item={item} action="open" label="Undo" />}
    </li>
  )
}

/** Renders the walk for paper, with a box to tick for each tire. */
export function PickList({ run, items, now }: { run: number; items: readonly RunItem[]; now: number }) {
  return (
    <article className="sheet">
      <header className="sheet-head">
        <h1>Pick list, run {run}</h1>
        <p>
          <Timestamp at={now} />
        </p>
      </header>
      <table>
        <thead>
          <tr>
            {['', 'Bin', 'SKU', 'Tires', 'Tire', 'Order'].map((title) => (
              <th scope="col" key={title}>
                {title === '' ? <span className="visually-hidden">Picked</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td>
                <span className="sheet-box">{item.state === 'picked' ? '✓' : ''}</span>
              </td>
              <td className="sheet-bin">{item.bin ?? ''}</td>
              <th scope="row">{item.sku}</th>
              <td className="num">{item.tires}</td>
              <td>
                {item.name}
                <br />
                {facts(item)}
              </td>
              <td>{item.orderNumber}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}
