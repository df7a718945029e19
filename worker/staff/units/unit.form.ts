/** POST /staff/units/form: changes of one unit from its page. */
import type { Context } from 'hono'
import {
  CHANGE_MESSAGES,
  type ChangeProblem,
  type ChangeResult,
} from '../../../schema/staff/changes/change.ts'
import { parseScan } from '../../../schema/staff/print/unit-link.ts'
import { UNIT_PATHS, unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import { UNIT_FORM, UNIT_MESSAGES, type UnitForm } from '../../../schema/staff/units/unit-form.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { changeAndMatch } from '../safety/match-after-change.ts'
import { type UnitPageState, unitPage } from './unit.page.tsx'
import type { RefusedAction } from './unit-actions.tsx'

export const unitForm = staffFormRoute({
  path: UNIT_PATHS.unitForm,
  // Each change has a permission of its own, which `applyChange` asks for.
  permission: 'units.see',
  schema: UNIT_FORM,
  run: async (c, form, staff, body) => {
    const patch = patchOf(form)
    const { sku, version, key, why } = form
    const result = await changeAndMatch(
      c.env.DB,
      toActor(staff, 'page'),
      { record: 'unit', id: sku, patch, version, key, why },
      Date.now(),
    )
    return answer(c, staff, { form, patch, result, typed: body })
  },
})

function patchOf(form: UnitForm): Record<string, unknown> {
  switch (form.action) {
    case 'price':
      return { price: form.price }
    case 'state':
      return { state: form.state }
    case 'receipt':
      return { receipt: { tires: form.tires, costEach: form.costEach } }
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
  /** What was typed, which may be no number. */
  typed: Record<string, unknown>
}

/** Redirects to the page after a change; a refused one shows the page again with what was typed. */
function answer(
  c: Context<AppEnv>,
  staff: StaffSession,
  { form, patch, result, typed }: AnsweredForm,
): FormAnswer {
  const { sku, action } = form
  if (result.ok) {
    const saved = action === 'receipt' ? UNIT_MESSAGES.received : UNIT_MESSAGES.saved
    return staffAnswer(true, result.auditId === null ? UNIT_MESSAGES.unchanged : saved, unitHref(sku))
  }
  const fields = { ...textsOf(form), ...typedNumbers(typed) }
  if (result.problem !== 'conflict') {
    const isNoPrice = action === 'price' && result.problem === 'invalid'
    const message = isNoPrice ? UNIT_MESSAGES.price : CHANGE_MESSAGES[result.problem]
    if (result.problem === 'gone') return staffAnswer(false, message, UNIT_PATHS.units)
    const state: UnitPageState =
      result.problem === 'permission' || result.problem === 'not-restocked'
        ? { status: result.problem === 'permission' ? 403 : 422, message }
        : {
            status: 422,
            refused: { action, message, fields, about: aboutOf(form, result.problem) },
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

function aboutOf(form: UnitForm, problem: ChangeProblem): RefusedAction['about'] {
  if (problem === 'why') return 'why'
  return form.action === 'receipt' && Number.isNaN(form.costEach) ? 'costEach' : null
}

/** The fields that are read as numbers, as they were typed. */
function typedNumbers(typed: Record<string, unknown>): Record<string, string> {
  const names = ['price', 'tires', 'costEach'].filter((name) => typeof typed[name] === 'string')
  return Object.fromEntries(names.map((name) => [name, String(typed[name])]))
}

/** The texts of the form, to send it again or to show it again. */
function textsOf(form: UnitForm): Record<string, string> {
  const { action, sku, why } = form
  const own = form.action === 'bin' ? { bin: form.bin } : form.action === 'state' ? { state: form.state } : {}
  return { action, sku, ...(why ? { why } : {}), ...own }
}
