/** /staff/audit/: the changes of staff, by person, day or record, with what was before and after, and undo (H14). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { hasPermission, type StaffPermission } from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { shopDay, shopDayEnd, shopDayStart } from '../../../schema/platform/shop-calendar.ts'
import { recordTitle } from '../../../schema/staff/changes/record-title.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { type AuditFilter, readAuditLog, readStaffNames } from '../changes/audit-log.sql.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { AuditLines } from './audit-lines.tsx'
import { readRecordFacts } from './record-facts.sql.ts'

const ROWS_PER_PAGE = 50

/** Reads the filters of the address; somebody who may see only their own changes sees no others. */
function readFilter(
  c: Context<AppEnv>,
  { staffId, role }: StaffSession,
): AuditFilter & { day: string; typed: string } {
  const number = (name: string) => {
    const text = c.req.query(name) ?? ''
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
  }
  const day = /^\d{4}-\d\d-\d\d$/.test(c.req.query('day') ?? '') ? (c.req.query('day') ?? '') : ''
  const until = day === '' ? null : shopDayEnd(day)
  const typed = (c.req.query('q') ?? '').trim().slice(0, 64)
  return {
    staffId: hasPermission(role, 'audit.see') ? number('person') : staffId,
    ...(until === null ? { from: null, until: null } : { from: shopDayStart(until), until: until + 1 }),
    record: null,
    recordId: null,
    typedId: typed === '' ? null : typed,
    before: number('before'),
    ...{ day, typed },
  }
}

function isFiltered({ staffId, day, typed }: ReturnType<typeof readFilter>, staff: StaffSession): boolean {
  return day !== '' || typed !== '' || (staffId !== null && hasPermission(staff.role, 'audit.see'))
}

async function auditPage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const filter = readFilter(c, staff)
  const seesAll = hasPermission(staff.role, 'audit.see')
  const [lines, people] = await Promise.all([
    readAuditLog(c.env.DB, filter, ROWS_PER_PAGE + 1),
    readStaffNames(c.env.DB),
  ])
  const shown = lines.slice(0, ROWS_PER_PAGE)
  const factsOf = await readRecordFacts(c.env.DB, shown)
  const may = (permission: StaffPermission) => hasPermission(staff.role, permission)
  const url = new URL(c.req.url)
  const next = new URLSearchParams(url.search)
  next.set('before', String(shown.at(-1)?.id ?? ''))
  return staffPage(c, {
    title: 'Audit log',
    current: staffPaths.audit,
    body: [
      flashAlert(c),
      <search key="search">
        <details className="audit-filters" open={isFiltered(filter, staff)}>
          <summary>Filter by record, day or person</summary>
          <form method="get" action={staffPaths.audit} className="audit-filter">
            <Field
              name="q"
              label="Number or code of a unit, order or other record"
              defaultValue={filter.typed}
              maxLength={64}
            />
            <Field name="day" label="Day" type="date" defaultValue={filter.day} max={shopDay(Date.now())} />
            {seesAll ? (
              <Select
                name="person"
                label="Person"
                defaultValue={String(filter.staffId ?? '')}
                options={[
                  { value: '', label: 'Everyone' },
                  ...people.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
              />
            ) : null}
            <Button type="submit">Show</Button>
          </form>
        </details>
      </search>,
      shown.length === 0 ? (
        <p key="none">No changes found.</p>
      ) : (
        <AuditLines
          key="lines"
          lines={shown}
          now={Date.now()}
          returnTo={`${url.pathname}${url.search}`}
          names={new Map(people.map(({ id, name }) => [id, name]))}
          role={staff.role}
          titleOf={(line) => recordTitle(line, factsOf(line), may)}
        />
      ),
      lines.length > ROWS_PER_PAGE ? (
        <p key="older">
          <a href={`${staffPaths.audit}?${next}`}>Older changes</a>
        </p>
      ) : null,
    ],
  })
}

export const auditPages = new Hono<AppEnv>().get(staffPaths.audit, staffRoute('audit.own', auditPage))
