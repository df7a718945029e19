/** What staff do with a unit on its page: price, bin, state, label. A form is shown to those who have its permission. */
import type { ReactNode } from 'react'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import {
  hasPermission,
  type SessionRole,
  type StaffPermission,
} from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatAmount, formatMoney } from '../../../schema/platform/money.ts'
import { labelsHref, UNIT_PATHS } from '../../../schema/staff/unit-list/unit-paths.ts'
import { STATE_ACTIONS } from '../../../schema/staff/units/unit-form.ts'
import { statePermission } from '../../../schema/staff/units/unit-record.ts'
import { mayFollow, type UnitState } from '../../../schema/staff/units/unit-state.ts'
import { PostForm } from '../frame/post-form.tsx'
import type { UnitView } from './unit-view.sql.ts'

export interface RefusedAction {
  action: string
  message: string
  /** The field that the message is about, where it isn’t the form’s first one. */
  about: 'why' | 'costEach' | null
  /** What was typed. */
  fields: Readonly<Record<string, string>>
}

interface UnitActionsProps {
  view: UnitView
  role: SessionRole
  refused: RefusedAction | null
}

export function UnitActions({ view, role, refused }: UnitActionsProps) {
  const { product, unit } = view
  const may = (permission: StaffPermission) => hasPermission(role, permission)
  const of = (action: string) => (refused?.action === action ? refused : null)
  return (
    <section aria-labelledby="actions-title" className="unit-actions" data-edit="">
      <h2 id="actions-title" className="visually-hidden">
        Change this unit
      </h2>
      {may('price') && !view.isPriceDerived ? <PriceForm view={view} refused={of('price')} /> : null}
      {view.isPriceDerived ? <p>The price follows from other products, so it isn’t changed here.</p> : null}
      {may('units.move') ? (
        <UnitForm view={view} action="bin">
          <div className="field-and-button">
            <Field
              name="bin"
              label="Bin"
              defaultValue={of('bin')?.fields.bin ?? unit.bin ?? ''}
              error={of('bin')?.message}
              hint="Scan the label of the bin, or type its code."
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={300}
            />
            <Button type="submit">Move</Button>
          </div>
        </UnitForm>
      ) : null}
      {may('units.correct') && view.isRestocked ? (
        <ReceiptForm view={view} refused={of('receipt')} maySeeCost={may('cost.see')} />
      ) : null}
      <StateForms view={view} may={may} refused={of('state')} />
      {may('intake') ? (
        <p className="button-row">
          <LinkButton href={labelsHref([product.sku])} data-print-labels="">
            Label
          </LinkButton>
        </p>
      ) : null}
    </section>
  )
}

