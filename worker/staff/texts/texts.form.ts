/** POST /staff/texts/form: saves a text, shows it as a preview, or goes back to a former version (H14l). */

import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { staffPaths } from '../../../schema/paths.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { TEXT_FORM, TEXT_MESSAGES, type TextForm } from '../../../schema/staff/texts/text-form.ts'
import { staffTextHref } from '../../../schema/staff/texts/text-paths.ts'
import { MAX_TEXT, parseTextId, textAtVersion } from '../../../schema/staff/texts/text-record.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { applyChange, applyValidChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { textPage } from './text.page.tsx'
import { readTextChanges, readTexts } from './texts.sql.ts'

const M = TEXT_MESSAGES
/** A character is up to nine bytes of a form. */
const MAX_BODY = 9 * MAX_TEXT + 16_384

export const textsForm = staffFormRoute({
  permission: 'texts',
  schema: TEXT_FORM,
  bodyLimit: bodyLimit({ maxSize: MAX_BODY, onError: (c) => c.text('The form is too large.', 413) }),
  // A text is longer than the fields of other forms.
  read: (c) => c.req.parseBody().catch(() => ({})),
  run: async (c, form, staff) => {
    if (form.action === 'back') return goBack(c, form, staff)
    if (form.action === 'preview') {
      const { id, version, ...fields } = form
      return { status: 200, result: 'preview', to: () => textPage(c, id, { fields, version, errors: {} }) }
    }
    return save(c, form, staff)
  },
})

async function save(
  c: Context<AppEnv>,
  form: Extract<TextForm, { action: 'save' | 'preview' }>,
  staff: StaffSession,
): Promise<FormAnswer> {
  const { id, version, key, title, metaDescription, content, isActive } = form
  const isPage = parseTextId(id).kind === 'page'
  const patch = { title, content, isActive: isActive !== '', ...(isPage && { metaDescription }) }
  const change = { record: 'text', id, patch, version, key } as const
  const result = await applyChange(c.env.DB, toActor(staff, 'page'), change, Date.now())
  if (result.ok) return staffAnswer(true, result.auditId === null ? M.unchanged : M.saved, staffTextHref(id))
  const isConflict = result.problem === 'conflict'
  const field = 'field' in result ? (result.field ?? '') : ''
  const isTyped = result.problem === 'invalid' && field in M
  const problem = isTyped ? M[field as keyof typeof M] : CHANGE_MESSAGES[result.problem]
  const errors = field === '' ? {} : { [field]: problem }
  const conflict = version === 0 ? M.taken : M.changed
  const message = isConflict ? conflict : field === '' ? problem : M.wrong
  const seen = isConflict ? result.version : version
  const fields = { title, metaDescription, content, isActive }
  return {
    ...{ status: isConflict ? 409 : 422, result: { message, errors } },
    to: () => textPage(c, id, { fields, version: seen, errors, message, isConflict }),
  }
}

async function goBack(
  c: Context<AppEnv>,
  { id, version, key, to }: Extract<TextForm, { action: 'back' }>,
  staff: StaffSession,
): Promise<FormAnswer> {
  const [texts, changes] = await Promise.all([readTexts(c.env.DB), readTextChanges(c.env.DB, id)])
  const text = texts.find((one) => one.id === id)
  const isKnown = changes.some((change) => change.version === to || change.version === to + 1)
  if (!text || !isKnown) return staffAnswer(false, CHANGE_MESSAGES.gone, staffPaths.texts)
  const { title, metaDescription, content, isActive, updatedAt } = text
  const today = { title, metaDescription, content, isActive, updatedAt }
  const patch = { ...textAtVersion(today, changes, to) }
  // These are values that the text had, so they are not checked again as typed ones.
  const change = { record: 'text', id, patch, version, key, why: `Back to version ${to}` } as const
  const result = await applyValidChange(c.env.DB, toActor(staff, 'page'), change, Date.now())
  return staffAnswer(result.ok, result.ok ? M.back : CHANGE_MESSAGES[result.problem], staffTextHref(id))
}
