/** POST /staff/recalls/form/: recalls, decisions about their matches, notices to buyers; POST /staff/recalls/file/: NHTSA's file (H14t). */
import type { Context } from 'hono'
import * as v from 'valibot'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { CHANGE_KEY } from '../../../schema/staff/changes/change.api.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { meantSales, ordersToMail } from '../../../schema/staff/safety/recall-buyers.ts'
import {
  RECALL_FORM,
  RECALL_MESSAGES,
  type RecallFields,
  type RecallForm,
  readRecalledTire,
} from '../../../schema/staff/safety/recall-form.ts'
import { normalizeCampaign, recallBatch } from '../../../schema/staff/safety/recall-record.ts'
import { recallHref, SAFETY_PATHS } from '../../../schema/staff/safety/safety-paths.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { readUpload } from '../../platform/forms/upload.ts'
import { applyChange } from '../changes/apply-change.ts'
import { findAuditRow } from '../changes/audit-log.sql.ts'
import { toActor } from '../changes/staff-actor.ts'
import { limitStaffUpload } from '../frame/limit-staff-upload.tsx'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { decideMatches } from './decide-matches.ts'
import { importRecalls, RECALL_FILE_MAX } from './import-recalls.ts'
import { matchRecalls } from './match-recalls.ts'
import { readRecallFile } from './read-recall-file.ts'
import { recallCheckPage } from './recall-check.page.tsx'
import { findMatches } from './recall-matches.sql.ts'
import { recallPage, recallsPage } from './recalls.page.tsx'
import { findRecall, readSoldLines, readWaiting, sendNotices } from './recalls.sql.ts'

const M = RECALL_MESSAGES

export const recallsForm = staffFormRoute({
  permission: 'safety',
  schema: RECALL_FORM,
  run: async (c, form, staff) => {
    const { DB } = c.env
    const now = Date.now()
    switch (form.action) {
      case 'save':
        return save(c, form, staff, now)
      case 'close':
      case 'reopen':
        return setOpen(c, form, staff, now)
      case 'mail':
        return mailBuyers(DB, form, staff, now)
      default:
        return decide(c, form, staff, now)
    }
  },
})

/** Sends the notice to the buyers who got none, if they are as many as the sender saw. */
async function mailBuyers(
  db: D1Database,
  { campaign, seen }: Extract<RecallForm, { action: 'mail' }>,
  { staffId }: StaffSession,
  now: number,
): Promise<FormAnswer> {
  const to = recallHref(campaign)
  const [recall, sold] = await Promise.all([findRecall(db, campaign), readSoldLines(db, campaign)])
  const orderIds = ordersToMail(meantSales(sold, recall?.products ?? []))
  if (orderIds.length === 0) return staffAnswer(true, M.mailed, to)
  if (orderIds.length !== seen)
    return staffAnswer(false, `${formatQuantity(orderIds.length, 'buyer')} to email now. ${M.counted}`, to)
  const mails = await sendNotices(db, { campaign, orderIds, staffId }, now)
  return staffAnswer(true, `${formatQuantity(mails, 'email')} on the way.`, to)
}

async function decide(
  c: Context<AppEnv>,
  form: Extract<RecallForm, { action: 'confirm' | 'free' }>,
  staff: StaffSession,
  now: number,
): Promise<FormAnswer> {
  const to = recallHref(form.campaign)
  const why = form.action === 'free' ? form.why || null : null
  if (form.action === 'free' && why === null) return staffAnswer(false, M.why, to)
  const state = form.action === 'free' ? ('freed' as const) : ('confirmed' as const)
  const ids = form.ids === 'all' ? await readWaiting(c.env.DB, form.campaign) : [...new Set(form.ids)]
  if (form.ids === 'all' && ids.length !== form.seen)
    return staffAnswer(false, `${formatQuantity(ids.length, 'unit')} to look at now. ${M.counted}`, to)
  const decision = { ids, state, why, key: form.key }
  const { decided, problem } = await decideMatches(c.env.DB, toActor(staff, 'page'), decision, now)
  if (decided === 0) return staffAnswer(false, problem ?? CHANGE_MESSAGES.gone, to)
  const done = `${formatQuantity(decided, 'unit')} ${form.action === 'free' ? 'freed.' : `confirmed. ${M.confirmed}`}`
  return staffAnswer(true, [done, problem].filter(Boolean).join(' '), `${to}?decided=${form.key}`)
}

