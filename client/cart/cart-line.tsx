import type { CartLineView } from '../../schema/cart/cart.api.ts'
import { formatUnitPrice } from '../../schema/cart/cart-format.ts'
import { paths } from '../../schema/paths.ts'
import { formatMoney } from '../../schema/platform/money.ts'
import { ChoiceList } from '../platform/ui/choice-list.tsx'
import { QuantityStepper } from '../platform/ui/quantity-stepper.tsx'
import type { LineFit } from './line-fits.ts'

interface Props {
  line: CartLineView
  /** Whether the line fits the saved car; `null` without one. */
  fit: LineFit | null
  onQty: (qty: number) => void
  onRemove: () => void
}

/** Renders one line of the cart. Its forms work without script; with JavaScript the screen handles their submits. */
export function CartLineRow({ line, fit, onQty, onRemove }: Props) {
  return (
    <li className="cart-line">
      <span className="cart-picture">
        {line.picture ? <img src={line.picture.src} alt="" width={350} height={350} /> : null}
      </span>
      <div className="cart-about">
        <h2 className="t-22">
          <a href={line.href}>{line.title}</a>
        </h2>
        {line.facts ? <p>{line.facts}</p> : null}
        <ChoiceList choices={line.choices} />
        <p className="t-14 quiet">No. {line.sku}</p>
        {fit ? <p className={fit.isProblem ? 'oxide t-14' : 'cart-fits t-14'}>{fit.text}</p> : null}
        {line.problem ? <p className="cart-problem oxide t-14">{line.problem}</p> : null}
        <form
          method="post"
          action={paths.cartForm}
          onSubmit={(event) => {
            event.preventDefault()
            onRemove()
          }}
        >
          <input type="hidden" name="action" value="remove" />
          <input type="hidden" name="item_id" value={line.itemId} />
          <button type="submit" className="text-button t-14">
            Remove<span className="visually-hidden"> {line.title}</span>
          </button>
        </form>
      </div>
      <form
        className="cart-qty"
        method="post"
        action={paths.cartForm}
        onSubmit={(event) => event.preventDefault()}
      >
        <input type="hidden" name="action" value="set" />
        <input type="hidden" name="item_id" value={line.itemId} />
        <QuantityStepper
          label={`Quantity of ${line.title}`}
          value={line.qty}
          most={line.most}
          onChange={onQty}
          onNone={onRemove}
        />
        <button type="submit" className="button without-script">
          Update<span className="visually-hidden"> quantity of {line.title}</span>
        </button>
        {line.left === null ? null : <p className="t-14 quiet">{line.left}</p>}
      </form>
      <p className="cart-price num">
        <b className="cond t-28">{formatMoney(line.rowTotal)}</b>
        <span className="t-14 quiet">{formatUnitPrice(line)}</span>
      </p>
    </li>
  )
}
