/** POST /staff/taxes/form: adds or changes a tax or fee, or confirms several with one source (H14l). */

import type { Context } from 'hono'
import * as v from 'valibot'
import { staffPaths } from '../../../schema/paths.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { newFeePatch } from '../../../schema/staff/taxes/new-fee.ts'
import {
  confirmedMessage,
  TAX_FORM,
  TAX_MESSAGES,
  type TaxForm,
  taxPatch,
} from '../../../schema/staff/taxes/tax-form.ts'
import { TAX_PATCH } from '../../../schema/staff/taxes/tax-record.ts'
import { NEW_FEE_PATH, staffTaxHref } from '../../../schema/staff/texts/text-paths.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { newFeePage } from './new-fee.page.tsx'
import { nextFeeId } from './tax-record.sql.ts'
import { type RefusedTax, taxesPage, taxPage } from './taxes.page.tsx'
import { readTaxes } from './taxes.sql.ts'

const M = TAX_MESSAGES

export const taxesForm = staffFormRoute({
  permission: 'taxes',
  schema: TAX_FORM,
  read: (c) => c.req.parseBody({ all: true }).catch(() => ({})),
  run: (c, form, staff) => {
    if (form.action === 'add') return add(c, form, staff)
    return form.action === 'save' ? save(c, form, staff) : confirm(c, form, staff)
  },
})

async function save(
  c: Context<AppEnv>,
  form: Extract<TaxForm, { action: 'save' }>,
  staff: StaffSession,
): Promise<FormAnswer | Response> {
  const { id, version, key, amount, fromDay, source, isConfirmed } = form
  const line = (await readTaxes(c.env.DB)).find((one) => one.id === id)
  if (!line) return staffAnswer(false, CHANGE_MESSAGES.gone, staffPaths.taxes)
  const fields = { amount, fromDay, source, isConfirmed }
  const patch = taxPatch(fields, line.percent !== null)
  const request = { record: 'tax', id, patch, version, key } as const
  const result = await applyChange(c.env.DB, toActor(staff, 'page'), request, Date.now())
  if (result.ok) return staffAnswer(true, result.auditId === null ? M.unchanged : M.saved, staffTaxHref(id))
  const field = 'field' in result ? (result.field ?? '') : ''
  const message = field in M ? M.wrong : CHANGE_MESSAGES[result.problem]
  const errors = field in M ? { [field]: M[field as keyof typeof M] } : {}
  const refused: RefusedTax = { fields, errors, message }
  return { status: 422, result: { message, errors }, to: () => taxPage(c, staff, id, refused) }
}

/** Adds a fee; a second press adds no second one. */
async function add(
  c: Context<AppEnv>,
  { action: _, key, ...fields }: Extract<TaxForm, { action: 'add' }>,
  staff: StaffSession,
): Promise<FormAnswer> {
  const id = await nextFeeId(c.env.DB)
  const request = { record: 'tax', id, patch: newFeePatch(fields), version: 0, key } as const
  const result = await applyChange(c.env.DB, toActor(staff, 'page'), request, Date.now())
  if (result.ok) return staffAnswer(true, M.added, staffTaxHref(id))
  if (result.problem === 'repeated-key') return staffAnswer(true, M.added, staffPaths.taxes)
  if (result.problem !== 'invalid') return staffAnswer(false, CHANGE_MESSAGES[result.problem], NEW_FEE_PATH)
  return { status: 422, result: M.wrong, to: () => newFeePage(c, fields, 422) }
}

async function confirm(
  c: Context<AppEnv>,
  { key, seen, fromDay, source }: Extract<TaxForm, { action: 'confirm' }>,
  staff: StaffSession,
): Promise<FormAnswer> {
  const patch = { fromDay, source, isConfirmed: true }
  const parsed = v.safeParse(TAX_PATCH, patch)
  const wrong = parsed.success ? [] : parsed.issues.flatMap(({ path }) => String(path?.[0]?.key ?? ''))
  const errors: Record<string, string> = {
    ...Object.fromEntries(wrong.map((field) => [field, M[field as keyof typeof M]])),
    ...(seen.length === 0 && { seen: M.seen }),
  }
  if (Object.keys(errors).length > 0) {
    const refused: RefusedTax = { fields: { fromDay, source }, seen, errors, message: M.wrong }
    return { status: 422, result: { message: M.wrong, errors }, to: () => taxesPage(c, staff, refused) }
  }
  let done = 0
  for (const one of seen) {
    const [id = '', version] = one.split(' ')
    const request = {
      record: 'tax',
      id,
      patch,
      version: Number(version),
      key: `${key.slice(0, 36)} ${id}`,
      batch: key,
    } as const
    const result = await applyChange(c.env.DB, toActor(staff, 'page'), request, Date.now())
    if (result.ok) done += 1
  }
  return staffAnswer(done > 0, confirmedMessage(done, seen.length - done), staffPaths.taxes)
}
