/** GET /staff/taxes/: taxes and fees by state, and the form that confirms several; GET /staff/taxes/{rate|fee}/{row}: one (H14l). */

import { type Context, Hono } from 'hono'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatAmount, formatMoney } from '../../../schema/platform/money.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import type { TaxFields } from '../../../schema/staff/taxes/tax-form.ts'
import { amountOn } from '../../../schema/staff/taxes/tax-record.ts'
import { NEW_FEE_PATH, staffTaxHref, TEXT_FORMS } from '../../../schema/staff/texts/text-paths.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { FactList } from '../frame/fact-list.tsx'
import { formAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { TaxWarning } from './tax-warning.tsx'
import { countUnconfirmed, readLocalRates, readTaxes, type TaxLine } from './taxes.sql.ts'

/** A refused form: what was typed, and what is wrong with it. */
export interface RefusedTax {
  fields: Partial<TaxFields>
  /** The chosen taxes of the form for several. */
  seen?: readonly string[]
  errors: Readonly<Record<string, string>>
  message: string
}

export async function taxesPage(
  c: Context<AppEnv>,
  { role }: StaffSession,
  refused?: RefusedTax,
): Promise<Response> {
  const [lines, local, unconfirmed] = await Promise.all([
    readTaxes(c.env.DB),
    readLocalRates(c.env.DB),
    countUnconfirmed(c.env.DB),
  ])
  const mayChange = hasPermission(role, 'taxes')
  const open = lines.filter(({ isConfirmed }) => !isConfirmed)
  return staffPage(c, {
    title: 'Taxes and fees',
    current: staffPaths.taxes,
    ...(refused && { status: 422 }),
    body: (
      <>
        {formAlert(c, refused?.message)}
        <TaxWarning count={unconfirmed} role={role} />
        {open.length > 0 && mayChange ? <ConfirmForm lines={open} refused={refused} /> : null}
        {mayChange ? (
          <p>
            <LinkButton href={NEW_FEE_PATH}>Add a fee</LinkButton>
          </p>
        ) : null}
        <h2>{mayChange && open.length > 0 ? 'All taxes and fees' : 'By state'}</h2>
        <ul className="staff-rows" aria-label="Taxes and fees">
          {lines.map((line) => (
            <li key={line.id}>
              <div>
                <a href={staffTaxHref(line.id)}>
                  <b>{nameOf(line)}</b>
                </a>{' '}
                {line.isConfirmed ? null : <span className="tag tag-error">Demonstration value</span>}
                <p>{describeAmount(line)}</p>
                <p className="t-14 quiet">{line.source}</p>
              </div>
            </li>
          ))}
        </ul>
        {local.length > 0 ? (
          <>
            <h2>Local rates</h2>
            <ul className="staff-rows" aria-label="Local rates">
              {local.map(({ state, source, count }) => (
                <li key={`${state} ${source}`}>
                  <p>
                    {state}: {formatQuantity(count, 'ZIP code')}. {source}
                  </p>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </>
    ),
  })
}

/** Returns the name of a tax with its state, which the titles of fees have already. */
function nameOf({ state, title }: TaxLine): string {
  return title.startsWith(state) ? title : `${state}: ${title}`
}

const amountText = (line: TaxLine, amount: number) =>
  line.percent === null ? `${formatMoney(amount)} per tire` : `${amount}%`

/** Returns the amount of today, and the one that follows on a later day. */
function describeAmount(line: TaxLine): string {
  const today = shopDay(Date.now())
  const later = line.percent ?? line.cents ?? 0
  const now = amountText(line, amountOn(line, today))
  const note = line.note === '' ? '' : `, ${line.note}`
  if (line.fromDay === null) return `${now}${note}`
  return line.fromDay > today
    ? `${now}${note}, from ${line.fromDay} ${amountText(line, later)}`
    : `${now}${note}, since ${line.fromDay}`
}

function ConfirmForm({ lines, refused }: { lines: readonly TaxLine[]; refused: RefusedTax | undefined }) {
  return (
    <details className="staff-act" open={refused !== undefined}>
      <summary>Confirm several</summary>
      <PostForm path={TEXT_FORMS.taxes} fields={{ action: 'confirm' }} className="form-grid">
        <fieldset className="staff-choices" id="confirm">
          <legend>What did you check?</legend>
          {refused?.errors.seen ? <p className="field-error">{refused.errors.seen}</p> : null}
          {lines.map((line) => {
            const seen = `${line.id} ${line.version}`
            return (
              <Checkbox
                key={seen}
                name="seen"
                value={seen}
                defaultChecked={refused?.seen?.includes(seen) ?? false}
                label={`${nameOf(line)}, ${describeAmount(line)}`}
              />
            )
          })}
        </fieldset>
        <SourceFields fields={refused?.fields ?? {}} errors={refused?.errors ?? {}} />
        <Button type="submit" kind="buy" className="staff-send">
          Confirm
        </Button>
      </PostForm>
    </details>
  )
}

function SourceFields({ fields, errors }: Pick<RefusedTax, 'fields' | 'errors'>) {
  return (
    <>
      <Field
        name="source"
        label="Source"
        hint="The law, or the page of the state."
        defaultValue={fields.source}
        error={errors.source}
        maxLength={300}
        autoComplete="off"
        required
      />
      <Field
        name="fromDay"
        type="date"
        label="First day"
        defaultValue={fields.fromDay}
        error={errors.fromDay}
        required
      />
    </>
  )
}

export async function taxPage(
  c: Context<AppEnv>,
  { role }: StaffSession,
  id: string,
  refused?: RefusedTax,
): Promise<Response> {
  const line = (await readTaxes(c.env.DB)).find((one) => one.id === id)
  if (!line) return c.notFound()
  return staffPage(c, {
    title: nameOf(line),
    current: staffPaths.taxes,
    ...(refused && { status: 422 }),
    body: (
      <>
        {formAlert(c, refused?.message)}
        <p>
          <a href={staffPaths.taxes}>All taxes and fees</a>
        </p>
        <FactList
          facts={[
            ['Amount', describeAmount(line)],
            ['Source', line.source],
            ['Checked', line.isConfirmed ? 'Confirmed by the owner' : 'No, a demonstration value'],
          ]}
        />
        {hasPermission(role, 'taxes') ? <TaxForm line={line} refused={refused} /> : null}
        <p>
          Each change is in the <a href={staffPaths.audit}>audit log</a> and can be undone there for 30 days.
        </p>
      </>
    ),
  })
}

function TaxForm({ line, refused }: { line: TaxLine; refused: RefusedTax | undefined }) {
  const { percent, cents, fromDay, source, isConfirmed } = line
  const amount = percent === null ? formatAmount(cents ?? 0) : String(percent)
  const fields = refused?.fields ?? {
    ...{
      amount,
      fromDay: fromDay ?? '',
      source: isConfirmed ? source : '',
      isConfirmed: isConfirmed ? 'on' : '',
    },
  }
  return (
    <section aria-labelledby="change-title" className="staff-narrow">
      <h2 id="change-title">Change or confirm</h2>
      <PostForm
        path={TEXT_FORMS.taxes}
        fields={{ action: 'save', id: line.id, version: line.version }}
        className="form-grid"
      >
        <Field
          name="amount"
          label={percent === null ? 'Dollars per tire' : 'Percent'}
          inputMode="decimal"
          defaultValue={fields.amount}
          error={refused?.errors.percent ?? refused?.errors.cents}
          autoComplete="off"
          required
        />
        <SourceFields fields={fields} errors={refused?.errors ?? {}} />
        <Checkbox
          name="isConfirmed"
          defaultChecked={fields.isConfirmed !== ''}
          label="I checked it: it’s no demonstration value"
        />
        <Button type="submit" kind="buy" className="staff-send">
          Save
        </Button>
      </PostForm>
    </section>
  )
}

export const taxesPages = new Hono<AppEnv>()
  .get(
    staffPaths.taxes,
    staffRoute('taxes.see', (c, staff) => taxesPage(c, staff)),
  )
  .get(
    `${staffPaths.taxes}:kind{rate|fee}/:row{[1-9][0-9]{0,8}}`,
    staffRoute('taxes.see', (c, staff) => taxPage(c, staff, `${c.req.param('kind')}/${c.req.param('row')}`)),
  )
