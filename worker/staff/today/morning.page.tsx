/** GET and POST /staff/morning: ends the mail of the morning by the signed link in it, without a sign-in (H14j). */
import { Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import type { AppEnv } from '../../env.ts'
import { FORM_TEXTS, formRoute } from '../../platform/forms/form-route.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { setMorningMail } from './morning.sql.ts'
import { MORNING_STOP, readStopLink } from './send-morning.ts'

const STOPPED = 'You get no more emails in the morning.'

/** Mail programs send this form for their one-click button. */
export const morningStopForm = formRoute({
  path: MORNING_STOP,
  allowCrossSite: true,
  schema: FORM_TEXTS,
  run: async (c, fields) => {
    const link = readStopLink(c.get('config').sessionSecret, { ...c.req.query(), ...fields })
    if (link === null) return c.notFound()
    const now = Date.now()
    await setMorningMail(c.env.DB, { staffId: Number(link.id), isOn: false, mailedOn: shopDay(now) })
    if ('List-Unsubscribe' in fields) return c.text(STOPPED)
    const body = (
      <>
        <p role="status">{STOPPED}</p>
        <p>
          You can switch them on again at <a href={staffPaths.me}>You and your devices</a>.
        </p>
      </>
    )
    return staffPage(c, { title: 'Emails in the morning', current: '', body })
  },
})

/** Shows a button, because mail scanners follow links. */
export const morningPages = new Hono<AppEnv>().get(MORNING_STOP, (c) => {
  const link = readStopLink(c.get('config').sessionSecret, c.req.query())
  if (link === null) return c.notFound()
  const body = (
    <form method="post" action={MORNING_STOP}>
      <p>One press, and we send you no more emails with what waits.</p>
      <input type="hidden" name="id" value={link.id} />
      <input type="hidden" name="proof" value={link.proof} />
      <Button type="submit" kind="buy" size="big">
        No more emails
      </Button>
    </form>
  )
  return staffPage(c, { title: 'Emails in the morning', current: '', body })
})