async function setOpen(
  c: Context<AppEnv>,
  { action, campaign, key }: Extract<RecallForm, { action: 'close' | 'reopen' }>,
  staff: StaffSession,
  now: number,
): Promise<FormAnswer> {
  const patch = { isOpen: action === 'reopen' }
  const known = await findRecall(c.env.DB, campaign)
  if (!known) return staffAnswer(false, CHANGE_MESSAGES.gone, SAFETY_PATHS.recalls)
  const change = { record: 'recall' as const, id: campaign, patch, version: null, key }
  const result = await applyChange(c.env.DB, toActor(staff, 'page'), change, now)
  if (result.ok && patch.isOpen) await matchRecalls(c.env.DB, { campaigns: [campaign] }, now)
  const message = patch.isOpen ? M.reopened : M.closed
  return staffAnswer(result.ok, result.ok ? message : CHANGE_MESSAGES[result.problem], recallHref(campaign))
}

type SaveForm = Extract<RecallForm, { action: 'save' }>

/** Saves a recall, or one more tire of it, once its sender saw how many units it takes off sale. */
async function save(
  c: Context<AppEnv>,
  { action, key, version, confirmed, ...fields }: SaveForm,
  staff: StaffSession,
  now: number,
): Promise<FormAnswer> {
  const { DB } = c.env
  const campaign = normalizeCampaign(fields.campaign)
  const { tire, errors } = readRecalledTire(fields)
  if (!/^[A-Z0-9]{3,20}$/.test(campaign)) errors.campaign = M.campaign
  const known = errors.campaign ? null : await findRecall(DB, campaign)
  const isNew = version === 0
  if (confirmed !== undefined && (await findAuditRow(DB, { key }))?.recordId === campaign) {
    // A run that ended before the tires were taken off sale goes on.
    await matchRecalls(DB, { campaigns: [campaign] }, now)
    return staffAnswer(true, M.saved, recallHref(campaign))
  }
  // A recall that was undone names no tires and can be entered again.
  if (isNew && known && known.products.length > 0) errors.campaign = M.taken
  const refuse = (wrong: Partial<Record<keyof RecallFields, string>>, message: string): FormAnswer => {
    const refused = { fields, errors: wrong, message }
    const to = () => (isNew ? recallsPage(c, staff, refused) : recallPage(c, staff, campaign, refused))
    return { status: 422, result: { message, errors: wrong }, to }
  }
  if (Object.keys(errors).length > 0) return refuse(errors, M.wrong)
  // A closed recall takes nothing off sale.
  const isOpen = known?.isOpen ?? true
  const named = isOpen ? await findMatches(DB, [{ campaign, products: [tire] }]) : []
  if (confirmed !== named.length) {
    const question = { campaign, version, fields, skus: named.map(({ sku }) => sku), seen: confirmed ?? null }
    return {
      status: 409,
      result: { message: M.confirm, units: named.length },
      to: () => recallCheckPage(c, question),
    }
  }
  const { maker, notice, remedy } = fields
  const patch = isNew
    ? { maker, notice, remedy, products: [tire] }
    : { products: [...(known?.products ?? []), tire] }
  const base = known?.version ?? 0
  const request = {
    ...{ record: 'recall' as const, id: campaign, patch, version: isNew ? base : version, key },
    batch: recallBatch(campaign, base + 1),
  }
  const result = await applyChange(DB, toActor(staff, 'page'), request, now)
  if (!result.ok) return refuse({}, CHANGE_MESSAGES[result.problem])
  const units = await matchRecalls(DB, { campaigns: [campaign] }, now)
  const message = `${M.saved} ${formatQuantity(units.length, 'unit')} taken off sale.`
  return staffAnswer(true, message, `${recallHref(campaign)}?saved`)
}

export const recallFileForm = staffFormRoute({
  permission: 'safety',
  bodyLimit: limitStaffUpload(RECALL_FILE_MAX, M.large, SAFETY_PATHS.recalls),
  read: async (c) => ({ ...(await readUpload(c)) }),
  schema: v.object({ fields: v.object({ key: CHANGE_KEY }), files: v.array(v.instance(File)) }),
  run: async (c, { fields: { key }, files: [file] }, staff) => {
    if (!file) return staffAnswer(false, M.file, SAFETY_PATHS.recalls)
    const rows = await readRecallFile(file)
    if (!rows) return staffAnswer(false, M.unreadable, SAFETY_PATHS.recalls)
    const actor = { ...toActor(staff, 'page'), source: 'import' as const }
    const { changed, matched } = await importRecalls(c.env.DB, actor, { rows, key }, Date.now())
    const message =
      changed === 0
        ? 'The shop has all recalls of this file.'
        : `${formatQuantity(changed, 'recall')} new or with more tires. ${formatQuantity(matched, 'unit')} taken off sale.`
    return staffAnswer(true, message, SAFETY_PATHS.recalls)
  },
})
