/** GET /staff/intake/: takes in tires at a phone or a desk, and /staff/intake/lots/ for what was bought together (H14). */
import { type Context, Hono } from 'hono'
import { Island } from '../../../client/platform/islands/island.tsx'
import IntakeIsland from '../../../client/staff/intake/intake.island.tsx'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { formatDay, workshopDay } from '../../../schema/platform/shop-calendar.ts'
import { PLAIN_INTAKE_PATH } from '../../../schema/staff/intake/plain-intake.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readBatchChoices } from './batch.sql.ts'
import { readIntakeSettings } from './intake-facts.sql.ts'

const TITLE = 'Take in tires'

async function intakePage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const db = c.env.DB
  const [settings, { lots, bins }] = await Promise.all([readIntakeSettings(db), readBatchChoices(db)])
  const props = {
    ...{ staffId: staff.staffId, role: staff.role, settings, bins, madeAt: Date.now() },
    lots: lots.map(({ id, source, createdAt }) => ({
      id,
      label: `${source}, ${formatDay(workshopDay(createdAt))}`,
    })),
    signInHref: `${staffPaths.signIn}?return=${encodeURIComponent(staffPaths.intake)}`,
    labelPrefix: `${staffPaths.labels}?units=`,
    unitPrefix: staffPaths.units,
    newLotHref: hasPermission(staff.role, 'cost.see') ? staffPaths.lots : null,
  }
  return staffPage(c, {
    title: TITLE,
    current: staffPaths.intake,
    permissions: ['camera', 'screen-wake-lock'],
    images: 'blob',
    body: (
      <>
        <noscript>
          <p className="note">
            This page needs JavaScript for the camera and for work without reception.{' '}
            <a href={PLAIN_INTAKE_PATH}>Take in a tire without it</a>
          </p>
        </noscript>
        <Island name="intake" when="load" component={IntakeIsland} props={props} />
      </>
    ),
  })
}

export const staffIntakePages = new Hono<AppEnv>().get(staffPaths.intake, staffRoute('intake', intakePage))
