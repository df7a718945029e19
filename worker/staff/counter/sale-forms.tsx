/** The forms of a sale at the counter (H14p). What was typed is still there after a refusal. */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox, Radio } from '../../../client/platform/ui/check.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { maxDiscount, type SessionRole } from '../../../schema/identity/staff/permissions.ts'
import { FIELD_LABELS } from '../../../schema/platform/forms/field.ts'
import type { FlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { BUYER_FIELDS, type CounterAction, HOLD_CHOICES } from '../../../schema/staff/counter/counter-form.ts'
import { COUNTER_PATHS } from '../../../schema/staff/counter/counter-paths.ts'
import type { CounterDraft } from '../../orders/counter/counter-draft.sql.ts'

interface FormProps {
  draft: CounterDraft
  flash: FlashFormState | null
}

/** The fields that every form of a draft sends. */
export function DraftFields({ draft, action }: { draft: CounterDraft; action: CounterAction }) {
  return (
    <>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="draft" value={draft.id} />
      <input type="hidden" name="version" value={draft.version} />
      <input type="hidden" name="key" value={crypto.randomUUID()} />
    </>
  )
}

/** Returns what was typed into a field of a refused form and the message at it. */
function refusedField(flash: FlashFormState | null, action: CounterAction, name: string) {
  if (flash?.form !== action || flash.ok) return {}
  const errors: Readonly<Record<string, string | undefined>> = flash.errors
  return { defaultValue: flash.fields[name], error: errors[name] }
}

const isRefused = (flash: FlashFormState | null, action: CounterAction) => flash?.form === action && !flash.ok

/** The field of the scanner, which types a number or the link of a label and Enter. */
export function ScanForm({ draft, flash }: { draft?: CounterDraft; flash: FlashFormState | null }) {
  return (
    <form method="post" action={COUNTER_PATHS.form} className="counter-scan">
      <input type="hidden" name="action" value="scan" />
      {draft ? <input type="hidden" name="draft" value={draft.id} /> : null}
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      <Field
        name="code"
        label="Scan or type a tire"
        {...refusedField(flash, 'scan', 'code')}
        // Another form that was refused has its error elsewhere.
        autoFocus={!flash || flash.ok || flash.form === 'scan'}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={300}
      />
      <Button type="submit" kind={draft ? 'plain' : 'buy'} size="big">
        {draft ? 'Add' : 'Hold it'}
      </Button>
    </form>
  )
}

/** A line that is no product. */
export function CustomLineForm({ draft, flash }: FormProps) {
  return (
    <details className="counter-more" open={isRefused(flash, 'custom')}>
      <summary>Add mounting or a fee</summary>
      <form method="post" action={COUNTER_PATHS.form}>
        <DraftFields draft={draft} action="custom" />
        <Field
          name="title"
          label="What"
          maxLength={80}
          autoComplete="off"
          {...refusedField(flash, 'custom', 'title')}
        />
        <Field
          name="price"
          label="Price in dollars"
          inputMode="decimal"
          autoComplete="off"
          {...refusedField(flash, 'custom', 'price')}
        />
        <Checkbox name="taxed" value="yes" label="With sales tax" defaultChecked />
        <Button type="submit">Add</Button>
      </form>
    </details>
  )
}

/** Name, phone and mail are optional when the buyer takes the tires along; a delivery needs the address. */
export function BuyerForm({ draft, flash }: FormProps) {
  const { buyer, way } = draft
  const stored: Readonly<Record<string, string>> = buyer
    ? { ...textsOf(buyer), emailAddress: buyer.email }
    : {}
  const name = [buyer?.firstName, buyer?.lastName].filter(Boolean).join(' ')
  const shown = isRefused(flash, 'buyer') ? (flash?.fields.way ?? way) : way
  return (
    <details className="counter-more" open={isRefused(flash, 'buyer')}>
      <summary>
        Customer: {name || 'walk-in'}, {way === 'pickup' ? 'takes the tires along' : 'delivery'}
      </summary>
      <form method="post" action={COUNTER_PATHS.form}>
        <DraftFields draft={draft} action="buyer" />
        <fieldset className="counter-ways">
          <legend>The tires</legend>
          <Radio
            name="way"
            value="pickup"
            label="The customer takes them along"
            defaultChecked={shown === 'pickup'}
          />
          <Radio name="way" value="delivery" label="We send them" defaultChecked={shown === 'delivery'} />
        </fieldset>
        <p className="field-hint">All fields are optional, unless we send the tires.</p>
        <div className="counter-fields">
          {BUYER_FIELDS.map((field) => {
            const refused = refusedField(flash, 'buyer', field)
            return (
              <Field
                key={field}
                name={field}
                label={FIELD_LABELS[field]}
                autoComplete="off"
                maxLength={150}
                {...refused}
                defaultValue={refused.defaultValue ?? stored[field]}
              />
            )
          })}
        </div>
        <Button type="submit">Save customer</Button>
      </form>
    </details>
  )
}

function textsOf(values: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

export function DiscountForm({ draft, flash, role }: FormProps & { role: SessionRole }) {
  const limit = maxDiscount(role)
  if (limit === 0) return null
  const { discount } = draft
  const percent = refusedField(flash, 'discount', 'percent')
  const why = refusedField(flash, 'discount', 'why')
  return (
    <details className="counter-more" open={isRefused(flash, 'discount')}>
      <summary>{discount ? `Discount: ${discount.percent}%, ${discount.why}` : 'Give a discount'}</summary>
      <form method="post" action={COUNTER_PATHS.form}>
        <DraftFields draft={draft} action="discount" />
        <Field
          name="percent"
          label="Discount in percent"
          hint={limit < 100 ? `Up to ${limit}%. 0 takes it away.` : '0 takes it away.'}
          inputMode="decimal"
          autoComplete="off"
          {...percent}
          defaultValue={percent.defaultValue ?? (discount ? String(discount.percent) : undefined)}
        />
        <Field
          name="why"
          label="Why"
          maxLength={200}
          autoComplete="off"
          {...why}
          defaultValue={why.defaultValue ?? discount?.why}
        />
        <Button type="submit">Save discount</Button>
      </form>
    </details>
  )
}

export function HoldForm({ draft }: { draft: CounterDraft }) {
  return (
    <details className="counter-more">
      <summary>Hold longer, or end the sale</summary>
      <form method="post" action={COUNTER_PATHS.form}>
        <DraftFields draft={draft} action="hold" />
        <Select name="minutes" label="Hold for" options={HOLD_CHOICES} />
        <Button type="submit">Hold</Button>
      </form>
      <form method="post" action={COUNTER_PATHS.form}>
        <DraftFields draft={draft} action="end" />
        <Button type="submit" kind="danger">
          End without a sale
        </Button>
      </form>
    </details>
  )
}

/** `total` is what is left to pay with money; with nothing left one press sells. */
export function PayForms({ draft, flash, total }: FormProps & { total: number }) {
  const amount = formatMoney(total)
  if (total === 0)
    return (
      <form method="post" action={COUNTER_PATHS.form} className="counter-money">
        <DraftFields draft={draft} action="cash" />
        <input type="hidden" name="given" value="0" />
        <Button type="submit" kind="buy" size="big" wide>
          Sell, nothing to pay
        </Button>
      </form>
    )
  return (
    <>
      <form method="post" action={COUNTER_PATHS.form} className="counter-money">
        <DraftFields draft={draft} action="cash" />
        <Field
          name="given"
          label="Cash given, in dollars"
          inputMode="decimal"
          autoComplete="off"
          {...refusedField(flash, 'cash', 'given')}
        />
        <Button type="submit" kind="buy" size="big" wide>
          Take {amount} in cash
        </Button>
      </form>
      <details className="counter-more" open={isRefused(flash, 'card')}>
        <summary>Card at the terminal</summary>
        <form method="post" action={COUNTER_PATHS.form}>
          <DraftFields draft={draft} action="card" />
          <p className="field-hint">Charge {amount} at the terminal first.</p>
          <Field
            name="lastFour"
            label="Last four digits of the card"
            inputMode="numeric"
            autoComplete="off"
            maxLength={30}
            {...refusedField(flash, 'card', 'lastFour')}
          />
          <Field
            name="slip"
            label="Number of the slip"
            autoComplete="off"
            maxLength={40}
            {...refusedField(flash, 'card', 'slip')}
          />
          <Button type="submit" kind="buy" size="big" wide>
            Charged {amount}
          </Button>
        </form>
      </details>
    </>
  )
}

/** The customer pays on a phone of their own. */
export function LinkForm({ draft }: { draft: CounterDraft }) {
  return (
    <form method="post" action={COUNTER_PATHS.form} className="counter-money">
      <DraftFields draft={draft} action="link" />
      <Button type="submit" size="big" wide>
        Send a pay link
      </Button>
    </form>
  )
}

export function MailForm({ draft, flash }: FormProps) {
  const typed = refusedField(flash, 'mail', 'emailAddress')
  const { error: question } = refusedField(flash, 'mail', 'confirmed')
  const address = typed.defaultValue ?? ''
  return (
    <form method="post" action={COUNTER_PATHS.form} className="counter-scan">
      <DraftFields draft={draft} action="mail" />
      <Field
        name="emailAddress"
        label="Email the receipt to"
        type="email"
        autoComplete="off"
        maxLength={60}
        {...typed}
        defaultValue={typed.defaultValue ?? draft.buyer?.email}
      />
      {question ? (
        <div className="counter-confirm">
          <p className="counter-problem">{question}</p>
          <Checkbox name="confirmed" value={address} label={`The customer confirmed ${address}`} />
        </div>
      ) : null}
      <Button type="submit">Send</Button>
    </form>
  )
}