function PriceForm({ view, refused }: { view: UnitView; refused: RefusedAction | null }) {
  const { product, unit } = view
  return (
    <UnitForm view={view} action="price">
      <div className="field-and-button">
        <Field
          name="price"
          label="Price, $"
          defaultValue={refused?.fields.price ?? formatAmount(product.price)}
          error={refused?.about === 'why' ? undefined : refused?.message}
          hint={unit.suggested === null ? undefined : `Suggested at intake: ${formatMoney(unit.suggested)}.`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          required
        />
        <Button type="submit">Save price</Button>
      </div>
      <Field
        name="why"
        id="price-why"
        label="Why (optional)"
        defaultValue={refused?.fields.why ?? ''}
        error={refused?.about === 'why' ? refused.message : undefined}
        hint="Needed for a price far from the suggested one."
        autoComplete="off"
        maxLength={200}
      />
    </UnitForm>
  )
}

interface ReceiptFormProps {
  view: UnitView
  refused: RefusedAction | null
  maySeeCost: boolean
}

/** More tires of a kind that comes in quantities. */
function ReceiptForm({ view, refused, maySeeCost }: ReceiptFormProps) {
  const { tires = '', costEach = '', why = '' } = refused?.fields ?? {}
  const isAboutCost = refused?.about === 'costEach'
  return (
    <details className="staff-act" open={refused !== null}>
      <summary>Receive tires</summary>
      <UnitForm view={view} action="receipt">
        <Field
          name="tires"
          label="Tires that came in"
          defaultValue={tires}
          error={isAboutCost ? undefined : refused?.message}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          required
        />
        {maySeeCost ? (
          <Field
            name="costEach"
            label="Cost of each, $ (optional)"
            defaultValue={costEach}
            error={isAboutCost ? refused?.message : undefined}
            hint={costHint(view)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
          />
        ) : null}
        <Field
          name="why"
          id="receipt-note"
          label="Note (optional)"
          defaultValue={why}
          hint="Such as the supplier and the number of the invoice."
          autoComplete="off"
          maxLength={200}
        />
        <Button type="submit">Add to stock</Button>
      </UnitForm>
    </details>
  )
}

function costHint({ unit: { cost, offSale }, qty }: UnitView): string {
  const here = qty + offSale
  if (cost === null || here === 0) return 'It becomes the cost of all tires here.'
  return `${formatQuantity(here, 'tire')} here at ${formatMoney(cost)} on average. Empty, the average stays.`
}

interface StateFormsProps {
  view: UnitView
  may(permission: StaffPermission): boolean
  refused: RefusedAction | null
}

function StateForms({ view, may, refused }: StateFormsProps) {
  const from = view.unit.state
  const states = (Object.keys(STATE_ACTIONS) as UnitState[]).filter(
    (state) =>
      mayFollow(from, state) &&
      may(statePermission(from, state)) &&
      (state !== 'live' || !view.needsSecond) &&
      (state !== 'waiting' || view.needsSecond),
  )
  return (
    <>
      {refused ? <p className="field-error">{refused.message}</p> : null}
      {view.needsSecond && mayFollow(from, 'live') ? <MissingSecond view={view} may={may} /> : null}
      <div className="button-row">
        {states
          .filter((state) => !STATE_ACTIONS[state]?.isFinal)
          .map((state) => (
            <UnitForm key={state} view={view} action="state">
              <input type="hidden" name="state" value={state} />
              <Button type="submit">{STATE_ACTIONS[state]?.label}</Button>
            </UnitForm>
          ))}
      </div>
      {states
        .filter((state) => STATE_ACTIONS[state]?.isFinal)
        .map((state) => (
          <details key={state} className="staff-act">
            <summary>{STATE_ACTIONS[state]?.label}</summary>
            <UnitForm view={view} action="state">
              <input type="hidden" name="state" value={state} />
              <Field
                name="why"
                id={`why-${state}`}
                label="Why"
                required
                autoComplete="off"
                maxLength={200}
                defaultValue={refused?.fields.state === state ? (refused.fields.why ?? '') : ''}
              />
              <Button type="submit" kind="danger">
                {STATE_ACTIONS[state]?.label}
              </Button>
            </UnitForm>
          </details>
        ))}
    </>
  )
}

function MissingSecond({ view, may }: Pick<StateFormsProps, 'view' | 'may'>) {
  const { unit, firstInspectors, nameOf } = view
  const names = firstInspectors.map(nameOf).filter(Boolean)
  const isQueued = unit.state === 'waiting'
  return (
    <p>
      It goes on sale with its second inspection, made by another person than{' '}
      {names.join(' or ') || 'the one who measured it first'}.{' '}
      {isQueued && may('inspect') ? <a href={staffPaths.intakeQueue}>Tires that wait for it</a> : null}
    </p>
  )
}

/** Each rendering has a new key, so that a form that is sent twice is one change. */
function UnitForm({ view, action, children }: { view: UnitView; action: string; children: ReactNode }) {
  return (
    <PostForm
      path={UNIT_PATHS.unitForm}
      fields={{ action, sku: view.product.sku, version: view.unit.version }}
      className="form"
    >
      {children}
    </PostForm>
  )
}
