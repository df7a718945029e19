/** POST /staff/units/form: changes of one unit from its page. */
import type { Context } from 'hono'
import { CHANGE_MESSAGES, type ChangeResult } from '../../../schema/staff/changes/change.ts'
import { parseScan } from '../../../schema/staff/print/unit-link.ts'
import { UNIT_FORM, UNIT_MESSAGES, type UnitForm } from '../../../schema/staff/unit-list/unit-form.ts'
import { UNIT_PATHS, unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { type UnitPageState, unitPage } from './unit.page.tsx'

export const unitForm = staffFormRoute({
  path: UNIT_PATHS.unitForm,
  // Each change has a permission of its own, which `applyChange` asks for.
  permission: 'units.see',
  schema: UNIT_FORM,
  run: async (c, form, staff, body) => {
    const patch = patchOf(form)
    const { sku, version, key, why } = form
    const result = await applyChange(
      c.env.DB,
      toActor(staff, 'page'),
      { record: 'unit', id: sku, patch, version, key, why },
      Date.now(),
    )
    return answer(c, staff, { form, patch, result, price: String(body.price ?? '') })
  },
})

function patchOf(form: UnitForm): Record<string, unknown> {
  switch (form.action) {
    case 'price':
      return { price: form.price }
    case 'state':
      return { state: form.state }
    case 'bin': {
      const scan = parseScan(form.bin)
      return { bin: scan?.kind === 'bin' ? scan.bin : form.bin || null }
    }
  }
}

interface AnsweredForm {
  form: UnitForm
  patch: Record<string, unknown>
  result: ChangeResult
  /** The price as it was typed, which may be none. */
  price: string
}

/** Redirects to the page after a change; a refused one shows the page again with what was typed. */
function answer(
  c: Context<AppEnv>,
  staff: StaffSession,
  { form, patch, result, price }: AnsweredForm,
): FormAnswer {
  const { sku } = form
  if (result.ok) {
    const message = result.auditId === null ? UNIT_MESSAGES.unchanged : UNIT_MESSAGES.saved
    return staffAnswer(true, message, unitHref(sku))
  }
  const fields = { ...textsOf(form), ...(form.action === 'price' && { price }) }
  if (result.problem !== 'conflict') {
    const message = CHANGE_MESSAGES[result.problem]
    if (result.problem === 'gone') return staffAnswer(false, message, UNIT_PATHS.units)
    const state: UnitPageState =
      result.problem === 'permission'
        ? { status: 403, message }
        : {
            status: 422,
            refused: { action: form.action, message, fields, isAboutWhy: result.problem === 'why' },
          }
    return { status: state.status, result: message, to: () => unitPage(c, staff, sku, state) }
  }
  const [conflict] = result.conflicts
  const state = conflict && {
    status: 409 as const,
    conflict: { conflict, mine: patch[conflict.field], fields, version: result.version },
  }
  return { status: 409, result: result.conflicts, to: () => unitPage(c, staff, sku, state) }
}

/** The texts of the form, to send it again or to show it again. */
function textsOf(form: UnitForm): Record<string, string> {
  const { action, sku, why } = form
  const own = form.action === 'bin' ? { bin: form.bin } : form.action === 'state' ? { state: form.state } : {}
  return { action, sku, ...(why ? { why } : {}), ...own }
}
