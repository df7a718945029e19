/** POST /staff/returns/form: puts the tires of a return back, or records that another tire came (H14). */
import { staffPaths, staffReturnHref } from '../../../schema/paths.ts'
import { findingsOf, RETURN_FORM } from '../../../schema/staff/returns/return-form.ts'
import { RETURN_READING_MESSAGES, readDepths } from '../../../schema/staff/returns/return-readings.ts'
import { UNIT_STATE_LABELS } from '../../../schema/staff/units/unit-state.ts'
import { toActor } from '../changes/staff-actor.ts'
import { beginExchange } from '../counter/begin-exchange.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { readReturnedUnits, recordOtherTire } from './put-back.sql.ts'
import { putBackReturn } from './put-back.ts'
import { staffReturnPage } from './return.page.tsx'

export const staffReturnForm = staffFormRoute({
  path: staffPaths.returnForm,
  permission: 'returns',
  read: (c) => c.req.parseBody({ all: true }).catch(() => ({})),
  schema: RETURN_FORM,
  run: async (c, form, staff) => {
    const { order: orderNumber, case: number, key } = form
    const to = staffReturnHref(orderNumber, number)
    if (form.action === 'exchange') {
      const context = { db: c.env.DB, staff, now: Date.now() }
      const begun = await beginExchange(context, { exchange: { orderNumber, number }, code: form.scan, key })
      return staffAnswer(begun.ok, begun.message, begun.ok ? begun.to : to)
    }
    const { item } = form
    const line = (await readReturnedUnits(c.env.DB, orderNumber, number)).find(
      ({ itemId }) => itemId === item,
    )
    if (!line) return c.notFound()
    const now = Date.now()
    if (form.action === 'other-tire') {
      const by = `staff:${staff.staffId}`
      await recordOtherTire(c.env.DB, { line, by, text: `${line.sku}: ${form.text}`, now })
      return staffAnswer(true, RETURN_READING_MESSAGES['other-tire'], to)
    }
    const { action, scan } = form
    const grooves = line.report && readDepths(form.depth, line.report)
    const readings = grooves && { grooves, findings: findingsOf(form) }
    const asked = { orderNumber, number, itemId: item, to: action, readings, scan, key }
    const result = await putBackReturn(c.env.DB, toActor(staff, 'page'), asked, now)
    if (result.ok)
      return staffAnswer(true, `${result.sku}: ${UNIT_STATE_LABELS[result.state].toLowerCase()}.`, to)
    const { message } = result
    return {
      status: 422,
      result: message,
      to: () => staffReturnPage(c, { orderNumber, number, role: staff.role }, { typed: form, message }),
    }
  },
})
