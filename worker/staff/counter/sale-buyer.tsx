/** The search for the customer of a sale at the counter, and their store credit (H14p, H14u). */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { staffCustomerHref } from '../../../schema/paths.ts'
import { formatPhone } from '../../../schema/platform/forms/field.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { COUNTER_PATHS, saleHref } from '../../../schema/staff/counter/counter-paths.ts'
import type { CounterDraft } from '../../orders/counter/counter-draft.sql.ts'
import type { FoundBuyer } from './find-buyer.ts'
import { DraftFields } from './sale-forms.tsx'

/** A search of customers: the text, and who fits it. */
export interface BuyerSearch {
  text: string
  found: readonly FoundBuyer[]
}

/** Finds the customer by phone, name, email or order, so that the receipt, the history and the credit are theirs. */
export function FindBuyer({ draft, search }: { draft: CounterDraft; search: BuyerSearch | null }) {
  const { buyer } = draft
  return (
    <section className="counter-buyer" id="customer" aria-label="Customer">
      {buyer?.customerId ? (
        <p>
          <a href={staffCustomerHref(buyer.customerId)}>
            {buyer.firstName} {buyer.lastName}
          </a>
          <br />
          <span className="quiet">{buyer.email}</span>
        </p>
      ) : null}
      <form method="get" action={`${saleHref(draft.id)}#customer`} className="counter-scan">
        <Field
          name="q"
          label="Find by phone, name, email or order"
          type="search"
          defaultValue={search?.text}
          autoComplete="off"
          maxLength={100}
        />
        <Button type="submit" size="big">
          Find
        </Button>
      </form>
      {search === null ? null : search.found.length === 0 ? (
        <p role="status">Nobody fits “{search.text}”.</p>
      ) : (
        <ul className="counter-list" aria-label={`Customers for ${search.text}`}>
          {search.found.map(({ of, name, email, phone }) => (
            <li key={of}>
              <span>
                <b>{name}</b>
                <br />
                <span className="quiet">
                  {[email, phone && formatPhone(phone), /^TL-/.test(of) && `order ${of}`]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
              <form method="post" action={COUNTER_PATHS.form}>
                <DraftFields draft={draft} action="choose" />
                <input type="hidden" name="of" value={of} />
                <Button type="submit" size="big">
                  Choose<span className="visually-hidden"> {name}</span>
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Uses the customer's store credit, or leaves it out; nothing without credit. */
export function UseCreditForm({ draft, balance }: { draft: CounterDraft; balance: number }) {
  if (balance <= 0 && !draft.credit) return null
  return (
    <form method="post" action={COUNTER_PATHS.form} className="counter-money">
      <DraftFields draft={draft} action="credit" />
      <input type="hidden" name="use" value={draft.credit ? 'no' : 'yes'} />
      <Button type="submit" size="big" wide>
        {draft.credit ? 'Leave store credit out' : `Use store credit, ${formatMoney(balance)}`}
      </Button>
    </form>
  )
}

/** Completes an exchange for cheaper tires: the rest goes back as money, or stays as store credit. */
export function RestForms({ draft, rest, method }: { draft: CounterDraft; rest: number; method: string }) {
  return (
    <form method="post" action={COUNTER_PATHS.form} className="counter-money">
      <DraftFields draft={draft} action="cash" />
      <input type="hidden" name="given" value="0" />
      <p>
        The return is worth <b>{formatMoney(rest)}</b> more. Money goes back as it was paid: {method}.
      </p>
      <Button type="submit" name="rest" value="money" kind="buy" size="big" wide>
        Give {formatMoney(rest)} back
      </Button>
      <Button type="submit" name="rest" value="credit" size="big" wide>
        Keep it as store credit
      </Button>
    </form>
  )
}
