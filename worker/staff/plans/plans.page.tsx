/** /staff/plans/: price plans, and what each would change on a day (H14). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { formatCount, formatQuantity } from '../../../schema/platform/count.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { shopDay, shopDayEnd } from '../../../schema/platform/shop-calendar.ts'
import { jobHref, PLAN_FORM_PATH, planHref } from '../../../schema/staff/bulk/bulk-paths.ts'
import { formatPlanDay, formatSteps } from '../../../schema/staff/plans/plan-form.ts'
import { formatSeason, MONTHS } from '../../../schema/staff/plans/plan-season.ts'
import { isPlanDue, needsOwner, PLAN_STATE_LABELS } from '../../../schema/staff/plans/price-plan.ts'
import { filterChips } from '../../../schema/staff/unit-list/filter-chips.ts'
import { parseUnitFilter, unitFilterQuery } from '../../../schema/staff/unit-list/unit-filter.ts'
import { unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { type ListedJob, listPlanJobs } from '../bulk/bulk-job.sql.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { readUnitQuestion } from '../unit-list/unit-question.ts'
import { countStock, findPlan, type ListedPlan, listPlans, type PlanRow } from './price-plan.sql.ts'
import { type PlannedChange, readPlannedChanges } from './run-plans.ts'

const ROWS_SHOWN = 50

export interface RefusedPlan {
  field: string
  message: string
  fields: Readonly<Record<string, string | undefined>>
}

async function labelsOf(db: D1Database, query: string): Promise<string> {
  const filter = parseUnitFilter(new URLSearchParams(query))
  const { names } = await readUnitQuestion(db, filter, Date.now())
  return (
    filterChips(filter, names)
      .map(({ label }) => label)
      .join(', ') || 'All units of the yard'
  )
}

/** Renders the plans, and the form of a new one for the units of a filter. */
export async function plansPage(
  c: Context<AppEnv>,
  filter: string,
  refused?: RefusedPlan,
): Promise<Response> {
  const [plans, units] = await Promise.all([listPlans(c.env.DB), labelsOf(c.env.DB, filter)])
  return staffPage(c, {
    title: 'Price plans',
    current: staffPaths.plans,
    status: refused ? 422 : 200,
    body: [
      flashAlert(c),
      plans.length === 0 ? (
        <EmptyState key="none" title="No plans yet">
          A plan lowers prices by itself the longer a tire is listed, and never below what it cost.
        </EmptyState>
      ) : (
        <ul key="plans" className="staff-rows bulk-jobs">
          {plans.map((plan) => (
            <PlanLine key={plan.id} plan={plan} />
          ))}
        </ul>
      ),
      <NewPlan key="new" filter={filter} units={units} refused={refused ?? null} />,
    ],
  })
}

function PlanLine({ plan: { id, name, steps, season, by, state, createdAt } }: { plan: ListedPlan }) {
  return (
    <li>
      <div>
        <a href={planHref(id)}>
          <b>{name}</b>
        </a>
        <p className="t-14 quiet">
          {by}, <Timestamp at={createdAt} />
        </p>
      </div>
      <span>{[formatSteps(steps), ...(season ? [formatSeason(season)] : [])].join(', ')}</span>
      <span className={state === 'active' ? 'tag' : 'tag tag-filled'}>{PLAN_STATE_LABELS[state]}</span>
    </li>
  )
}

function NewPlan({ filter, units, refused }: { filter: string; units: string; refused: RefusedPlan | null }) {
  const typed = refused?.fields ?? {
    begins: shopDay(Date.now()),
    days1: '60',
    percent1: '10',
    days2: '90',
    percent2: '20',
  }
  const field = (name: string, label: string, more: object = {}) => (
    <Field
      name={name}
      label={label}
      autoComplete="off"
      defaultValue={typed[name] ?? ''}
      error={refused?.field === name ? refused.message : undefined}
      {...more}
    />
  )
  const number = { inputMode: 'numeric', maxLength: 3 }
  const month = (name: string, label: string) => (
    <Select
      name={name}
      label={label}
      defaultValue={typed[name] ?? ''}
      error={refused?.field === name ? refused.message : undefined}
      options={[
        { value: '', label: 'Any month' },
        ...MONTHS.map((text, at) => ({ value: String(at + 1), label: text })),
      ]}
    />
  )
  return (
    <form method="post" action={PLAN_FORM_PATH} className="bulk-act plan-form" aria-labelledby="new-plan">
      <h2 id="new-plan">New plan</h2>
      <input type="hidden" name="action" value="create" />
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      <input type="hidden" name="filter" value={filter} />
      <p>
        For: {units}. <a href={staffPaths.units}>Filter the list</a> to plan for some only.
      </p>
      {field('name', 'Name', { maxLength: 100, required: true })}
      {[1, 2, 3].map((at) => (
        <div key={at} className="plan-step">
          {field(`days${at}`, at === 1 ? 'After days listed' : 'Then after days', number)}
          {field(`percent${at}`, 'Percent off', number)}
        </div>
      ))}
      <div className="plan-step">
        {field('begins', 'First day', { type: 'date', required: true })}
        {field('ends', 'Last day (optional)', { type: 'date' })}
      </div>
      <div className="plan-step">
        {month('season_from', 'Each year from')}
        {month('season_to', 'Each year to')}
      </div>
      <Button type="submit" kind="buy">
        Save plan
      </Button>
    </form>
  )
}

