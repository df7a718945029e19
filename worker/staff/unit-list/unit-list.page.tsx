/** /staff/units/: the list of units, filtered and sorted by its address. */
import { type Context, Hono } from 'hono'
import { RemoveChip } from '../../../client/platform/ui/chip.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { hasPermission, type SessionRole } from '../../../schema/identity/staff/permissions.ts'
import { editHref, exportHref, gridHref, plansHref } from '../../../schema/staff/bulk/bulk-paths.ts'
import {
  type FilterNames,
  filterChips,
  formatUnitCount,
} from '../../../schema/staff/unit-list/filter-chips.ts'
import { shownColumns } from '../../../schema/staff/unit-list/list-columns.ts'
import {
  NO_FILTER,
  parseUnitFilter,
  type UnitFilter,
  unitListHref,
} from '../../../schema/staff/unit-list/unit-filter.ts'
import { UNIT_PATHS, unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import { parseUnitSearch, type SearchWord } from '../../../schema/staff/unit-list/unit-search.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { StaffSearch } from '../frame/staff-search.tsx'
import { ColumnForm } from './column-form.tsx'
import { readListedValues } from './column-values.sql.ts'
import { listViews } from './saved-views.sql.ts'
import { SavedViews } from './saved-views.tsx'
import { UnitFilterForm } from './unit-filter-form.tsx'
import { COUNTED_MAX, listUnits, type UnitPage, unitChoices } from './unit-list.sql.ts'
import { namesIn, searchIn } from './unit-question.ts'
import { UnitRows } from './unit-rows.tsx'

async function unitListPage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const { search: asked, searchParams: query } = new URL(c.req.url)
  const now = Date.now()
  const filter = parseUnitFilter(query)
  const after = query.get('after')
  const href = unitListHref(filter, after ?? undefined)
  // A form sends empty fields too, and each box by itself; the address of a list has only what is set.
  if (asked !== '' && `${UNIT_PATHS.units}${asked}` !== href && isOfForm(query)) return c.redirect(href, 302)
  const [choices, views] = await Promise.all([unitChoices(c.env.DB), listViews(c.env.DB, staff.staffId)])
  const page = await listUnits(c.env.DB, {
    filter,
    search: searchIn(choices, filter.q),
    after,
    now,
  })
  const unit = onlyUnit(filter, page)
  if (unit) return c.redirect(unitHref(unit.sku), 302)
  const maySeeCost = hasPermission(staff.role, 'cost.see')
  const columns = shownColumns(filter.columns, maySeeCost)
  const ids = filter.columns.length > 0 ? page.units.map(({ id }) => id) : []
  const values = await readListedValues(c.env.DB, ids, { withCost: maySeeCost })
  return staffPage(c, {
    title: 'Units',
    current: UNIT_PATHS.units,
    body: [
      flashAlert(c),
      <StaffSearch
        key="search"
        action={UNIT_PATHS.units}
        text={filter.q}
        label="SKU, TIN, size, DOT week or model"
      />,
      <SavedViews key="views" views={views} filter={filter} staffId={staff.staffId} />,
      <div key="list" className="units">
        <UnitFilterForm filter={filter} choices={choices} />
        <section className="units-results" aria-labelledby="units-total">
          <div className="units-tools">
            <h2 id="units-total">{formatUnitCount(page.total, COUNTED_MAX)}</h2>
            <Chips filter={filter} names={namesIn(choices)} />
            {page.units.length > 0 ? <ForAll filter={filter} role={staff.role} /> : null}
            <ColumnForm filter={filter} maySeeCost={maySeeCost} />
          </div>
          {page.units.length === 0 ? (
            <EmptyState title="No units found" other={{ href: UNIT_PATHS.units, label: 'Show all units' }}>
              Remove a filter, or check the number on the tire.
            </EmptyState>
          ) : (
            <UnitRows
              units={page.units}
              shown={{ columns, values, now }}
              mayPrint={hasPermission(staff.role, 'intake')}
              mayChange={hasPermission(staff.role, 'bulk')}
            />
          )}
          <Pages filter={filter} isFirst={after === null} next={page.next} />
        </section>
      </div>,
    ],
  })
}

function isOfForm(query: URLSearchParams): boolean {
  const names = [...query.keys()]
  return (
    new Set(names).size < names.length ||
    [...query].some(([name, value]) => value === '' || /-(?:min|max)$/.test(name))
  )
}

/** A number that one unit has leads to its page, so that a scanner opens it. */
function onlyUnit(filter: UnitFilter, { units: [unit, ...others] }: UnitPage) {
  const search = parseUnitSearch(filter.q)
  const isAlone =
    unitListHref(filter) === unitListHref({ ...NO_FILTER, q: filter.q, columns: filter.columns })
  if (!isAlone || others.length > 0 || !unit) return undefined
  const isOwn = ({ skus }: SearchWord) => skus.includes(unit.sku.toUpperCase())
  if (search.kind === 'code') return search.code.week === null || isOwn(search.code) ? unit : undefined
  const [word, ...more] = search.kind === 'words' && search.sizes === null ? search.words : []
  return word && more.length === 0 && isOwn(word) ? unit : undefined
}

/** What can be done with all units of a filter. */
function ForAll({ filter, role }: { filter: UnitFilter; role: SessionRole }) {
  const links = [
    { label: 'Export', href: exportHref(filter), permission: 'export', download: true },
    { label: 'Edit as a sheet', href: gridHref(filter), permission: 'bulk', download: false },
    { label: 'Change all of them', href: editHref(filter), permission: 'bulk', download: false },
    { label: 'Plan prices', href: plansHref(filter), permission: 'plans', download: false },
  ] as const
  return links.map(({ label, href, permission, download }) =>
    hasPermission(role, permission) ? (
      <a key={label} className="units-all" href={href} download={download || undefined}>
        {label}
      </a>
    ) : null,
  )
}

function Chips({ filter, names }: { filter: UnitFilter; names: FilterNames }) {
  const chips = filterChips(filter, names)
  if (chips.length === 0) return null
  return (
    <ul className="chips units-chips" aria-label="Active filters">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <RemoveChip href={unitListHref(without)}>{label}</RemoveChip>
        </li>
      ))}
      <li>
        <a
          className="text-button clear-all"
          href={unitListHref({ ...NO_FILTER, sort: filter.sort, columns: filter.columns })}
        >
          Clear all
        </a>
      </li>
    </ul>
  )
}

/** A list goes on behind its last row, so its pages have no numbers. */
function Pages({ filter, isFirst, next }: { filter: UnitFilter; isFirst: boolean; next: string | null }) {
  if (isFirst && next === null) return null
  return (
    <nav aria-label="Pages" className="button-row">
      {isFirst ? null : (
        <a className="button" href={unitListHref(filter)}>
          First page
        </a>
      )}
      {next === null ? null : (
        <a className="button" href={unitListHref(filter, next)} rel="next">
          Next page
        </a>
      )}
    </nav>
  )
}

export const unitListPages = new Hono<AppEnv>().get(UNIT_PATHS.units, staffRoute('units.see', unitListPage))
