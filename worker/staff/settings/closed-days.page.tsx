/** GET /staff/settings/closed-days: the shop's own holidays; a period in the address is shown with what it changes (H14l). */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import { CLOSED_DAYS_PATH } from '../../../schema/platform/config.table.ts'
import { formatDay, parseClosedDays, shopDay } from '../../../schema/platform/shop-calendar.ts'
import {
  CLOSED_DAYS_MESSAGES,
  CLOSED_DAYS_PAGE,
  CLOSED_PERIOD,
  type ClosedPeriod,
  changeClosedDays,
  closedPeriods,
  promiseChanges,
  readPeriod,
} from '../../../schema/staff/settings/closed-days.ts'
import { CLOSED_DAYS_SETTING } from '../../../schema/staff/settings/setting.ts'
import { SETTINGS_MESSAGES } from '../../../schema/staff/settings/setting-form.ts'
import type { AppEnv } from '../../env.ts'
import { formAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readSettings } from './settings.sql.ts'

/** Orders of a preview; more of them change in the same way. */
const CHANGES_SHOWN = 14

/** Renders the page; `typed` is a period that is previewed, or was refused. */
export async function closedDaysPage(c: Context<AppEnv>, typed: ClosedPeriod): Promise<Response> {
  const { value: setting = '', version = 0 } = (await readSettings(c.env.DB)).get(CLOSED_DAYS_PATH) ?? {}
  const now = Date.now()
  const asked = typed.from === '' && typed.to === '' ? null : readPeriod(typed, now)
  const wrong = typeof asked === 'string' ? asked : null
  const added =
    asked && typeof asked === 'object' ? changeClosedDays(setting, asked, { isAdded: true, now }) : null
  const isMany = added !== null && CLOSED_DAYS_SETTING.read(added) === null
  const periods = closedPeriods(setting, now)
  return staffPage(c, {
    title: 'Closed days',
    current: staffPaths.settings,
    status: wrong || isMany ? 422 : 200,
    body: (
      <>
        {formAlert(c, isMany ? CLOSED_DAYS_MESSAGES.many : wrong ? SETTINGS_MESSAGES.wrong : null)}
        <p>
          <a href={staffPaths.settings}>All settings</a>
        </p>
        <p>
          On these days nothing ships and no tires are mounted, besides weekends and the six holidays of the
          carriers. Delivery dates and the time until today’s cut-off follow within seconds.
        </p>
        {added !== null && !isMany && typeof asked === 'object' && asked ? (
          <Preview period={asked} setting={setting} added={added} version={version} now={now} />
        ) : null}
        <section aria-labelledby="period" className="staff-narrow">
          <h2 id="period">Add days</h2>
          <form action={CLOSED_DAYS_PAGE} className="form-grid">
            <Field
              name="from"
              type="date"
              label="First day"
              min={shopDay(now)}
              defaultValue={typed.from}
              error={wrong === 'from' ? CLOSED_DAYS_MESSAGES.from : undefined}
              required
            />
            <Field
              name="to"
              type="date"
              label="Last day (optional)"
              min={shopDay(now)}
              defaultValue={typed.to}
              error={wrong === 'to' ? CLOSED_DAYS_MESSAGES.to : undefined}
            />
            <Button type="submit" className="staff-send">
              Show what changes
            </Button>
          </form>
        </section>
        <section aria-labelledby="closed">
          <h2 id="closed">Closed</h2>
          {periods.length === 0 ? <p>No closed days ahead.</p> : null}
          <ul className="staff-rows" aria-label="Closed days">
            {periods.map((period) => (
              <li key={period.from}>
                <b>{periodText(period)}</b>
                <PostForm path={CLOSED_DAYS_PAGE} fields={{ action: 'remove', version, ...period }}>
                  <Button type="submit">
                    Open again<span className="visually-hidden">: {periodText(period)}</span>
                  </Button>
                </PostForm>
              </li>
            ))}
          </ul>
          <p>
            Each change is in the <a href={staffPaths.audit}>audit log</a> and can be undone there for 30
            days.
          </p>
        </section>
      </>
    ),
  })
}

function periodText({ from, to }: ClosedPeriod): string {
  const text = (day: string) => `${formatDay(Date.parse(day))}, ${day.slice(0, 4)}`
  return from === to ? text(from) : `${text(from)} to ${text(to)}`
}

interface PreviewProps {
  period: ClosedPeriod
  setting: string
  /** The setting with the period. */
  added: string
  version: number
  /** Milliseconds. */
  now: number
}

function Preview({ period, setting, added, version, now }: PreviewProps) {
  const changes = promiseChanges(parseClosedDays(setting), parseClosedDays(added), now)
  return (
    <section aria-labelledby="preview" className="staff-narrow">
      <h2 id="preview">Closed {periodText(period)}</h2>
      {changes.length === 0 ? (
        <Alert>No delivery date changes: these days are free anyway.</Alert>
      ) : (
        <ul className="staff-rows" aria-label="What changes">
          {changes.slice(0, CHANGES_SHOWN).map(({ ordered, ships, arrives, arrivedBefore }) => (
            <li key={ordered}>
              <div>
                Ordered <b>{formatDay(ordered)}</b>: ships {formatDay(ships)}, arrives{' '}
                <b>{formatDay(arrives)}</b>
                {arrives === arrivedBefore ? null : (
                  <span className="quiet"> instead of {formatDay(arrivedBefore)}</span>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">Orders that are placed already stay as promised.</p>
      <PostForm path={CLOSED_DAYS_PAGE} fields={{ action: 'add', version, ...period }}>
        <Button type="submit" kind="buy">
          Close on these days
        </Button>
      </PostForm>
    </section>
  )
}

export const closedDaysPages = new Hono<AppEnv>().get(
  CLOSED_DAYS_PAGE,
  staffRoute('settings', (c) => {
    const parsed = v.safeParse(CLOSED_PERIOD, c.req.query())
    return closedDaysPage(c, parsed.success ? parsed.output : { from: '', to: '' })
  }),
)
