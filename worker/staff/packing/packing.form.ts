/** POST /staff/pack/form/: tires into parcels by scan, labels, sending, and tires of ended orders back (H14o). */
import type { Context } from 'hono'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import { normalizeOrderNumber } from '../../../schema/orders/status/guest-order.ts'
import { packHref, staffPaths } from '../../../schema/paths.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import {
  PACKING_FORM,
  PACKING_MESSAGES,
  type PackingForm,
} from '../../../schema/staff/packing/packing-form.ts'
import { type ParcelPatch, parcelId } from '../../../schema/staff/packing/parcel-record.ts'
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
import { type PackedOrder, readPackedOrder } from './packing-order.sql.ts'
import { findOrderOfTire } from './packing-queue.sql.ts'
import { putBack } from './put-back.ts'
import { sendParcel } from './send-parcel.ts'

type ParcelForm = Exclude<PackingForm, { action: 'find' | 'put-back' }>

export const packingForm = staffFormRoute({
  permission: 'orders.pick',
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