/** Reads the day of the preview; today by default, at the time of the day. */
function previewTime(c: Context<AppEnv>): { day: string; at: number } {
  const now = Date.now()
  const day = c.req.query('on') ?? ''
  const end = shopDayEnd(day)
  return end === null || day <= shopDay(now) ? { day: shopDay(now), at: now } : { day, at: end }
}

async function planPage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const { DB } = c.env
  const plan = await findPlan(DB, Number(c.req.param('plan')))
  if (!plan) return c.notFound()
  const { day, at } = previewTime(c)
  const [changes, stock, units, jobs] = await Promise.all([
    isPlanDue(plan, at) ? readPlannedChanges(DB, plan, at) : [],
    countStock(DB),
    labelsOf(DB, plan.filter),
    listPlanJobs(DB, plan.id),
  ])
  const isLarge = needsOwner(plan, { units: changes.length, stock })
  return staffPage(c, {
    title: plan.name,
    current: staffPaths.plans,
    body: [
      flashAlert(c),
      <section key="plan" className="bulk-job" aria-label="Plan">
        <p>
          <span className={plan.state === 'active' ? 'tag' : 'tag tag-filled'}>
            {PLAN_STATE_LABELS[plan.state]}
          </span>{' '}
          {formatSteps(plan.steps)}. {units}. From {formatPlanDay(plan.beginsOn)}
          {plan.endsOn ? ` to ${formatPlanDay(plan.endsOn)}` : ''}
          {plan.season ? `, ${formatSeason(plan.season)}` : ''}.
        </p>
        {isLarge ? (
          <p className="note">
            This is more than a fifth of the stock, or more than 25% off: the owner has to allow it.
          </p>
        ) : null}
        <PlanButtons plan={plan} jobs={jobs} mayAllow={hasPermission(staff.role, 'plans.large')} />
        <PlanPreview plan={plan} day={day} changes={changes} />
        <PlanJobs jobs={jobs} />
      </section>,
    ],
  })
}

function PlanButtons({
  plan,
  jobs,
  mayAllow,
}: {
  plan: PlanRow
  jobs: readonly ListedJob[]
  mayAllow: boolean
}) {
  const button = (action: string, label: string, kind?: 'buy' | 'danger') => (
    <form key={action} method="post" action={PLAN_FORM_PATH}>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="plan" value={plan.id} />
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      <Button type="submit" kind={kind}>
        {label}
      </Button>
    </form>
  )
  const isUndoable = jobs.some(({ changed, undoneBy }) => changed > 0 && undoneBy === null)
  return (
    <div className="button-row">
      {plan.state === 'waiting' && mayAllow ? button('approve', 'Allow this plan', 'buy') : null}
      {plan.state === 'stopped' ? button('start', 'Start again') : button('stop', 'Stop')}
      {isUndoable ? button('undo', 'Stop and undo its prices', 'danger') : null}
    </div>
  )
}

function PlanPreview({
  plan,
  day,
  changes,
}: {
  plan: PlanRow
  day: string
  changes: readonly PlannedChange[]
}) {
  const difference = changes.reduce(
    (sum, { unit, specialPrice }) => sum + specialPrice - (unit.specialPrice ?? unit.price),
    0,
  )
  return (
    <>
      <form method="get" action={planHref(plan.id)} className="field-and-button">
        <Field name="on" label="What it would change on" type="date" defaultValue={day} />
        <Button type="submit">Show</Button>
      </form>
      <dl className="bulk-figures">
        <div>
          <dt>Would change</dt>
          <dd>{formatCount(changes.length)}</dd>
        </div>
        <div>
          <dt>All prices together</dt>
          <dd>{formatMoney(difference)}</dd>
        </div>
      </dl>
      {changes.length === 0 ? null : (
        <section className="staff-table bulk-table" aria-labelledby="plan-rows">
          <h2 id="plan-rows">{changes.length > ROWS_SHOWN ? `The first ${ROWS_SHOWN}` : 'What changes'}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Unit</th>
                <th scope="col">Now</th>
                <th scope="col">Then</th>
              </tr>
            </thead>
            <tbody>
              {changes.slice(0, ROWS_SHOWN).map(({ unit, specialPrice }) => (
                <tr key={unit.sku}>
                  <th scope="row">
                    <a href={unitHref(unit.sku)}>{unit.sku}</a>
                    <small>{[unit.size, unit.brand, unit.model].filter(Boolean).join(' ')}</small>
                  </th>
                  <td>{formatMoney(unit.specialPrice ?? unit.price)}</td>
                  <td>{formatMoney(specialPrice)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

function PlanJobs({ jobs }: { jobs: readonly ListedJob[] }) {
  if (jobs.length === 0) return null
  return (
    <>
      <h2>What it did</h2>
      <ul className="bulk-skipped">
        {jobs.map(({ id, changed, createdAt, undoneBy }) => (
          <li key={id}>
            <a href={jobHref(id)}>{formatQuantity(changed, 'unit')}</a> <Timestamp at={createdAt} />
            {undoneBy === null ? '' : ', undone'}
          </li>
        ))}
      </ul>
    </>
  )
}

function toFilter(c: Context<AppEnv>): string {
  return unitFilterQuery(parseUnitFilter(new URL(c.req.url).searchParams))
}

export const planPages = new Hono<AppEnv>()
  .get(
    staffPaths.plans,
    staffRoute('plans', (c) => plansPage(c, toFilter(c))),
  )
  .get(planHref(':plan{[1-9][0-9]{0,14}}'), staffRoute('plans', planPage))
