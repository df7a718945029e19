import type { CartLineView } from '../../schema/cart/cart.api.ts'
import type { CartFormFields } from '../../schema/cart/cart-form.api.ts'
import { formatLineCount, formatUnitPrice } from '../../schema/cart/cart-format.ts'
import { PLAN_TERMS_HREF } from '../../schema/cart/extras/plan-links.ts'
import { formatUnits } from '../../schema/cart/format-units.ts'
import { paths } from '../../schema/paths.ts'
import { formatMoney } from '../../schema/platform/money.ts'
import { TreadGauge } from '../catalog/product/tread-gauge.tsx'
import { ChoiceList } from '../platform/ui/choice-list.tsx'
import { QuantityStepper } from '../platform/ui/quantity-stepper.tsx'
import { CartAction } from './cart-action.tsx'
import type { LineFit } from './line-fits.ts'
import type { CartMutation } from './sync/optimistic-cart.ts'

interface Props {
  line: CartLineView
  /** Whether the line fits the saved car; `null` without one. */
  fit: LineFit | null
  onQty: (qty: number) => void
  onRemove: () => void
  mutate: (mutation: CartMutation) => void
}

/** Renders one line of the cart. Its forms work without script; with JavaScript the screen handles their submits. */
export function CartLineRow({ line, fit, onQty, onRemove, mutate }: Props) {
  const { tire } = line
  return (
    <li className="cart-line">
      <span className="cart-picture">
        {line.picture ? <img src={line.picture.src} alt="" width={350} height={350} /> : null}
      </span>
      <div className="cart-about">
        <h2 className="t-22">
          <a href={line.href}>{line.title}</a>
        </h2>
        {tire ? <p>{tire.label}</p> : line.facts ? <p>{line.facts}</p> : null}
        <ChoiceList choices={line.choices} />
        {line.service === null ? (
          <p className="t-14 quiet">
            {tire ? `${tire.detail}, ` : ''}No. {line.sku}
          </p>
        ) : (
          <p className="t-14 quiet">
            {line.service.note}
            {line.service.kind === 'plan' ? (
              <>
                {' '}
                <a href={PLAN_TERMS_HREF}>See terms</a>
              </>
            ) : null}
          </p>
        )}
        {tire ? <TreadGauge left={tire.treadDepth} full={tire.treadNew} /> : null}
        {fit ? <p className={fit.isProblem ? 'oxide t-14' : 'cart-fits t-14'}>{fit.text}</p> : null}
        {line.mixed.map((note) => (
          <p key={note} className="cart-mixed oxide t-14">
            {note}
          </p>
        ))}
        {line.problem ? <p className="cart-problem oxide t-14">{line.problem}</p> : null}
        {line.instead ? <Replacement line={line} instead={line.instead} mutate={mutate} /> : null}
        <div className="cart-acts">
          <LineRemoval line={line} onRemove={onRemove} mutate={mutate} />
          {line.service === null ? (
            <CartAction
              fields={{ action: 'save', item_id: String(line.itemId) }}
              mutate={mutate}
              className="text-button t-14"
            >
              Save for later<span className="visually-hidden">: {line.title}</span>
            </CartAction>
          ) : null}
        </div>
      </div>
      {line.service === null ? <LineQuantity line={line} onQty={onQty} onRemove={onRemove} /> : <span />}
      <p className="cart-price num">
        <b className="cond t-28">{formatMoney(line.rowTotal)}</b>
        <span className="t-14 quiet">
          {line.service ? `${formatLineCount(line)}, ` : null}
          {formatUnitPrice(line)}
        </span>
      </p>
    </li>
  )
}

/** Asks before tires are removed; a service ends at once, because it is added again with one press. */
function LineRemoval({ line, onRemove, mutate }: Pick<Props, 'line' | 'onRemove' | 'mutate'>) {
  const fields: CartFormFields =
    line.service === null
      ? { action: 'remove', item_id: String(line.itemId) }
      : { action: `${line.service.kind}-remove` }
  return (
    <CartAction
      fields={fields}
      mutate={line.service === null ? onRemove : mutate}
      className="text-button t-14"
    >
      Remove<span className="visually-hidden"> {line.title}</span>
    </CartAction>
  )
}

/** The quantity of a line. Where a unit has several tires, its kind and the number of tires stand below the number. */
function LineQuantity({ line, onQty, onRemove }: Pick<Props, 'line' | 'onQty' | 'onRemove'>) {
  const units = line.facts ? formatUnits(line.qty, line.setqty) : ''
  return (
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
      {units ? <p className="t-14">{units}</p> : null}
      {line.left === null ? null : <p className="t-14 quiet">{line.left}</p>}
    </form>
  )
}

/** Offers the nearest tire in stock for a sold line; one press replaces it. */
function Replacement({
  line: { itemId, qty },
  instead: { sku, title, detail, href, rowTotal },
  mutate,
}: Pick<Props, 'line' | 'mutate'> & { instead: NonNullable<CartLineView['instead']> }) {
  return (
    <div className="cart-instead">
      <p className="t-14">
        Nearest in stock: <a href={href}>{title}</a>, {formatMoney(rowTotal)}
        <br />
        <span className="quiet">{detail}</span>
      </p>
      <CartAction
        fields={{ action: 'replace', item_id: String(itemId), sku, qty: String(qty) }}
        mutate={mutate}
      >
        Replace with this
      </CartAction>
    </div>
  )
}
