/** POST /staff/bins/form: makes and changes bins, moves units, and counts bins. */
import type { Context } from 'hono'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { binHref, UNIT_PATHS } from '../../../schema/staff/unit-list/unit-paths.ts'
import { compareCount, isClean } from '../../../schema/staff/yard/bin-count.ts'
import { parseBin, parseScans } from '../../../schema/staff/yard/scan-list.ts'
import { YARD_FORM, YARD_MESSAGES, type YardForm } from '../../../schema/staff/yard/yard-forms.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { acceptCount } from './accept-count.ts'
import { binsPage } from './bins.page.tsx'
import { moveUnits } from './move-units.ts'
import { countPage, type MovePage, type MoveResult, movePage } from './scan-pages.tsx'
import { knownBins, readExpected, resolveScans } from './yard.sql.ts'

type FormOf<Action extends YardForm['action']> = Extract<YardForm, { action: Action }>

export const yardForm = staffFormRoute({
  path: UNIT_PATHS.binsForm,
  // Changes of bins need more, which `applyChange` asks for.
  permission: 'units.move',
  schema: YARD_FORM,
  run: (c, form, staff) => {
    switch (form.action) {
      case 'bin':
        return saveBin(c, staff, form)
      case 'move':
        return move(c, staff, form)
      case 'count':
        return count(c, form)
      case 'accept':
        return accept(c, staff, form)
    }
  },
})

async function saveBin(c: Context<AppEnv>, staff: StaffSession, form: FormOf<'bin'>): Promise<FormAnswer> {
  const { key, walk, capacity } = form
  const code = parseBin(form.code)
  const texts = { code: form.code, walk: String(walk ?? ''), capacity: String(capacity ?? '') }
  const refuse = (message: string) => ({
    status: 422,
    result: message,
    to: () => binsPage(c, staff, { message, fields: texts }),
  })
  if (code === null) return refuse(YARD_MESSAGES.code)
  const patch = { walk: walk ?? 0, capacity }
  const request = { record: 'bin' as const, id: code, patch, version: null, key }
  const result = await applyChange(c.env.DB, toActor(staff, 'page'), request, Date.now())
  return result.ok
    ? staffAnswer(true, YARD_MESSAGES.saved, binHref(code))
    : refuse(CHANGE_MESSAGES[result.problem])
}

async function move(c: Context<AppEnv>, staff: StaffSession, form: FormOf<'move'>): Promise<FormAnswer> {
  const typed = parseBin(form.bin)
  const { bins, homeless } = parseScans(typed, form.units)
  const known = await knownBins(c.env.DB, [...bins.map(({ bin }) => bin), ...(typed === null ? [] : [typed])])
  const refuse = (field: 'bin' | 'units', message: string): FormAnswer =>
    answerMove(c, { bin: form.bin, units: form.units, problem: { field, message }, status: 422 })
  if (homeless.length > 0 || (typed === null && bins.length === 0)) return refuse('bin', YARD_MESSAGES.noBin)
  if (typed !== null && !known.has(typed)) return refuse('bin', YARD_MESSAGES.unknownBin)
  const stranger = bins.find(({ bin }) => !known.has(bin))
  if (stranger) return refuse('units', `${stranger.bin}: ${YARD_MESSAGES.unknownBin}`)
  // A scanner ends the code of the bin with Enter, which sends the form before a unit is scanned.
  if (bins.length === 0) return refuse('units', YARD_MESSAGES.noUnits)
  const now = Date.now()
  const results: MoveResult[] = []
  const unknown: string[] = []
  for (const { bin, units } of bins) {
    const resolved = await resolveScans(c.env.DB, units)
    const skus = resolved.scanned.map(({ sku }) => sku)
    unknown.push(...resolved.unknown)
    results.push({
      bin,
      ...(await moveUnits(c.env.DB, toActor(staff, 'page'), { bin, skus, key: form.key }, now)),
    })
  }
  // A scanner goes on with the next bin.
  return answerMove(c, { bin: '', units: '', moved: { results, unknown, batch: form.key } })
}

function answerMove(c: Context<AppEnv>, page: MovePage): FormAnswer {
  return { status: page.status ?? 200, result: page.moved ?? page.problem, to: () => movePage(c, page) }
}

async function compare(c: Context<AppEnv>, bin: string, typed: string) {
  const codes = parseScans(bin, typed).bins.find((scanned) => scanned.bin === bin)?.units ?? []
  const [expected, { scanned, unknown }] = await Promise.all([
    readExpected(c.env.DB, bin),
    resolveScans(c.env.DB, codes),
  ])
  return compareCount(bin, { expected, scanned, unknown })
}

async function count(c: Context<AppEnv>, { bin, units }: FormOf<'count'>): Promise<FormAnswer> {
  const result = await compare(c, bin, units)
  return { status: 200, result, to: () => countPage(c, { bin, units, count: result }) }
}

async function accept(c: Context<AppEnv>, staff: StaffSession, form: FormOf<'accept'>): Promise<FormAnswer> {
  const { bin, key } = form
  const result = await compare(c, bin, form.units)
  const message = await acceptCount(c.env.DB, { staff, bin, count: result, key, now: Date.now() })
  return staffAnswer(message.isDone, isClean(result) ? YARD_MESSAGES.counted : message.text, binHref(bin))
}
