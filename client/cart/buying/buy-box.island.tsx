import { type FormEvent, useRef } from 'react'
import { formatUnits } from '../../../schema/cart/format-units.ts'
import {
  formatInstallmentOffer,
  type InstallmentLimits,
} from '../../../schema/catalog/price/installment-offer.ts'
import type { ProductType } from '../../../schema/catalog/product/product.ts'
import {
  canChooseQuantity,
  isAddDisabled,
  priceNote,
} from '../../../schema/catalog/product/product-selection.ts'
import { STOCK_MESSAGES } from '../../../schema/catalog/product/stock.ts'
import type { VariantOption } from '../../../schema/catalog/product/variant.ts'
import type { FittingTire } from '../../../schema/catalog/vehicle/fitment.ts'
import { paths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { useOnline } from '../../platform/islands/online.store.ts'
import { BuyButton } from '../../platform/ui/button.tsx'
import { OptionRow } from '../../platform/ui/option-row.tsx'
import { QuantityStepper } from '../../platform/ui/quantity-stepper.tsx'
import { BundleFields, CustomOptionFields, GroupFields } from './bundle-and-group-fields.tsx'
import { VariantLinks } from './buy-variants.tsx'
import { type ChoiceInput, type LinkedUnit, useBuyChoice } from './use-buy-choice.ts'

export interface BuyBoxProps extends Omit<ChoiceInput, 'hasOwnStock'> {
  name: string
  /** SKU of the product itself; a bundle or a group is bought under it. */
  sku: string
  type: ProductType
  /** Whether the product is a tire. */
  tire: boolean
  /** Each tire that can be chosen, by its field (chosen-tires.ts). */
  tires: Readonly<Record<string, FittingTire>>
  /** Attributes besides the set in which the variants differ. */
  options: readonly VariantOption[]
  /** Day a running special ends. */
  until: string | null
  /** `by Wed, Nov 25`; for the bar of a small screen. */
  by: string | null
  overTime: readonly InstallmentLimits[]
  /** The text of the button and of the price of a service for all tires of the cart; `null` for another product. */
  service: { add: string; unit: string } | null
}

/** Returns the text beside the price: `per tire, $164.00 the pair, shipping included`. */
function formatUnit({ setqty, price }: LinkedUnit, { tire, type }: BuyBoxProps): string {
  const set = setqty === 2 ? 'the pair' : `the set of ${setqty}`
  if (tire) return `per tire${setqty > 1 ? `, ${formatMoney(price)} ${set}` : ''}${priceNote(type)}`
  if (type === 'bundle') return `for the set${priceNote(type)}`
  return `each${priceNote(type)}`
}

function UnitPrice({
  price,
  label,
  unit,
  until,
}: {
  price: number
  label: string
  unit: LinkedUnit
  until: string | null
}) {
  return (
    <p className="price price-page">
      <b>{formatMoney(price)}</b>
      <span>
        {label}
        {unit.was && unit.was > unit.perTire && until ? (
          <>
            . <span className="visually-hidden">Before </span>
            <s>{formatMoney(unit.was)}</s> until {until}
          </>
        ) : null}
      </span>
    </p>
  )
}

/** Renders the choice of set sizes: single tire, pair, set of four. */
function SetSizes({
  units,
  chosen,
  onChoose,
}: {
  units: readonly LinkedUnit[]
  chosen: string
  onChoose: (sku: string) => void
}) {
  return (
    <fieldset>
      <legend className="visually-hidden">How many tires</legend>
      {units.map(({ sku, label, setqty, perTire, price }) => (
        <OptionRow
          key={sku}
          name="sku"
          value={sku}
          checked={sku === chosen}
          onChange={() => onChoose(sku)}
          label={label}
          detail={setqty > 1 ? `${formatMoney(perTire)} per tire` : undefined}
          aside={formatMoney(price)}
        />
      ))}
    </fieldset>
  )
}

/** Renders the label of the button; it has a quantity only with script, which keeps it current. */
function ButtonText({ text, soldOut }: { text: string; soldOut: boolean }) {
  if (soldOut) return 'Sold'
  return (
    <>
      <span className="if-script">{text}</span>
      <span className="if-no-script">Add to cart</span>
    </>
  )
}

/**
 * Renders price, choice, quantity and the green button. It is one plain form: with and without script the server gets
 * SKUs and quantities and reads the prices itself.
 */
export default function BuyBox(props: BuyBoxProps) {
  const { name, sku, type, tire, questions, until, by } = props
  const grouped = type === 'grouped'
  const choice = useBuyChoice({ ...props, hasOwnStock: type !== 'bundle' && !grouped })
  const online = useOnline()
  const form = useRef<HTMLFormElement>(null)
  const { unit, units, most, count, total, tires } = choice
  if (!unit) return null

  const state = { online, type, left: choice.left }
  const soldOut = isAddDisabled({ ...state, online: true, stockLoading: false })
  const off = isAddDisabled({ ...state, stockLoading: choice.stockLoading }) || choice.nothing
  const why = !online ? NETWORK_MESSAGES.offline : soldOut ? STOCK_MESSAGES.outOfStock : null

  function submit(event: FormEvent): void {
    if (!off) return
    event.preventDefault()
    if (!choice.stockLoading || why !== null || choice.nothing) return
    // A press while stock is loading is repeated when the stock is known.
    void choice.settled().then(() => setTimeout(() => form.current?.requestSubmit()))
  }
  const inParts = soldOut ? null : formatInstallmentOffer(total, props.overTime)
  const price = grouped ? total : tire ? unit.perTire + choice.extras : choice.each
  const unitLabel = grouped ? `for ${tires} tires${priceNote(type)}` : formatUnit(unit, props)
  const label = props.service?.unit ?? unitLabel
  const howMany = tire || grouped ? tires : count
  const what = tire || grouped ? formatQuantity(tires, 'tire') : name
  const buttonProps = { 'aria-disabled': off || undefined, className: why ? 'off' : undefined }
  const rows = units.filter(({ options }) =>
    props.options.every(({ code }) => options[code] === unit.options[code]),
  )

  return (
    <>
      <form
        className="buy-box"
        id="buy"
        ref={form}
        method="post"
        action={paths.cartForm}
        data-add=""
        data-tires={JSON.stringify(props.tires)}
        onSubmit={submit}
      >
        <input type="hidden" name="action" value="add" />
        <UnitPrice price={price} label={label} unit={unit} until={until} />
        <VariantLinks options={props.options} units={units} unit={unit} onChoose={choice.select} />
        {rows.length > 1 ? (
          <SetSizes units={rows} chosen={unit.sku} onChoose={(one) => choice.choose({ sku: one })} />
        ) : (
          <input type="hidden" name="sku" value={grouped || type === 'bundle' ? sku : unit.sku} />
        )}
        <BundleFields slots={choice.slots} selection={choice.selection} onChoose={choice.choosePart} />
        {grouped ? (
          <GroupFields
            members={choice.members}
            lineLimit={props.lineLimit}
            selection={choice.counts}
            onCount={choice.countMember}
          />
        ) : null}
        <CustomOptionFields questions={questions} answers={choice.answers} onAnswer={choice.answer} />
        <div className="buy-row">
          {canChooseQuantity(choice.left, most) && !grouped ? (
            <div className="buy-count">
              <QuantityStepper
                label={tire ? `Quantity, ${unit.label.toLowerCase()}` : `Quantity of ${name}`}
                {...{ size: 'big', value: count, most, onChange: choice.setQty }}
              />
              {tire ? formatUnits(count, unit.setqty) : null}
            </div>
          ) : (
            <input type="hidden" name="qty" value="1" />
          )}
          <BuyButton size="big" {...buttonProps}>
            <ButtonText
              text={props.service?.add ?? `Add ${howMany}, ${formatMoney(total)}`}
              soldOut={soldOut}
            />
          </BuyButton>
        </div>
        {inParts ? <p className="buy-over-time t-14 quiet">{inParts}</p> : null}
        <p className="buy-why t-14 oxide" role="status">
          {why ?? (choice.nothing ? 'Choose how many of each first.' : '')}
        </p>
      </form>
      <div className="dock dock-buy">
        <p className="price">
          <b>{formatMoney(total)}</b>
          <span>{by ? `${what}, ${by}` : what}</span>
        </p>
        <BuyButton form="buy" {...buttonProps}>
          <ButtonText text={props.service?.add ?? `Add ${howMany}`} soldOut={soldOut} />
          <span className="visually-hidden">: {name}</span>
        </BuyButton>
      </div>
    </>
  )
}
