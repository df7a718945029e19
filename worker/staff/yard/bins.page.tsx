/** /staff/bins/: the bins of the yard, and /staff/bins/{bin}: one of them with its units. */
import { type Context, Hono } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { NO_FILTER, unitListHref } from '../../../schema/staff/unit-list/unit-filter.ts'
import {
  binHref,
  binLabelHref,
  countHref,
  moveHref,
  UNIT_PATHS,
} from '../../../schema/staff/unit-list/unit-paths.ts'
import { parseBin } from '../../../schema/staff/yard/scan-list.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { StaffSearch } from '../frame/staff-search.tsx'
import { StaffTable } from '../staff-table.tsx'
import { listUnits, UNITS_PER_PAGE } from '../unit-list/unit-list.sql.ts'
import { UnitRows } from '../unit-list/unit-rows.tsx'
import { type BinRow, findBin, listBins } from './yard.sql.ts'

const BINS_SHOWN = 500

/** What a refused form left. */
interface RefusedBin {
  message: string
  fields: Readonly<Record<string, string>>
}

export async function binsPage(
  c: Context<AppEnv>,
  staff: StaffSession,
  refused?: RefusedBin,
): Promise<Response> {
  const start = (c.req.query('start') ?? '').trim().toUpperCase().slice(0, 23)
  const exact = parseBin(c.req.query('start') ?? '')
  const bins = await listBins(c.env.DB, exact ?? start, BINS_SHOWN)
  const [only] = bins
  // A scanned label leads to its bin.
  if (!refused && exact !== null && only?.code === exact && bins.length === 1)
    return c.redirect(binHref(exact), 302)
  const mayChange = hasPermission(staff.role, 'units.correct')
  return staffPage(c, {
    title: 'Bins',
    current: UNIT_PATHS.bins,
    status: refused ? 422 : 200,
    body: [
      flashAlert(c),
      refused && !mayChange ? (
        <Alert key="refused" tone="error">
          {refused.message}
        </Alert>
      ) : null,
      <div key="tools" className="yard-tools">
        <StaffSearch
          action={UNIT_PATHS.bins}
          text={start}
          name="start"
          label="Bin"
          hint="Scan its label, or type how its code begins."
          autoCapitalize="characters"
          maxLength={300}
          submit="Find"
        />
        {hasPermission(staff.role, 'units.move') ? (
          <LinkButton href={moveHref()}>Move units</LinkButton>
        ) : null}
      </div>,
      bins.length > 0 ? (
        <BinTable key="bins" bins={bins} />
      ) : (
        <EmptyState key="none" title={start === '' ? 'No bins yet' : `No bin begins with ${start}`}>
          {mayChange ? 'Add the first one below.' : 'Ask a manager to add it.'}
        </EmptyState>
      ),
      mayChange ? <BinForm key="add" bin={null} refused={refused} /> : null,
    ],
  })
}

function BinTable({ bins }: { bins: readonly BinRow[] }) {
  return (
    <StaffTable
      label="Bins"
      columns={[
        { title: 'Bin' },
        { title: 'Position', isNumber: true },
        { title: 'Units', isNumber: true },
        { title: 'Holds', isNumber: true },
      ]}
      rows={bins.map(({ code, walk, units, capacity }) => ({
        key: code,
        cells: [
          <a key="code" className="yard-link" href={binHref(code)}>
            {code}
          </a>,
          walk,
          units,
          capacity ?? '',
        ],
      }))}
    />
  )
}

/** Adds a bin, or changes one. */
function BinForm({ bin, refused }: { bin: BinRow | null; refused?: RefusedBin | undefined }) {
  const typed = refused?.fields
  return (
    <details className="staff-act" open={refused !== undefined}>
      <summary>{bin ? 'Change this bin' : 'Add a bin'}</summary>
      <PostForm path={UNIT_PATHS.binsForm} fields={{ action: 'bin' }} className="form">
        {bin ? (
          <input type="hidden" name="code" value={bin.code} />
        ) : (
          <Field
            name="code"
            label="Code"
            hint="Letters and digits with hyphens, such as A-12-3."
            error={refused?.message}
            defaultValue={typed?.code ?? ''}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={30}
            required
          />
        )}
        <Field
          name="walk"
          label="Position on the way"
          hint="Pick lists go from the lowest to the highest."
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed?.walk ?? bin?.walk ?? ''}
          maxLength={6}
          span={3}
        />
        <Field
          name="capacity"
          label="Tires it holds (optional)"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed?.capacity ?? bin?.capacity ?? ''}
          maxLength={6}
          span={3}
        />
        <Button type="submit">{bin ? 'Save' : 'Add bin'}</Button>
      </PostForm>
    </details>
  )
}

async function binPage(c: Context<AppEnv>, staff: StaffSession, typed: string): Promise<Response> {
  const code = parseBin(typed)
  const bin = code === null ? null : await findBin(c.env.DB, code)
  if (code === null || !bin) return c.notFound()
  if (code !== typed) return c.redirect(binHref(code), 302)
  const filter = { ...NO_FILTER, bin: code, sort: 'sku' as const }
  const { units, next } = await listUnits(c.env.DB, {
    filter,
    search: { kind: 'all' },
    after: null,
    now: Date.now(),
  })
  const { capacity, walk } = bin
  const holds = capacity === null ? '' : `, holds ${formatQuantity(capacity, 'tire')}`
  return staffPage(c, {
    title: code,
    current: UNIT_PATHS.bins,
    body: [
      flashAlert(c),
      <p key="facts">
        {formatQuantity(bin.units, 'unit')}
        {holds}. Position {walk} on the way.
      </p>,
      hasPermission(staff.role, 'units.move') ? (
        <p key="acts" className="button-row">
          <LinkButton kind="buy" href={moveHref(code)}>
            Move units here
          </LinkButton>
          <LinkButton href={countHref(code)}>Count</LinkButton>
          <LinkButton href={binLabelHref(code)}>Label</LinkButton>
        </p>
      ) : null,
      units.length > 0 ? (
        <div key="units" className="units-rows">
          <UnitRows units={units} mayPrint={hasPermission(staff.role, 'intake')} />
        </div>
      ) : (
        <EmptyState key="none" title="This bin is empty" />
      ),
      next === null ? null : (
        <p key="more">
          <a href={unitListHref(filter)}>All units after the first {UNITS_PER_PAGE}</a>
        </p>
      ),
      hasPermission(staff.role, 'units.correct') ? <BinForm key="change" bin={bin} /> : null,
    ],
  })
}

export const binPages = new Hono<AppEnv>()
  .get(
    UNIT_PATHS.bins,
    staffRoute('units.see', (c, staff) => binsPage(c, staff)),
  )
  .get(`${UNIT_PATHS.bins}:bin`, (c) =>
    staffRoute('units.see', (context, staff) => binPage(context, staff, c.req.param('bin')))(c),
  )
