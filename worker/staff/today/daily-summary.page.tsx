/** GET and POST /staff/daily-summary: ends the daily summary by the signed link in its email, without a sign-in (H14j). */
import { Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { STAFF_ACCOUNT_MESSAGES } from '../../../schema/staff/account-forms.api.ts'
import type { AppEnv } from '../../env.ts'
import { FORM_TEXTS, formRoute } from '../../platform/forms/form-route.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { setDailySummary } from './daily-summary.sql.ts'
import { readStopLink, SUMMARY_STOP_PATH } from './daily-summary.ts'

/** Mail programs send this form for their one-click button. */
export const dailySummaryForm = formRoute({
  path: SUMMARY_STOP_PATH,
  allowCrossSite: true,
  schema: FORM_TEXTS,
  run: async (c, fields) => {
    const link = readStopLink(c.get('config').sessionSecret, { ...c.req.query(), ...fields })
    if (link === null) return c.notFound()
    const now = Date.now()
    await setDailySummary(c.env.DB, { staffId: Number(link.id), isOn: false, mailedOn: shopDay(now) })
    if ('List-Unsubscribe' in fields) return c.text(STAFF_ACCOUNT_MESSAGES.summaryOff)
    const body = (
      <>
        <p role="status">{STAFF_ACCOUNT_MESSAGES.summaryOff}</p>
        <p>
          You can switch it on again at <a href={staffPaths.me}>You and your devices</a>.
        </p>
      </>
    )
    return staffPage(c, { title: 'Daily summary', current: '', body })
  },
})

/** Shows a button, because mail scanners follow links. */
export const dailySummaryPages = new Hono<AppEnv>().get(SUMMARY_STOP_PATH, (c) => {
  const link = readStopLink(c.get('config').sessionSecret, c.req.query())
  if (link === null) return c.notFound()
  const body = (
    <form method="post" action={SUMMARY_STOP_PATH}>
      <p>One press, and we won’t send you the daily summary anymore.</p>
      <input type="hidden" name="id" value={link.id} />
      <input type="hidden" name="proof" value={link.proof} />
      <Button type="submit" kind="buy" size="big">
        Stop the daily summary
      </Button>
    </form>
  )
  return staffPage(c, { title: 'Daily summary', current: '', body })
})
