/** POST /staff/settings/api/form: keys of programs and webhooks (H14y). What gives access needs a passkey of the last ten minutes. */
import type { Context } from 'hono'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { shopDayEnd, shopDayStart } from '../../../schema/platform/shop-calendar.ts'
import { API_FORM, API_MESSAGES, type ApiForm } from '../../../schema/staff/api/api-form.ts'
import { formatKey } from '../../../schema/staff/api/api-key.ts'
import { API_PATHS, webhookHref } from '../../../schema/staff/api/api-paths.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { hashToken, newSecretToken } from '../../platform/security/secret-token.ts'
import { applyChange, type ChangeRequest } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { isVerified, stepUpPage } from '../frame/step-up.tsx'
import { apiPage, type RefusedForm } from './api.page.tsx'
import { expectWebhooks } from './send-webhooks.ts'
import { parseWebhookAddress } from './webhook-address.ts'
import { replayMessages } from './webhook-record.sql.ts'
import { formatWebhookSecret } from './webhook-signature.ts'

const M = API_MESSAGES
/** What takes access away works at once, because it may be urgent. */
const NEEDS_PASSKEY: readonly ApiForm['action'][] = ['make-key', 'add-webhook', 'change-webhook']

type Form<Action extends ApiForm['action']> = Extract<ApiForm, { action: Action }>

export const apiForm = staffFormRoute({
  path: API_PATHS.form,
  permission: 'keys',
  read: (c) => c.req.parseBody({ all: true }).catch(() => ({})),
  schema: API_FORM,
  refuse: () => staffAnswer(false, M.wrong, API_PATHS.settings),
  run: async (c, form, staff) => {
    if (NEEDS_PASSKEY.includes(form.action) && !isVerified(staff, Date.now()))
      return stepUpPage(c, await c.req.parseBody({ all: true }))
    switch (form.action) {
      case 'make-key':
        return makeKey(c, staff, form)
      case 'add-webhook':
        return addWebhook(c, staff, form)
      case 'replay':
        return replay(c, staff, form, { message: form.message })
      case 'replay-days':
        return replayDays(c, staff, form)
      default:
        return changeOne(c, staff, form)
    }
  },
})

const newId = () => crypto.randomUUID().slice(-12)

function change(c: Context<AppEnv>, staff: StaffSession, request: ChangeRequest) {
  return applyChange(c.env.DB, toActor(staff, 'page'), request, Date.now())
}

function refuse(c: Context<AppEnv>, refused: RefusedForm): FormAnswer {
  const { message, errors } = refused
  return { status: 422, result: { message, errors }, to: () => apiPage(c, { refused }) }
}

function show(c: Context<AppEnv>, title: string, secret: string): FormAnswer {
  return { status: 200, result: secret, to: () => apiPage(c, { secret: { title, secret } }) }
}

async function makeKey(
  c: Context<AppEnv>,
  staff: StaffSession,
  { name, permission: permissions, key }: Form<'make-key'>,
): Promise<FormAnswer> {
  const typed = { form: 'key', name, permissions } as const
  const errors = {
    ...(name === '' && { name: M.name }),
    ...(permissions.length === 0 && { permission: M.choose }),
  }
  if (Object.keys(errors).length > 0) return refuse(c, { ...typed, message: M.wrong, errors })
  const token = newSecretToken()
  const patch = { name, permissions, isActive: true }
  const unlogged = hashToken(token) ?? ''
  const result = await change(c, staff, { record: 'key', id: newId(), patch, version: 0, key, unlogged })
  if (!result.ok) return refuse(c, { ...typed, message: CHANGE_MESSAGES[result.problem], errors: {} })
  return show(c, `Key for ${name}`, formatKey(token))
}

async function addWebhook(
  c: Context<AppEnv>,
  staff: StaffSession,
  { address: text, kind: kinds, key }: Form<'add-webhook'>,
): Promise<FormAnswer> {
  const { sessionSecret, siteUrl } = c.get('config')
  const typed = { form: 'webhook', address: text, kinds } as const
  const address = parseWebhookAddress(text, new URL(siteUrl).hostname)
  const errors = {
    ...(address === null && { address: M.address }),
    ...(kinds.length === 0 && { kind: M.choose }),
  }
  if (Object.keys(errors).length > 0) return refuse(c, { ...typed, message: M.wrong, errors })
  const unlogged = newSecretToken()
  const patch = { address, kinds, isActive: true }
  const result = await change(c, staff, { record: 'webhook', id: newId(), patch, version: 0, key, unlogged })
  if (!result.ok) return refuse(c, { ...typed, message: CHANGE_MESSAGES[result.problem], errors: {} })
  expectWebhooks()
  return show(c, 'Secret of the new webhook', formatWebhookSecret(sessionSecret, unlogged))
}

const CHANGES: Readonly<
  Record<
    Form<'end-key' | 'change-webhook' | 'end-webhook' | 'start-webhook'>['action'],
    [patch: object, done: string]
  >
> = {
  'end-key': [{ isActive: false }, M.keyEnded],
  'change-webhook': [{}, M.webhookChanged],
  'end-webhook': [{ isActive: false }, M.webhookEnded],
  'start-webhook': [{ isStopped: false }, M.webhookStarted],
}

async function changeOne(
  c: Context<AppEnv>,
  staff: StaffSession,
  form: Form<keyof typeof CHANGES>,
): Promise<FormAnswer> {
  const { action, id, key } = form
  const [patch, done] = CHANGES[action]
  const all = 'kind' in form ? { ...patch, kinds: form.kind } : patch
  const record = action === 'end-key' ? 'key' : 'webhook'
  const result = await change(c, staff, { record, id, patch: all, version: null, key })
  const to = action === 'change-webhook' ? webhookHref(id) : API_PATHS.settings
  return staffAnswer(result.ok, result.ok ? done : CHANGE_MESSAGES[result.problem], to)
}

/** Sends messages of days in Chicago again, both days included. */
function replayDays(c: Context<AppEnv>, staff: StaffSession, form: Form<'replay-days'>) {
  const [first, last] = [form.from, form.until].map(shopDayEnd)
  if (first == null || last == null || first > last) return staffAnswer(false, M.days, webhookHref(form.id))
  return replay(c, staff, form, { from: shopDayStart(first), until: last + 1 })
}

async function replay(
  c: Context<AppEnv>,
  staff: StaffSession,
  { id: webhookId, key }: Form<'replay' | 'replay-days'>,
  what: { message: number } | { from: number; until: number },
): Promise<FormAnswer> {
  const request = { webhookId, what, key }
  const count = await replayMessages(c.env.DB, toActor(staff, 'page'), request, Date.now())
  const message = count === 0 ? M.nothing : `${formatQuantity(count, 'message')} on the way again.`
  return staffAnswer(count > 0, message, webhookHref(webhookId))
}
