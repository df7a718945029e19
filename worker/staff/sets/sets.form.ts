/** POST /staff/sets/form: makes a set, breaks it up, or puts it together again (H14). */
import { staffPaths } from '../../../schema/paths.ts'
import { parseScan } from '../../../schema/staff/print/unit-link.ts'
import { parsePrice, SET_FORM, type SetForm } from '../../../schema/staff/sets/set-form.ts'
import { unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { breakSet, undoBreak } from './break-set.ts'
import { makeSet, type SetResult } from './make-set.ts'
import { newSetPage } from './new-set.page.tsx'

export const setsForm = staffFormRoute({
  path: staffPaths.setForm,
  permission: 'intake',
  read: (c) => c.req.parseBody({ all: true }).catch(() => ({})),
  schema: SET_FORM,
  run: async (c, form, staff) => {
    const [db, actor, now] = [c.env.DB, toActor(staff, 'page'), Date.now()]
    const { key } = form
    switch (form.action) {
      case 'make': {
        const { sku: skus, price, bin, why } = form
        const asked = { skus, price: parsePrice(price), bin: readBin(bin), why: why || null, key }
        const result = await makeSet(db, actor, asked, now)
        if (result.ok)
          return answer(result, `${skus.length === 2 ? 'Pair' : 'Set'} ${result.sku} is on sale.`)
        const { problem } = result
        const refused = { problem, fields: { price, bin, why } }
        return { status: 422, result: problem.message, to: () => newSetPage(c, skus, refused) }
      }
      case 'break': {
        const result = await breakSet(db, actor, { sku: form.sku, why: form.why || null, key }, now)
        return answer(result, BROKEN, form)
      }
      case 'undo-make': {
        const result = await breakSet(db, actor, { sku: form.sku, why: null, key, isUndo: true }, now)
        return answer(result, BROKEN, form)
      }
      case 'undo-break':
        return answer(await undoBreak(db, actor, { sku: form.sku, key }, now), 'Together again.', form)
    }
  },
})

const BROKEN = 'Broken up. Its tires are single again.'

function readBin(typed: string): string | null {
  const scan = parseScan(typed)
  return scan?.kind === 'bin' ? scan.bin : typed.toUpperCase() || null
}

/** Redirects to the page of the set, with what was done or why nothing was. */
function answer(
  result: SetResult,
  done: string,
  form?: Pick<Extract<SetForm, { sku: string }>, 'sku'>,
): FormAnswer {
  return result.ok
    ? staffAnswer(true, done, unitHref(result.sku))
    : staffAnswer(false, result.problem.message, unitHref(form?.sku ?? ''))
}
