/** /staff/units/edit/: asks what to change of marked units, or of all units of a filter (H14). */
import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { DIRECTION_LABELS, type PriceDirection } from '../../../schema/staff/bulk/bulk-form.ts'
import { BULK_PATHS } from '../../../schema/staff/bulk/bulk-paths.ts'
import { filterChips } from '../../../schema/staff/unit-list/filter-chips.ts'
import {
  parseUnitFilter,
  unitFilterQuery,
  unitListHref,
} from '../../../schema/staff/unit-list/unit-filter.ts'
import { UNIT_PATHS } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { AppEnv } from '../../env.ts'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readUnitQuestion } from '../unit-list/unit-question.ts'
import { type BulkUnits, countUnits } from './bulk-units.sql.ts'

/** As many as a page of the list has, and some more. */
const MARKED_MAX = 500

/** The units that the forms are for, as they are sent: marked ones by sku, or the query of a filter. */
export interface ChosenUnits {
  units: string
  filter: string
}

export interface RefusedAct {
  action: string
  field: string
  message: string
  /** What was typed. */
  fields: Readonly<Record<string, string | undefined>>
}

/** Reads marked units or a filter; `now` (ms) is the time that days and ages count to. */
export async function readChosen(db: D1Database, { units, filter: query }: ChosenUnits, now: number) {
  const skus = units.split(' ').filter(Boolean)
  if (skus.length > 0) return { chosen: { skus } satisfies BulkUnits, labels: skus, href: UNIT_PATHS.units }
  const filter = parseUnitFilter(new URLSearchParams(query))
  const { question, names } = await readUnitQuestion(db, filter, now)
  const labels = filterChips(filter, names).map(({ label }) => label)
  return { chosen: question as BulkUnits, labels, href: unitListHref(filter) }
}

/** Returns the units that an address names: marked ones, or those of a filter. */
export function toChosen(c: Context<AppEnv>): ChosenUnits {
  const query = new URL(c.req.url).searchParams
  const skus = [...new Set(query.getAll('units'))].filter((sku) => /^[\w.-]{1,64}$/.test(sku))
  if (query.has('units')) return { units: skus.slice(0, MARKED_MAX).join(' '), filter: '' }
  return { units: '', filter: unitFilterQuery(parseUnitFilter(query)) }
}

/** Renders the page; a refused act keeps what was typed. */
export async function bulkEditPage(
  c: Context<AppEnv>,
  units: ChosenUnits,
  refused: RefusedAct | null = null,
): Promise<Response> {
  const { chosen, labels, href } = await readChosen(c.env.DB, units, Date.now())
  const count = await countUnits(c.env.DB, chosen)
  return staffPage(c, {
    title: `Change ${formatQuantity(count, 'unit')}`,
    current: UNIT_PATHS.units,
    status: refused ? 422 : 200,
    body: [
      <p key="units" className="bulk-chosen">
        {labels.length > 0 ? labels.slice(0, 20).join(', ') : 'All units of the yard'}
        {labels.length > 20 ? ` and ${labels.length - 20} more` : ''}. <a href={href}>Choose others</a>
      </p>,
      <div key="acts" className="bulk-acts">
        <PriceForm units={units} refused={refused?.action === 'price' ? refused : null} />
        <BinForm units={units} refused={refused?.action === 'bin' ? refused : null} />
        <SaleForms
          units={units}
          refused={refused?.action === 'live' || refused?.action === 'parked' ? refused : null}
        />
      </div>,
      <p key="hint" className="quiet">
        Nothing changes yet: you see first what would happen, and you can undo it for 30 days.
      </p>,
    ],
  })
}

interface ActFormProps {
  units: ChosenUnits
  refused: RefusedAct | null
}

function errorOf(refused: RefusedAct | null, field: string): string | undefined {
  return refused?.field === field ? refused.message : undefined
}

function PriceForm({ units, refused }: ActFormProps) {
  const typed = refused?.fields ?? {}
  return (
    <Act title="Price" units={units} action="price" error={errorOf(refused, '')}>
      <div className="bulk-price">
        <Select
          name="how"
          label="Change"
          defaultValue={typed.how ?? 'lower-percent'}
          options={(Object.keys(DIRECTION_LABELS) as PriceDirection[]).map((value) => ({
            value,
            label: DIRECTION_LABELS[value],
          }))}
        />
        <Field
          name="amount"
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          required
          defaultValue={typed.amount ?? ''}
          error={errorOf(refused, 'amount')}
        />
      </div>
      <Checkbox
        name="nine"
        value="1"
        label="Round to whole dollars that end in 9"
        defaultChecked={refused ? typed.nine !== undefined : true}
      />
      <Field
        name="why"
        label="Why"
        hint="In the history of each unit, such as “Winter sale”."
        autoComplete="off"
        maxLength={200}
        required
        defaultValue={typed.why ?? ''}
        error={errorOf(refused, 'why')}
      />
      <Button type="submit" kind="buy">
        Preview prices
      </Button>
    </Act>
  )
}

function BinForm({ units, refused }: ActFormProps) {
  return (
    <Act title="Bin" units={units} action="bin" error={errorOf(refused, '')}>
      <Field
        name="bin"
        label="Bin"
        hint="Scan the label of the bin, or type its code."
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={300}
        required
        defaultValue={refused?.fields.bin ?? ''}
        error={errorOf(refused, 'bin')}
      />
      <Button type="submit">Preview move</Button>
    </Act>
  )
}

function SaleForms({ units, refused }: ActFormProps) {
  return (
    <section className="bulk-act" aria-labelledby="bulk-sale">
      <h2 id="bulk-sale">Sale</h2>
      {refused ? <p className="field-error">{refused.message}</p> : null}
      <div className="button-row">
        <form method="post" action={BULK_PATHS.form}>
          <HiddenUnits units={units} action="parked" />
          <Button type="submit">Preview taking off sale</Button>
        </form>
        <form method="post" action={BULK_PATHS.form}>
          <HiddenUnits units={units} action="live" />
          <Button type="submit">Preview putting on sale</Button>
        </form>
      </div>
    </section>
  )
}

interface ActProps {
  title: string
  units: ChosenUnits
  action: string
  error: string | undefined
  children: ReactNode
}

function Act({ title, units, action, error, children }: ActProps) {
  return (
    <form method="post" action={BULK_PATHS.form} className="bulk-act" aria-labelledby={`bulk-${action}`}>
      <h2 id={`bulk-${action}`}>{title}</h2>
      <HiddenUnits units={units} action={action} />
      {error ? <p className="field-error">{error}</p> : null}
      {children}
    </form>
  )
}

/** Each rendering has a new key, so that a form that is sent twice is one preview. */
function HiddenUnits({ units: { units, filter }, action }: { units: ChosenUnits; action: string }) {
  const fields = { action, units, filter, key: crypto.randomUUID() }
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

export const bulkEditPages = new Hono<AppEnv>().get(
  BULK_PATHS.edit,
  staffRoute('bulk', (c) => bulkEditPage(c, toChosen(c))),
)
