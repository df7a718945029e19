/** POST /staff/pick/form/: begins a pick run, and records what was scanned, not found or put back (H14). */
import * as v from 'valibot'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import { pickRunHref, staffPaths } from '../../../schema/paths.ts'
import { ROW_ID } from '../../../schema/platform/forms/number-text.ts'
import { CHANGE_KEY } from '../../../schema/staff/changes/change.api.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import type { PickState } from '../../../schema/staff/picking/pick-record.ts'
import { parseScan, skuSpellings } from '../../../schema/staff/print/unit-link.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { findSetOf } from '../sets/set-tires.sql.ts'
import { type RunItem, readRun } from './picking.sql.ts'
import { startRun } from './start-run.ts'

/** One checked box is a text, several are a list. */
const ORDERS = v.pipe(
  v.optional(v.union([v.string(), v.array(v.string())]), []),
  v.transform((orders) => [orders].flat()),
  v.array(v.pipe(v.string(), v.check(isOrderNumber))),
)
const FORM = v.variant('action', [
  v.object({ action: v.literal('start'), order: ORDERS, key: CHANGE_KEY }),
  v.object({
    action: v.literal('scan'),
    run: ROW_ID,
    code: v.pipe(v.string(), v.maxLength(300)),
    key: CHANGE_KEY,
  }),
  v.object({ action: v.picklist(['missing', 'open']), run: ROW_ID, item: ROW_ID, key: CHANGE_KEY }),
])

export const pickingForm = staffFormRoute({
  permission: 'orders.pick',
  read: (c) => c.req.parseBody({ all: true }).catch(() => ({})),
  schema: FORM,
  run: async (c, form, staff) => {
    const actor = toActor(staff, 'page')
    const now = Date.now()
    if (form.action === 'start') {
      const run = await startRun(c.env.DB, actor, { orders: form.order, key: form.key }, now)
      return run === null
        ? staffAnswer(false, 'Choose at least one order that waits.', staffPaths.pick)
        : staffAnswer(true, `Run ${run} started.`, pickRunHref(run))
    }
    const items = await readRun(c.env.DB, form.run)
    if (items.length === 0) return c.notFound()
    const found =
      form.action === 'scan' ? await findScanned(c.env.DB, items, form.code) : findItem(items, form.item)
    if (typeof found === 'string') return staffAnswer(false, found, pickRunHref(form.run))
    const state: PickState = form.action === 'scan' ? 'picked' : form.action
    const change = {
      record: 'pick' as const,
      id: String(found.id),
      patch: { state },
      version: null,
      key: form.key,
    }
    const result = await applyChange(c.env.DB, actor, change, now)
    const isLast = items.length === 1 && found.isNeeded === 0
    if (result.ok && isLast && state === 'open')
      return staffAnswer(true, `${found.sku} is back. Nothing is left in this run.`, staffPaths.pick)
    return answer(found, state, result.ok ? null : CHANGE_MESSAGES[result.problem], form.run)
  },
})

const SAID: Readonly<Record<PickState, string>> = {
  picked: 'picked',
  missing: 'not found: open its order to offer another tire or a refund',
  open: 'back on the list',
}

function answer({ sku }: RunItem, state: PickState, problem: string | null, run: number): FormAnswer {
  return staffAnswer(problem === null, problem ?? `${sku} ${SAID[state]}.`, pickRunHref(run))
}

function findItem(items: readonly RunItem[], id: number): RunItem | string {
  return items.find((item) => item.id === id) ?? CHANGE_MESSAGES.gone
}

/**
 * Returns the item with the scanned label, or why it is none: a tire that looks alike is refused with both numbers. The label of a
 * tire in a set is that of the set.
 */
async function findScanned(
  db: D1Database,
  items: readonly RunItem[],
  code: string,
): Promise<RunItem | string> {
  const scan = parseScan(code)
  if (scan?.kind !== 'unit') return 'Scan the label of a tire.'
  const named = skuSpellings(scan.sku)
  const set = await findSetOf(db, scan.sku)
  const matches = items.filter(({ sku }) => named.includes(sku.toUpperCase()) || sku === set)
  const open = matches.find(({ state }) => state !== 'picked')
  if (open) return open
  if (matches[0]) return `${matches[0].sku} is picked already.`
  const next = items.find(({ state }) => state === 'open')
  const wanted = next ? ` Next is ${next.sku}${next.bin ? ` in ${next.bin}` : ''}.` : ''
  return `Wrong tire: ${named.at(-1) ?? ''} isn’t in this run.${wanted}`
}
