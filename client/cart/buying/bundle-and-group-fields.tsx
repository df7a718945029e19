/** Fields of the buy box besides the variant: slots of a bundle, members of a group, custom options. */

import { type LineLimit, maxUnits } from '../../../schema/catalog/product/max-units.ts'
import { type CustomOption, OPTION_TEXT_MAX } from '../../../schema/catalog/product/product-parts.ts'
import {
  type BundleSelection,
  type BundleSlot,
  canChooseQuantity,
  formatSurcharge,
  type GroupMember,
} from '../../../schema/catalog/product/product-selection.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { Field } from '../../platform/ui/field.tsx'
import { OptionRow } from '../../platform/ui/option-row.tsx'
import { QuantityStepper } from '../../platform/ui/quantity-stepper.tsx'

export function BundleFields({
  slots,
  selection,
  onChoose,
}: {
  slots: readonly BundleSlot[]
  selection: BundleSelection
  onChoose: (optionId: number, linkId: number | null) => void
}) {
  return slots.map((slot) => {
    const { optionId, title, required, choices } = slot
    const name = `bundle_option[${optionId}]`
    const chosen = selection[optionId] ?? null
    return (
      <fieldset key={optionId} className="buy-group">
        <legend>
          {title}
          {required ? '' : ' (optional)'}
        </legend>
        {choices.map((choice) => (
          <OptionRow
            key={choice.id}
            name={name}
            value={String(choice.id)}
            checked={choice.id === chosen}
            onChange={() => onChoose(optionId, choice.id)}
            required={required}
            label={choice.label}
            detail={choice.detail || undefined}
            aside={formatMoney(choice.price)}
          />
        ))}
        {required ? null : (
          <OptionRow
            name={name}
            value=""
            checked={chosen === null}
            onChange={() => onChoose(optionId, null)}
            label={choices.length > 0 ? 'None' : 'None, sold out'}
          />
        )}
      </fieldset>
    )
  })
}

export type LinkedMember = GroupMember & { href: string }

export function GroupFields({
  members,
  lineLimit,
  selection,
  onCount,
}: {
  members: readonly LinkedMember[]
  lineLimit: LineLimit
  /** Units by SKU. */
  selection: Readonly<Record<string, number>>
  onCount: (sku: string, qty: number) => void
}) {
  return (
    <fieldset className="buy-group">
      <legend className="visually-hidden">How many of each</legend>
      {members.map((member) => {
        const { sku, title, detail, axle, price, setqty, perTire, left, href } = member
        const name = `super_group[${sku}]`
        const label = [axle, title, detail].filter(Boolean).join(', ')
        const qty = selection[sku] ?? 0
        const most = maxUnits(left, setqty, lineLimit)
        return (
          <div className="buy-member" key={sku}>
            <div>
              <a href={href}>
                {axle ? <b>{axle}: </b> : null}
                {title}
              </a>
              <p className="t-14 quiet">{detail}</p>
              <p className="t-14">
                <b className="cond t-18">{formatMoney(price)}</b>
                {setqty > 1 ? <span className="quiet"> {formatMoney(perTire)} per tire</span> : null}
              </p>
            </div>
            {canChooseQuantity(left, most) ? (
              <QuantityStepper
                label={`Quantity, ${label}`}
                name={name}
                min={0}
                most={most}
                value={qty}
                onChange={(next) => onCount(sku, next)}
              />
            ) : (
              <label className="check">
                <input
                  type="checkbox"
                  name={name}
                  value="1"
                  checked={qty > 0}
                  onChange={(event) => onCount(sku, event.target.checked ? 1 : 0)}
                />
                <span>
                  Add it<span className="visually-hidden">: {label}</span>
                </span>
              </label>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

export function CustomOptionFields({
  questions,
  answers,
  onAnswer,
}: {
  questions: readonly CustomOption[]
  /** The id of a value as text, or the typed text, by option id. */
  answers: Readonly<Record<number, string>>
  onAnswer: (optionId: number, answer: string) => void
}) {
  return questions.map(({ optionId, title, kind, required, values }) => {
    const name = `options[${optionId}]`
    const answer = answers[optionId] ?? ''
    if (kind === 'field') {
      return (
        <Field
          key={optionId}
          name={name}
          id={`option-${optionId}`}
          label={required ? title : `${title} (optional)`}
          maxLength={OPTION_TEXT_MAX}
          required={required}
          autoComplete="off"
        />
      )
    }
    return (
      <fieldset key={optionId} className="buy-group">
        <legend>
          {title}
          {required ? '' : ' (optional)'}
        </legend>
        {values.map(({ optionTypeId, title: label, price }) => (
          <OptionRow
            key={optionTypeId}
            name={name}
            value={String(optionTypeId)}
            checked={answer === String(optionTypeId)}
            onChange={() => onAnswer(optionId, String(optionTypeId))}
            required={required}
            label={label}
            aside={<span className="buy-extra">{formatSurcharge(price)}</span>}
          />
        ))}
        {required ? null : (
          <OptionRow
            name={name}
            value=""
            checked={answer === ''}
            onChange={() => onAnswer(optionId, '')}
            label="None"
          />
        )}
      </fieldset>
    )
  })
}
