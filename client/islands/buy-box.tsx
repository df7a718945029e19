import { useState } from 'react'
import { type Cents, formatMoney } from '../../schema/domain/money.ts'
import { paths } from '../../schema/paths.ts'
import { BuyButton } from '../ui/button.tsx'
import { OptionRow } from '../ui/option-row.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'

export interface BuyUnit {
  sku: string
  /** Address of the page with this unit chosen. */
  href: string
  /** `1 tire`, `Pair`, `Set of 4`. */
  label: string
  setqty: number
  /** Cents for the unit, and for one tire of it. */
  price: Cents
  perTire: Cents
  /** Regular price of one tire while a special runs. */
  was: Cents | null
  /** Units that can be bought; 1 hides the selector. */
  most: number
}

interface BuyBoxProps {
  name: string
  units: readonly BuyUnit[]
  chosen: string
  /** False for what is no tire. */
  tire: boolean
  /** Day a running special ends. */
  until: string | null
  /** `by Wed, Nov 25`; for the bar of a small screen. */
  by: string | null
}

/** What the big price stands for: `per tire, $164.00 the pair`. */
function unitWords({ setqty, price }: BuyUnit, tire: boolean): string {
  if (!tire) return 'each'
  if (setqty === 1) return 'per tire, shipping included'
  return `per tire, ${formatMoney(price)} ${setqty === 2 ? 'the pair' : `the set of ${setqty}`}, shipping included`
}

/**
 * Price, set, quantity and the green button. It is one plain form: chosen here or not, the server gets a sku and a
 * number and looks the price up itself.
 */
export default function BuyBox({ name, units, chosen, tire, until, by }: BuyBoxProps) {
  const [sku, setSku] = useState(chosen)
  const [qty, setQty] = useState(1)
  const choose = (next: BuyUnit) => {
    setSku(next.sku)
    setQty(1)
    // The address names the variant; it is no step to go back to.
    history.replaceState(history.state, '', next.href + location.search + location.hash)
  }
  const unit = units.find((known) => known.sku === sku) ?? units[0]
  if (!unit) return null
  const count = Math.min(qty, unit.most)
  const total = formatMoney(unit.price * count)
  const tires = unit.setqty * count

  const button = (words: string) => (
    <>
      <span className="if-script">{words}</span>
      <span className="if-no-script">Add to cart</span>
    </>
  )
  return (
    <>
      <form className="buy-box" id="buy" method="post" action={paths.cartForm} data-add="">
        <input type="hidden" name="action" value="add" />
        <p className="price price-page">
          <b>{formatMoney(unit.perTire)}</b>
          <span>
            {unitWords(unit, tire)}
            {unit.was && until ? (
              <>
                . <span className="visually-hidden">Before </span>
                <s>{formatMoney(unit.was)}</s> until {until}
              </>
            ) : null}
          </span>
        </p>
        {units.length > 1 ? (
          <fieldset>
            <legend className="visually-hidden">How many tires</legend>
            {units.map((known) => (
              <OptionRow
                key={known.sku}
                name="sku"
                value={known.sku}
                checked={known.sku === unit.sku}
                onChange={() => choose(known)}
                label={known.label}
                detail={known.setqty > 1 ? `${formatMoney(known.perTire)} per tire` : undefined}
                price={formatMoney(known.price)}
              />
            ))}
          </fieldset>
        ) : (
          <input type="hidden" name="sku" value={unit.sku} />
        )}
        <div className="buy-row">
          {unit.most > 1 ? (
            <QuantityStepper
              label={`Quantity, ${unit.label.toLowerCase()}`}
              size="big"
              value={count}
              max={unit.most}
              onChange={setQty}
            />
          ) : (
            <input type="hidden" name="qty" value="1" />
          )}
          <BuyButton size="big">{button(`Add ${tires}, ${total}`)}</BuyButton>
        </div>
      </form>
      <div className="dock dock-buy">
        <p className="price">
          <b>{total}</b>
          <span>
            {tire ? `${tires} ${tires === 1 ? 'tire' : 'tires'}` : name}
            {by ? `, ${by}` : ''}
          </span>
        </p>
        <BuyButton form="buy">
          {button(`Add ${tires}`)}
          <span className="visually-hidden">: {name}</span>
        </BuyButton>
      </div>
    </>
  )
}
