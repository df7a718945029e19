import type { CartView } from '../../../schema/api/cart.ts'
import { countOf, pricePerTire, totalRows } from '../../../schema/domain/cart-words.ts'
import { formatMoney } from '../../../schema/domain/money.ts'
import { ChoiceList } from '../../ui/choice-list.tsx'
import { TotalsList } from '../../ui/totals-list.tsx'

/** What is being bought: beside the steps on a wide screen, behind one line on a phone. */
export function OrderSummary({ cart, busy }: { cart: CartView; busy: boolean }) {
  const content = (
    <>
      <ul className="summary-lines">
        {cart.lines.map((line) => (
          <li key={line.itemId}>
            <span className="summary-picture">
              {line.picture ? <img src={line.picture.src} alt="" width={350} height={350} /> : null}
            </span>
            <div>
              <b className="cond t-22">{line.title}</b>
              {line.facts ? <p className="t-14">{line.facts}</p> : null}
              <ChoiceList choices={line.choices} />
              <p className="t-14 quiet">
                {countOf(line)}, {pricePerTire(line)}
              </p>
              {line.problem ? <p className="oxide t-14">{line.problem}</p> : null}
            </div>
            <b className="cond t-22">{formatMoney(line.rowTotal)}</b>
          </li>
        ))}
      </ul>
      <TotalsList {...totalRows(cart, cart.zip)} busy={busy} />
    </>
  )
  return (
    <>
      <details className="summary-small">
        <summary>
          <span>
            Show {cart.tires > 0 ? `${cart.tires} ${cart.tires === 1 ? 'tire' : 'tires'}` : 'the order'}
          </span>
          <b className="cond t-22">{formatMoney(cart.totals.grandTotal)}</b>
        </summary>
        {content}
      </details>
      <aside className="summary-wide" aria-label="Order summary">
        {content}
        <p className="t-14 quiet">Nothing is charged before you place the order, on the last step.</p>
      </aside>
    </>
  )
}
