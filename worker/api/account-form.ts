/**
 * POST /account/form/: signing in and out as plain forms. A browser is sent on with 303; asked for JSON, the door
 * answers the envelope.
 */
import { type Context, Hono } from 'hono'
import { USER_MESSAGES } from '../../schema/api/user.ts'
import { paths } from '../../schema/paths.ts'
import type { AppEnv } from '../env.ts'
import { judgePassword, signInPage, signOutPage } from '../flows/sign-in.ts'
import { limitForm } from '../http/form-body.ts'
import { reply } from '../http/reply.ts'
import { isSameOrigin, sameSitePath } from '../http/same-origin.ts'
import { forbiddenPage } from '../pages/forbidden.tsx'

export const accountForm = new Hono<AppEnv>()

accountForm.use(limitForm())

accountForm.post('/', async (c) => {
  if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
  const fields = await readFields(c)
  const back = sameSitePath(fields.back) ?? paths.account
  if (fields.action === 'sign-out') {
    await signOutPage(c)
    return wantsJson(c) ? reply(c, 200, { back: paths.home }) : c.redirect(paths.home, 303)
  }
  const customer = await judgePassword(c, fields.emailAddress ?? '', fields.password ?? '')
  if (!customer) {
    if (wantsJson(c)) return reply(c, 401, USER_MESSAGES.signIn)
    return c.redirect(`${paths.login}?back=${encodeURIComponent(back)}&failed=1`, 303)
  }
  await signInPage(c, customer)
  return wantsJson(c) ? reply(c, 200, { back }) : c.redirect(back, 303)
})

async function readFields(c: Context<AppEnv>): Promise<Record<string, string | undefined>> {
  const body = await c.req.parseBody().catch(() => ({}))
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >
}

function wantsJson(c: Context<AppEnv>): boolean {
  return c.req.header('Accept')?.includes('application/json') ?? false
}
