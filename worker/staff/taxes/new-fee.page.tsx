/** GET /staff/taxes/new: adds a fee of a state; what it would cost is shown first, from the fields in the address (H14l). */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { FEE_CODES } from '../../../schema/cart/totals/fee.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import {
  FEE_CODE_LABELS,
  FEE_CONDITIONS,
  feeExamples,
  NEW_FEE_FORM,
  type NewFeeFields,
  readNewFee,
} from '../../../schema/staff/taxes/new-fee.ts'
import { TAX_MESSAGES } from '../../../schema/staff/taxes/tax-form.ts'
import type { TaxValues } from '../../../schema/staff/taxes/tax-record.ts'
import { NEW_FEE_PATH, TEXT_FORMS } from '../../../schema/staff/texts/text-paths.ts'
import type { AppEnv } from '../../env.ts'
import { FactList } from '../frame/fact-list.tsx'
import { formAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readStates, readTaxes } from './taxes.sql.ts'

type Errors = ReturnType<typeof readNewFee>['errors']

/** Renders the form; once it is filled in, what the fee would cost, and the button that adds it. */
export async function newFeePage(
  c: Context<AppEnv>,
  fields: NewFeeFields,
  status: 200 | 422 = 200,
): Promise<Response> {
  const [states, lines] = await Promise.all([readStates(c.env.DB), readTaxes(c.env.DB)])
  const state = states.find(({ code }) => code === fields.state)
  const isAsked = Object.values(fields).some((text) => text !== '')
  const { fee, errors } = isAsked
    ? readNewFee(fields, { isKnownState: state !== undefined }, Date.now())
    : { fee: null, errors: {} as Errors }
  const present = lines.filter((line) => line.state === state?.name && line.title !== 'Sales tax')
  const isWrong = Object.keys(errors).length > 0
  return staffPage(c, {
    title: 'Add a fee',
    current: staffPaths.taxes,
    status: isWrong ? 422 : status,
    body: (
      <>
        {formAlert(c, isWrong ? TAX_MESSAGES.wrong : null)}
        <p>
          <a href={staffPaths.taxes}>All taxes and fees</a>
        </p>
        {fee && state ? (
          <Preview fee={fee} fields={fields} state={state.name} present={present.map(({ title }) => title)} />
        ) : null}
        <section aria-labelledby="fee-fields" className="staff-narrow">
          <h2 id="fee-fields">{fee ? 'Change it first' : 'The fee'}</h2>
          <form action={NEW_FEE_PATH} className="form-grid">
            <Fields fields={fields} errors={errors} states={states} />
            <Button type="submit" kind={fee ? undefined : 'buy'} className="staff-send">
              Show what it costs
            </Button>
          </form>
        </section>
      </>
    ),
  })
}

interface PreviewProps {
  fee: TaxValues
  fields: NewFeeFields
  state: string
  /** Titles of the fees that the state has. */
  present: readonly string[]
}

function Preview({ fee, fields, state, present }: PreviewProps) {
  const isLater = (fee.fromDay ?? '') > shopDay(Date.now())
  return (
    <section aria-labelledby="fee-preview" className="staff-narrow tax-preview">
      <h2 id="fee-preview">{fee.title}</h2>
      <p>
        {isLater ? `From ${fee.fromDay ?? ''}` : 'From now on'}, an order to {state} pays:
      </p>
      <FactList
        facts={feeExamples(fee).map(({ label, rim, amount }) => [
          `${label}, ${rim} in`,
          amount === 0 ? 'No fee' : formatMoney(amount),
        ])}
      />
      <p className="quiet">
        {present.length === 0
          ? `${state} has no fee yet.`
          : `${state} has already: ${present.join(', ')}. Both would be charged.`}
      </p>
      <PostForm path={TEXT_FORMS.taxes} fields={{ action: 'add', ...fields }}>
        <Button type="submit" kind="buy">
          I checked it: add the fee
        </Button>
      </PostForm>
    </section>
  )
}

interface FieldsProps {
  fields: NewFeeFields
  errors: Errors
  states: readonly { code: string; name: string }[]
}

function Fields({ fields, errors, states }: FieldsProps) {
  const of = (name: keyof NewFeeFields) => ({ name, defaultValue: fields[name], error: errors[name] })
  return (
    <>
      <Select
        {...of('state')}
        label="State"
        options={[
          { value: '', label: 'Choose' },
          ...states.map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
      <Select
        {...of('code')}
        label="Kind"
        options={FEE_CODES.map((value) => ({ value, label: FEE_CODE_LABELS[value] }))}
      />
      <Field
        {...of('title')}
        label="Name"
        hint="As the buyer reads it, such as Wisconsin tire fee."
        maxLength={80}
        autoComplete="off"
        required
      />
      <Select
        {...of('conditions')}
        label="Paid for"
        options={FEE_CONDITIONS.map(({ value, label }) => ({ value, label }))}
      />
      <Field
        {...of('amount')}
        label="For each tire"
        hint="Dollars, such as 2.50, or a share of the price, such as 2%."
        inputMode="decimal"
        autoComplete="off"
        required
      />
      <Field {...of('cap')} label="At most, in dollars (optional)" inputMode="decimal" autoComplete="off" />
      <Field
        {...of('rimFrom')}
        label="Rims from, in inches (optional)"
        inputMode="decimal"
        autoComplete="off"
      />
      <Field
        {...of('rimBelow')}
        label="Rims below, in inches (optional)"
        inputMode="decimal"
        autoComplete="off"
      />
      <Field
        {...of('source')}
        label="Source"
        hint="The law, or the page of the state."
        maxLength={300}
        autoComplete="off"
        required
      />
      <Field {...of('fromDay')} type="date" label="First day" required />
    </>
  )
}

export const newFeePages = new Hono<AppEnv>().get(
  NEW_FEE_PATH,
  staffRoute('taxes', (c) => {
    const parsed = v.safeParse(NEW_FEE_FORM, c.req.query())
    return newFeePage(c, parsed.success ? parsed.output : v.parse(NEW_FEE_FORM, {}))
  }),
)
