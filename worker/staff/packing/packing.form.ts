/** POST /staff/pack/form/: tires into parcels by scan, labels, sending, and tires of ended orders back (H14o). */
import type { Context } from 'hono'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import { normalizeOrderNumber } from '../../../schema/orders/status/guest-order.ts'
import { packHref, staffPaths } from '../../../schema/paths.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { inspectHref } from '../../../schema/staff/orders/order-paths.ts'
import {
  PACKING_FORM,
  PACKING_MESSAGES,
  type PackingForm,
} from '../../../schema/staff/packing/packing-form.ts'
import { type ParcelPatch, parcelId } from '../../../schema/staff/packing/parcel-record.ts'
import { isInspectionDue } from '../../../schema/staff/packing/second-inspection.ts'
import { readTracking } from '../../../schema/staff/packing/tracking-scan.ts'
import { parseScan, skuSpellings } from '../../../schema/staff/print/unit-link.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { refusePermission } from '../frame/refuse-permission.tsx'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { inspectTire } from './inspect-tire.ts'
import { packOrderPage } from './packing.page.tsx'
import { type PackedOrder, readPackedOrder } from './packing-order.sql.ts'
import { findOrderOfTire } from './packing-queue.sql.ts'
import { putBack } from './put-back.ts'
import { sendParcel } from './send-parcel.ts'

type InspectForm = Extract<PackingForm, { action: 'inspect' }>
type ParcelForm = Exclude<PackingForm, { action: 'find' | 'put-back' | 'inspect' }>

export const packingForm = staffFormRoute({
  permission: 'orders.pick',
  read: (c) => c.req.parseBody({ all: true }).catch(() => ({})),
  schema: PACKING_FORM,
  run: async (c, form, staff) => {
    if (form.action === 'find') return findOrder(c, form.code)
    if (form.action === 'send' && !hasPermission(staff.role, 'orders.send'))
      return refusePermission(c, staff.role, 'orders.send')
    const packed = await readPackedOrder(c.env.DB, form.order)
    if (!packed) return c.notFound()
    if (form.action === 'put-back') {
      const problem = await putBack(c.env.DB, toActor(staff, 'page'), { packed, key: form.key }, Date.now())
      return staffAnswer(problem === null, problem ?? PACKING_MESSAGES.back, packHref(form.order))
    }
    if (form.action === 'inspect') return inspect(c, form, packed, staff)
    return changeParcel(c, form, packed, staff)
  },
})

/** Opens the order with a scanned number, or the oldest one that waits for a scanned tire. */
async function findOrder(c: Context<AppEnv>, code: string): Promise<FormAnswer | Response> {
  const number = normalizeOrderNumber(code)
  const scan = parseScan(code)
  const found =
    isOrderNumber(number) && (await readPackedOrder(c.env.DB, number))
      ? number
      : scan?.kind === 'unit'
        ? await findOrderOfTire(c.env.DB, skuSpellings(scan.sku))
        : null
  return found === null
    ? staffAnswer(false, PACKING_MESSAGES.notFound, staffPaths.pack)
    : c.redirect(packHref(found), 303)
}

/** Shows the form again, with what was typed, until the tire is inspected. */
async function inspect(
  c: Context<AppEnv>,
  { order: orderNumber, parcel, sku, depth, again, key }: InspectForm,
  { items }: PackedOrder,
  staff: StaffSession,
): Promise<FormAnswer | Response> {
  if (!hasPermission(staff.role, 'inspect')) return refusePermission(c, staff.role, 'inspect')
  const report = items.find((item) => item.sku === sku)?.report
  if (!report) return c.notFound()
  // A repeated request, or another person, was first.
  if (!isInspectionDue(report)) return staffAnswer(true, '', packHref(orderNumber, parcel))
  const request = { orderNumber, parcel, sku, report, depths: depth, isAgain: again !== undefined, key }
  const message = await inspectTire(c.env.DB, toActor(staff, 'page'), request, Date.now())
  if (message === null) return staffAnswer(true, PACKING_MESSAGES.inspected, packHref(orderNumber, parcel))
  const inspected = { sku, typed: depth, message }
  return {
    status: 422,
    result: message,
    to: () => packOrderPage(c, staff, { orderNumber, parcel, inspected }),
  }
}

async function changeParcel(
  c: Context<AppEnv>,
  form: ParcelForm,
  packed: PackedOrder,
  staff: StaffSession,
): Promise<FormAnswer> {
  const actor = toActor(staff, 'page')
  const id = parcelId(form.order, form.parcel)
  const to = packHref(form.order, form.parcel)
  const now = Date.now()
  if (form.action === 'send') {
    const sent = await sendParcel(c.env, actor, { packed, parcel: form.parcel, key: form.key }, now)
    return staffAnswer(sent === null, sent ?? PACKING_MESSAGES.sent, packHref(form.order))
  }
  const patch = toPatch(form, packed)
  if (typeof patch === 'string') return staffAnswer(false, patch, to)
  const scanned = packed.items.find(({ sku }) => sku === patch.add)
  if (scanned && isInspectionDue(scanned.report))
    return staffAnswer(true, '', inspectHref(form.order, form.parcel, scanned.sku))
  const change = { record: 'parcel' as const, id, patch, version: null, key: form.key }
  const result = await applyChange(c.env.DB, actor, change, now)
  return staffAnswer(
    result.ok,
    result.ok ? said(form, patch) : explain(CHANGE_MESSAGES[result.problem], patch),
    to,
  )
}

const explain = (message: string, { add }: ParcelPatch) => (add ? `${add}: ${message}` : message)

function said({ parcel }: ParcelForm, { add, set, trackingNumber }: ParcelPatch): string {
  if (add) return `${add} is in parcel ${parcel}.`
  if (set) return set.tires === 0 ? `${set.sku} taken out.` : `${set.tires} × ${set.sku} in parcel ${parcel}.`
  return `Parcel ${parcel} has the tracking number ${trackingNumber ?? ''}.`
}

/** Returns the change that a form asks for, or why there is none: a wrong tire is refused with both numbers. */
function toPatch(form: Exclude<ParcelForm, { action: 'send' }>, packed: PackedOrder): ParcelPatch | string {
  switch (form.action) {
    case 'tires':
      return { set: { sku: form.sku, tires: form.tires } }
    case 'label': {
      const { carrier, weight } = form
      if (!/\w{4}/.test(form.trackingNumber)) return PACKING_MESSAGES.tracking
      return { carrier, trackingNumber: form.trackingNumber, weight: weight === '' ? null : Number(weight) }
    }
    case 'scan':
      return readScan(form.code, packed)
  }
}

function readScan(code: string, { items }: PackedOrder): ParcelPatch | string {
  const scan = parseScan(code)
  if (scan?.kind !== 'unit') return PACKING_MESSAGES.scan
  const named = skuSpellings(scan.sku)
  const item = items.find(({ sku }) => named.includes(sku.toUpperCase()))
  if (item) return { add: item.sku }
  const tracking = readTracking(scan.sku)
  if (tracking) return tracking
  const open = items.filter(({ tires, packed }) => packed < tires)
  const wanted = open.map(({ sku, bin }) => (bin ? `${sku} from ${bin}` : sku)).join(', ')
  return `Wrong tire: ${named.at(-1) ?? ''} isn’t in this order. ${wanted ? `Still to pack: ${wanted}.` : 'All is packed.'}`
}
