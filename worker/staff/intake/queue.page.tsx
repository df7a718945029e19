/** GET /staff/intake/queue/: units that wait for the inspection by a second person (H14). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { SECOND_INSPECTION_MESSAGES } from '../../../schema/staff/packing/second-inspection.ts'
import { formatInspection } from '../../catalog/product/inspection-report.tsx'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readWaitingUnits, type WaitingUnit } from './waiting-units.sql.ts'

async function queuePage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const units = await readWaitingUnits(c.env.DB)
  return staffPage(c, {
    title: 'Second inspection',
    current: staffPaths.intakeQueue,
    body: (
      <div className="intake-lots">
        {flashAlert(c)}
        {units.length === 0 ? (
          <EmptyState
            title="No tire waits for a second inspection"
            {...(hasPermission(staff.role, 'orders.pick') && {
              other: { href: staffPaths.pack, label: 'Pack orders' },
            })}
          >
            <p>
              If the settings ask for a second inspection before the sale, tires wait for it here. Otherwise
              it’s part of packing.
            </p>
          </EmptyState>
        ) : null}
        <ul>
          {units.map((unit) => (
            <Line key={unit.sku} unit={unit} isOwn={unit.firstInspectors.includes(staff.staffId)} />
          ))}
        </ul>
      </div>
    ),
  })
}

function Line({ unit, isOwn }: { unit: WaitingUnit; isOwn: boolean }) {
  const { sku, name, dot, bin, report, version } = unit
  const facts: [string, string][] = [
    ['Tread', report?.grooves.map((depths) => depths.join(' · ')).join(' / ') ?? '–'],
    ['DOT', dot ?? 'Can’t be read'],
    ['Tread wear', report?.tread ?? 'Even'],
    ['Repairs', report?.repairs ?? '–'],
    ['Sidewalls', report?.sidewalls ?? '–'],
    ['Beads', report?.beads ?? '–'],
    ['Grade', report?.grade ?? '–'],
  ]
  return (
    <li className="intake-waiting">
      <h2>
        {sku} <span>{bin ? `Bin ${bin}` : 'No bin'}</span>
      </h2>
      <p>{name}</p>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {report ? <p>First inspection: {formatInspection(report.firstInspection)}</p> : null}
      {isOwn ? (
        <p>{SECOND_INSPECTION_MESSAGES.own}</p>
      ) : (
        <form method="post" action={staffPaths.intakeQueue}>
          <input type="hidden" name="sku" value={sku} />
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          <Button type="submit" kind="buy" size="big" wide>
            Everything’s right: put on sale
          </Button>
        </form>
      )}
    </li>
  )
}

export const staffIntakeQueue = new Hono<AppEnv>().get(
  staffPaths.intakeQueue,
  staffRoute('inspect', queuePage),
)
