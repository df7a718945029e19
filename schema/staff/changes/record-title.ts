/** What records are called in the audit log, and where their pages are (H14). */
import type { StaffPermission } from '../../identity/staff/permissions.ts'
import {
  couponHref,
  packHref,
  paths,
  pickRunHref,
  staffChatHref,
  staffCustomerHref,
  staffOrderHref,
  staffPaths,
} from '../../paths.ts'
import { API_PATHS, webhookHref } from '../api/api-paths.ts'
import { recallHref, registrationHref } from '../safety/safety-paths.ts'
import { findSetting } from '../settings/setting.ts'
import { staffTaxHref, staffTextHref } from '../texts/text-paths.ts'
import { binHref, unitHref } from '../unit-list/unit-paths.ts'

/** What the database knows of a record that its id doesn’t say. */
export interface RecordFacts {
  name: string
  /** The id in the address of its page, if it’s another one. */
  pageId: string | null
}

interface RecordKindTitle {
  label: string
  /** Its page, and the permission that opens it. */
  page?: { permission: StaffPermission; href: (id: string) => string }
  /** Its page is linked only if the facts were found: without them the record is gone, or its id alone does not lead there. */
  needsFacts?: true
}

const orderPage = { permission: 'orders.see', href: staffOrderHref } as const
const unitPage = { permission: 'units.see', href: unitHref } as const
const customerPage = { permission: 'customers.see', href: staffCustomerHref } as const
const fixed = (permission: StaffPermission, href: string) => ({ permission, href: () => href })

const KINDS: Readonly<Record<string, RecordKindTitle>> = {
  unit: { label: 'Unit', page: unitPage },
  bin: { label: 'Bin', page: { permission: 'units.see', href: binHref } },
  lot: { label: 'Lot', page: fixed('cost.see', staffPaths.lots) },
  pick: { label: 'Pick', page: { permission: 'orders.pick', href: packHref }, needsFacts: true },
  'pick-run': {
    label: 'Pick run',
    page: { permission: 'orders.pick', href: (id) => pickRunHref(Number(id)) },
  },
  coupon: { label: 'Coupon', page: { permission: 'coupons', href: couponHref } },
  setting: { label: 'Setting', page: fixed('settings', staffPaths.settings) },
  text: { label: 'Text', page: { permission: 'texts', href: staffTextHref } },
  redirect: { label: 'Redirect', page: fixed('texts', staffPaths.redirects) },
  tax: { label: 'Tax or fee', page: { permission: 'taxes.see', href: staffTaxHref } },
  key: { label: 'API key', page: fixed('keys', API_PATHS.settings) },
  webhook: { label: 'Webhook', page: { permission: 'keys', href: webhookHref }, needsFacts: true },
  chat: { label: 'Conversation', page: { permission: 'chat', href: (id) => staffChatHref(Number(id)) } },
  dealer: { label: 'Dealer', page: customerPage, needsFacts: true },
  customer: { label: 'Customer', page: customerPage, needsFacts: true },
  review: { label: 'Review', page: fixed('reviews', paths.staffReviews) },
  merge: { label: 'Move of orders' },
  parcel: { label: 'Parcel', page: { permission: 'orders.pick', href: parcelHref } },
  shipment: { label: 'Shipment', page: orderPage, needsFacts: true },
  order: { label: 'Order', page: orderPage },
  credit: { label: 'Store credit' },
  registration: {
    label: 'Registration',
    page: { permission: 'safety.see', href: registrationHref },
    needsFacts: true,
  },
  recall: { label: 'Recall', page: { permission: 'safety.see', href: recallHref } },
  'recall-match': { label: 'Recalled unit', page: unitPage, needsFacts: true },
  intake: { label: 'Intake' },
  role: { label: 'Role', page: fixed('people', staffPaths.people) },
  person: { label: 'Staff', page: fixed('people', staffPaths.people) },
}

/** The id of a parcel is the number of its order with its own: `TL-33RV1Z5W.2`. */
function parcelHref(id: string): string {
  const [order = '', number = ''] = id.split('.')
  return packHref(order, Number(number))
}

/** A record of the audit log as people know it. */
export interface RecordTitle {
  text: string
  /** `null` for a record without a page, or with one that the reader may not open. */
  href: string | null
}

/** Returns what a record is called, and its page if `may` allows it. A customer’s name is only for who may open their page. */
export function recordTitle(
  { record, recordId }: { record: string; recordId: string },
  facts: RecordFacts | null,
  may: (permission: StaffPermission) => boolean,
): RecordTitle {
  const { label, page, needsFacts } = KINDS[record] ?? { label: record }
  const isOpen = page !== undefined && may(page.permission) && (facts !== null || !needsFacts)
  const isNamed = facts !== null && (page !== customerPage || isOpen)
  return {
    text: isNamed ? namedText(record, label, facts.name) : `${label} ${recordName(record, recordId)}`,
    href: isOpen ? page.href(facts?.pageId ?? recordId) : null,
  }
}

function namedText(record: string, label: string, name: string): string {
  return record === 'person' || record === 'tax' ? name : `${label} ${name}`
}

function recordName(record: string, id: string): string {
  if (record === 'setting') return findSetting(id) ? settingName(id) : id
  if (record === 'parcel') return id.replace(/^(.+)\.(\d+)$/, '$2 of order $1')
  return id
}

function settingName(path: string): string {
  const [, store] = /^stores\/(\d+)\//.exec(path) ?? []
  return `“${findSetting(path)?.label ?? path}”${store === undefined ? '' : ` of store ${store}`}`
}
