/** A sale at the counter (H14p): its lines, its total, the forms of an open one, and the receipt of a paid one. */
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { taxLabel } from '../../../schema/cart/totals/tax.ts'
import type { Totals } from '../../../schema/cart/totals/totals.ts'
import type { SessionRole } from '../../../schema/identity/staff/permissions.ts'
import { isPlaced } from '../../../schema/orders/order.ts'
import { EXCHANGE_MESSAGES, exchangeSums } from '../../../schema/orders/returns/exchange.ts'
import { returnReference } from '../../../schema/orders/returns/return-case.ts'
import { formatShopTime } from '../../../schema/orders/status/order-format.ts'
import { staffOrderHref, staffPaths } from '../../../schema/paths.ts'
import type { FlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { COUNTER_PATHS, receiptHref } from '../../../schema/staff/counter/counter-paths.ts'
import type { CounterDraft } from '../../orders/counter/counter-draft.sql.ts'
import { type CounterQuote, creditPart } from '../../orders/counter/counter-quote.ts'
import type { Exchange } from '../../orders/returns/exchange.ts'
import { type BuyerSearch, FindBuyer, RestForms, UseCreditForm } from './sale-buyer.tsx'
import {
  BuyerForm,
  CustomLineForm,
  DiscountForm,
  DraftFields,
  HoldForm,
  LinkForm,
  MailForm,
  PayForms,
  ScanForm,
} from './sale-forms.tsx'
import { findProblem } from './sale-problem.ts'

interface SaleProps {
  draft: CounterDraft
  quote: CounterQuote
  role: SessionRole
  flash: FlashFormState | null
  now: number
  /** The store credit of the customer, in cents. */
  balance: number
  search: BuyerSearch | null
  /** The return that pays a part of an open sale. */
  exchange: Exchange | null
}

/** Renders the sale in its state. */
export function SaleView(props: SaleProps) {
  const { draft, now } = props
  if (draft.state === 'open' && draft.holdUntil > now) return <OpenSale {...props} />
  if (draft.state === 'ordered' && draft.orderStatus !== null) return <OrderedSale {...props} />
  return (
    <>
      <Alert tone="error">The time of this sale is over, so its tires are back on sale.</Alert>
      <Lines draft={draft} isOpen={false} />
      <p>
        <LinkButton href={staffPaths.sell} kind="buy" size="big">
          New sale
        </LinkButton>
      </p>
    </>
  )
}

/** The end of a hold; the script counts the minutes down and loads the page again at the end. */
export function HoldClock({ until }: { until: number }) {
  return (
    <span className="counter-hold">
      Held until <time dateTime={new Date(until).toISOString()}>{formatShopTime(until)}</time>
      <span className="counter-left" role="timer" data-hold-until={until} />
    </span>
  )
}

function OpenSale({ draft, quote, role, flash, balance, search, exchange }: SaleProps) {
  // Its lines and prices follow from the edit of its order.
  const isDifference = draft.way === 'difference'
  const total = quote.totals.grandTotal
  const sums = exchange && exchangeSums(exchange.value, total)
  const isGone = draft.exchange !== null && exchange === null
  const problem = isGone ? EXCHANGE_MESSAGES.gone : findProblem(draft, quote)
  const credit = sums?.part ?? creditPart(draft, quote)
  return (
    <div className="counter-sale">
      <div className="counter-lines">
        <HoldClock until={draft.holdUntil} />
        {isDifference ? null : <ScanForm draft={draft} flash={flash} />}
        <Lines draft={draft} isOpen={!isDifference} />
      </div>
      <div className="counter-pay">
        <Sums
          totals={quote.totals}
          discount={draft.discount?.percent ?? null}
          credit={credit}
          from={exchange?.reference}
        />
        {problem ? (
          <p className="counter-problem">{problem}</p>
        ) : (
          <>
            {sums ? null : <UseCreditForm draft={draft} balance={balance} />}
            {exchange && sums && sums.rest > 0 && !exchange.isSettled ? (
              <RestForms draft={draft} rest={sums.rest} method={exchange.method} />
            ) : (
              <PayForms draft={draft} total={total - credit} flash={flash} />
            )}
            {total > credit ? <LinkForm draft={draft} /> : null}
          </>
        )}
      </div>
      <div className="counter-extras">
        {isDifference ? null : (
          <>
            <FindBuyer draft={draft} search={search} />
            <CustomLineForm draft={draft} flash={flash} />
            <BuyerForm draft={draft} flash={flash} />
            <DiscountForm draft={draft} flash={flash} role={role} />
          </>
        )}
        <HoldForm draft={draft} />
      </div>
    </div>
  )
}

function Lines({ draft, isOpen }: { draft: CounterDraft; isOpen: boolean }) {
  if (draft.lines.length === 0) return <p className="quiet">No tires yet.</p>
  return (
    <ul className="counter-list">
      {draft.lines.map(({ itemId, sku, title, facts, qty, unitPrice }) => (
        <li key={itemId}>
          <span>
            <b>{title}</b>
            <br />
            <span className="quiet">{[facts, facts && sku].filter(Boolean).join(', ')}</span>
          </span>
          <span className="counter-price">
            {qty > 1 ? `${qty} × ` : ''}
            {formatMoney(unitPrice)}
          </span>
          {isOpen ? (
            <form method="post" action={COUNTER_PATHS.form}>
              <DraftFields draft={draft} action="remove" />
              <input type="hidden" name="item" value={itemId} />
              <Button type="submit">
                Remove<span className="visually-hidden"> {title}</span>
              </Button>
            </form>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Renders the sums with each fee and the tax, as the checkout names them. */
export function Sums({
  totals,
  discount,
  credit = 0,
  from,
}: {
  totals: Totals
  discount: number | null
  /** The part that store credit pays, in cents, or the return `from`. */
  credit?: number
  from?: string | undefined
}) {
  const rows: [term: string, amount: number][] = [
    ['Subtotal', totals.subtotal],
    ...(totals.discount < 0 ? [[`Discount, ${discount ?? ''}%`, totals.discount] as [string, number]] : []),
    ...totals.fees.map(({ title, amount }): [string, number] => [title, amount]),
    [taxLabel(totals.taxPercent, false), totals.tax],
  ]
  return (
    <dl className="counter-sums">
      {rows.map(([term, amount]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
      <div className="counter-total">
        <dt>Total</dt>
        <dd>{formatMoney(totals.grandTotal)}</dd>
      </div>
      {credit > 0 ? (
        <>
          <div>
            <dt>{from ? `Return ${from}` : 'Store credit'}</dt>
            <dd>{formatMoney(-credit)}</dd>
          </div>
          <div className="counter-total">
            <dt>To pay</dt>
            <dd>{formatMoney(totals.grandTotal - credit)}</dd>
          </div>
        </>
      ) : null}
    </dl>
  )
}

/** Returns the number of the return that a sale was exchanged for. */
export function referenceOf({ exchange }: Pick<CounterDraft, 'exchange'>): string | undefined {
  return exchange ? returnReference(exchange.orderNumber, exchange.number) : undefined
}

function OrderedSale({ draft, quote, flash }: SaleProps) {
  const { orderNumber, orderStatus, payment, creditSpent: credit } = draft
  if (!orderNumber || !orderStatus) return null
  if (!isPlaced(orderStatus)) {
    return (
      <>
        <Alert>The payment isn’t through yet. The tires stay held.</Alert>
        <Sums totals={quote.totals} discount={draft.discount?.percent ?? null} />
      </>
    )
  }
  const due = quote.totals.grandTotal - credit
  const change = payment?.given == null || due === 0 ? null : payment.given - due
  return (
    <div className="counter-paid" data-result="" tabIndex={-1}>
      {change === null ? null : (
        <p className="counter-change">
          Change <b>{formatMoney(change)}</b>
        </p>
      )}
      <p>
        Order <a href={staffOrderHref(orderNumber)}>{orderNumber}</a>,{' '}
        {draft.way === 'difference'
          ? 'pays for a change of another order'
          : draft.way === 'pickup' && payment
            ? 'handed over'
            : 'to be sent or picked up'}
      </p>
      <p className="button-row">
        <LinkButton href={receiptHref(draft.id, '80mm')} kind="buy" size="big" target="_blank">
          Print receipt
        </LinkButton>
        <LinkButton href={receiptHref(draft.id, 'letter')} size="big" target="_blank">
          Receipt on Letter
        </LinkButton>
        <LinkButton href={staffPaths.sell} size="big">
          Next sale
        </LinkButton>
      </p>
      <MailForm draft={draft} flash={flash} />
      <Lines draft={draft} isOpen={false} />
      <Sums
        totals={quote.totals}
        discount={draft.discount?.percent ?? null}
        credit={credit}
        from={referenceOf(draft)}
      />
    </div>
  )
}
