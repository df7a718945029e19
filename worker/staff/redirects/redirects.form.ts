/** POST /staff/redirects/form: adds, changes or stops a redirect (H14l). */
import type { Context } from 'hono'
import * as v from 'valibot'
import { staffPaths } from '../../../schema/paths.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import {
  leadsOn,
  REDIRECT_FORM,
  REDIRECT_MESSAGES,
  type RedirectForm,
} from '../../../schema/staff/redirects/redirect-form.ts'
import { REDIRECT_PATCH, REDIRECT_PATH, targetPath } from '../../../schema/staff/redirects/redirect-record.ts'
import type { AppEnv } from '../../env.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { redirectsPage } from './redirects.page.tsx'
import { findRedirect } from './redirects.sql.ts'

const M = REDIRECT_MESSAGES

export const redirectsForm = staffFormRoute({
  permission: 'texts',
  schema: REDIRECT_FORM,
  run: async (c, form, staff) => {
    const path = v.safeParse(REDIRECT_PATH, form.path)
    const isStop = form.action === 'stop'
    const patch = v.safeParse(REDIRECT_PATCH, {
      location: isStop ? null : form.location,
      ...(!isStop && { isPermanent: form.permanent !== '' }),
    })
    if (!path.success) return refuse(c, form, { path: M.path })
    if (!patch.success) return refuse(c, form, { location: M.location })
    let { location } = patch.output
    if (location) {
      const checked = await checkAddresses(c, path.output, location)
      if ('errors' in checked) return refuse(c, form, checked.errors)
      location = checked.location
    }
    const { version, key } = form
    const request = {
      ...({ record: 'redirect', id: path.output, version, key } as const),
      patch: { ...patch.output, ...(location !== undefined && { location }) },
    }
    const result = await applyChange(c.env.DB, toActor(staff, 'page'), request, Date.now())
    if (result.ok) {
      const saved = isStop ? M.stopped : M.saved
      return staffAnswer(true, result.auditId === null ? M.unchanged : saved, staffPaths.redirects)
    }
    if (result.problem === 'gone') return staffAnswer(false, CHANGE_MESSAGES.gone, staffPaths.redirects)
    const field = 'field' in result && result.field === 'location' ? 'location' : 'path'
    return refuse(c, form, { [field]: CHANGE_MESSAGES[result.problem] })
  },
})

type Errors = Partial<Record<'path' | 'location', string>>

function refuse(c: Context<AppEnv>, form: RedirectForm, errors: Errors): FormAnswer {
  return { status: 422, result: { message: M.wrong, errors }, to: () => redirectsPage(c, { form, errors }) }
}

/** Looks at both addresses as a visitor sees them: the old one has no page, and the new one has one. */
async function checkAddresses(
  c: Context<AppEnv>,
  path: string,
  location: string,
): Promise<{ location: string } | { errors: Errors }> {
  const visit = c.get('visit')
  if (!visit) throw new Error('Redirects need visitorRequests')
  const known = await findRedirect(c.env.DB, path)
  if (
    !known?.location &&
    (await visit(`/${path.split('/').map(encodeURIComponent).join('/')}`)).status !== 404
  )
    return { errors: { path: M.living } }
  const target = await visit(location)
  if (target.status === 404) return { errors: { location: M.missing } }
  if (!target.location) return { location }
  // The other form of the same address, with or without its last slash, is the one to store.
  const isSame = target.location.startsWith('/') && targetPath(target.location) === targetPath(location)
  return isSame ? { location: target.location } : { errors: { location: leadsOn(target.location) } }
}
