/** Writes the fields of a change for the audit log (H14). */
import { APPLICATION_LABELS, REASON_TEXTS } from '../../account/dealer/dealer-application.ts'
import { BUILT_IN_ROLES, PERMISSION_LABELS, roleLabel } from '../../identity/staff/permissions.ts'
import { formatMoney } from '../../platform/money.ts'
import { shopDay } from '../../platform/shop-calendar.ts'
import { WEBHOOK_KIND_LABELS } from '../api/webhook.ts'
import { KIND_LABELS } from '../coupons/coupon-form.ts'
import { FINDINGS } from '../intake/findings.ts'
import { PICK_STATE_LABELS } from '../picking/pick-record.ts'
import { MATCH_LABELS } from '../safety/recall-match.ts'
import { SENT_LABELS } from '../safety/registration-record.ts'
import { differingPart } from '../texts/text-difference.ts'
import { UNIT_FIELDS } from '../units/unit-record.ts'
import { UNIT_STATE_LABELS } from '../units/unit-state.ts'
import { type FieldFormat, isSameValue } from './change.ts'

interface FieldLabel {
  label: string
  format?: FieldFormat
  /** What its values are called. */
  labels?: Readonly<Record<string, string>>
  /** Only people who may see costs are shown it. */
  needsCost?: true
}
type FieldLabels = Readonly<Record<string, FieldLabel>>

/** What a printed label was. */
const PRINT_FIELDS: FieldLabels = { paper: { label: 'Paper, in' }, format: { label: 'Printed as' } }

const KNOCK_OUT_LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(FINDINGS).map(([code, { label }]) => [code, label])),
  'tread-below-legal': 'Tread below 2/32 in',
}

/** The labels of fields by record. A field of a record of former days keeps its name. */
const FIELDS: Readonly<Record<string, FieldLabels>> = {
  unit: {
    ...UNIT_FIELDS,
    cost: { ...UNIT_FIELDS.cost, needsCost: true },
    lastCost: { ...UNIT_FIELDS.lastCost, needsCost: true },
    tires: { label: 'Tires' },
    scrapped: { label: 'Scrapped' },
    takenAt: { label: 'Taken in', format: 'time' },
    suggested: { label: 'Suggested price', format: 'money' },
    takenBy: { label: 'Taken in by', format: 'staff' },
    secondBy: { label: 'Second inspection by', format: 'staff' },
    secondAt: { label: 'Second inspection', format: 'time' },
    // Finds alike photos; nobody can read it.
    photoHash: { label: 'Photo', format: 'hidden' },
    findings: { label: 'Findings', format: 'count' },
    set: { label: 'Set' },
    members: { label: 'Tires of the set', format: 'list' },
    ...PRINT_FIELDS,
  },
  bin: { ...PRINT_FIELDS, walk: { label: 'Place on the way' }, capacity: { label: 'Capacity' } },
  lot: {
    source: { label: 'From' },
    kind: { label: 'Paid for', labels: { whole: 'The whole lot', each: 'Each tire' } },
    paid: { label: 'Paid', format: 'money', needsCost: true },
    count: { label: 'Tires' },
  },
  pick: { state: { label: 'State', format: 'state' } },
  parcel: {
    contents: { label: 'Tires', format: 'amounts' },
    carrier: { label: 'Carrier' },
    trackingNumber: { label: 'Tracking number' },
    weight: { label: 'Weight, lb' },
    isSent: { label: 'Sent', format: 'yes' },
  },
  order: {
    address: { label: 'Address' },
    sku: { label: 'Tire' },
    total: { label: 'Total', format: 'money' },
    sale: { label: 'Paid with' },
    tag: { label: 'Tag' },
    person: { label: 'Looks after it', format: 'staff' },
  },
  shipment: { carrier: { label: 'Carrier' }, trackingNumber: { label: 'Tracking number' } },
  'pick-run': { orders: { label: 'Orders' } },
  review: { answer: { label: 'Answer', format: 'text' } },
  merge: { orders: { label: 'Orders' } },
  coupon: {
    kind: { label: 'Advantage', labels: KIND_LABELS },
    percent: { label: 'Percent' },
    amount: { label: 'Amount', format: 'money' },
    isActive: { label: 'Active', format: 'yes' },
    minSubtotal: { label: 'From', format: 'money' },
    startsAt: { label: 'First day', format: 'time' },
    endsAt: { label: 'Last day', format: 'time' },
    usageLimit: { label: 'Uses in all' },
    perCustomerLimit: { label: 'Uses per customer' },
    firstOrderOnly: { label: 'First order only', format: 'yes' },
    description: { label: 'Note' },
  },
  credit: { amount: { label: 'Amount', format: 'money' } },
  setting: { value: { label: 'Value' } },
  chat: { assignee: { label: 'Who answers', format: 'staff' }, wants: { label: 'Wants', format: 'list' } },
  tax: {
    percent: { label: 'Percent' },
    cents: { label: 'For each tire', format: 'money' },
    fromDay: { label: 'From' },
    earlier: { label: 'Until then' },
    source: { label: 'Source' },
    isConfirmed: { label: 'Confirmed', format: 'yes' },
    stateCode: { label: 'State' },
    title: { label: 'Name' },
    code: { label: 'Kind' },
    conditions: { label: 'Tires', format: 'list' },
    rimFrom: { label: 'Rim from, in' },
    rimBelow: { label: 'Rim below, in' },
    cap: { label: 'At most', format: 'money' },
  },
  redirect: { location: { label: 'Leads to' }, isPermanent: { label: 'For good', format: 'yes' } },
  text: {
    title: { label: 'Title' },
    metaDescription: { label: 'Description' },
    content: { label: 'Text', format: 'text' },
    isActive: { label: 'On the shop', format: 'yes' },
    updatedAt: { label: 'Last updated', format: 'time' },
  },
  webhook: {
    address: { label: 'Address' },
    kinds: { label: 'About', format: 'list', labels: WEBHOOK_KIND_LABELS },
    isActive: { label: 'Active', format: 'yes' },
    isStopped: { label: 'Stopped', format: 'yes' },
    message: { label: 'Message', format: 'hidden' },
    messages: { label: 'Messages' },
    from: { label: 'From', format: 'time' },
    until: { label: 'Until', format: 'time' },
  },
  role: {
    name: { label: 'Name' },
    permissions: { label: 'Can', format: 'list', labels: PERMISSION_LABELS },
    refundAct: { label: 'One refund', format: 'money' },
    refundDay: { label: 'Refunds of a day', format: 'money' },
    creditAct: { label: 'Store credit at once', format: 'money' },
    creditDay: { label: 'Store credit of a day', format: 'money' },
    discount: { label: 'Discount, percent' },
    bulk: { label: 'Units of one change' },
    isActive: { label: 'In use', format: 'yes' },
  },
  key: {
    name: { label: 'Name' },
    permissions: { label: 'Can', format: 'list', labels: PERMISSION_LABELS },
    isActive: { label: 'Active', format: 'yes' },
  },
  registration: {
    tins: { label: 'TINs', format: 'amounts' },
    sentAs: { label: 'Registered', format: 'state' },
    sentAt: { label: 'Registered on', format: 'time' },
  },
  recall: {
    maker: { label: 'Maker' },
    notice: { label: 'What’s wrong' },
    remedy: { label: 'Remedy' },
    products: { label: 'Tires it names', format: 'count' },
    isOpen: { label: 'Open', format: 'yes' },
  },
  'recall-match': { state: { label: 'Decision', format: 'state' } },
  intake: { knockOut: { label: 'Reason', labels: KNOCK_OUT_LABELS } },
  person: {
    role: {
      label: 'Role',
      labels: Object.fromEntries(BUILT_IN_ROLES.map((role) => [role, roleLabel(role)])),
    },
    passkey: { label: 'Passkey' },
    phone: { label: 'Shared phone' },
  },
  dealer: {
    state: { label: 'Application', format: 'state' },
    reason: { label: 'Reason', format: 'state' },
    certificateUntil: { label: 'Certificate until' },
  },
}

/** A decision that waits has the name of no unit's state. */
const { confirmed, freed } = MATCH_LABELS
const DECISIONS = { confirmed, freed }

const STATE_LABELS: Readonly<Record<string, string>> = {
  ...UNIT_STATE_LABELS,
  ...PICK_STATE_LABELS,
  ...APPLICATION_LABELS,
  ...REASON_TEXTS,
  ...SENT_LABELS,
  ...DECISIONS,
}

export interface ChangedField {
  label: string
  /** Empty for a field of a new record. */
  before: string
  after: string
}

/** The names of staff by id. */
type StaffNames = ReadonlyMap<number, string>

/**
 * Returns the changed fields of a record with their values as text. Objects, such as a whole report, are left out, and so are costs
 * for a reader who may not see them.
 */
export function formatChange(
  record: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  { staff = new Map(), maySeeCost }: { staff?: StaffNames; maySeeCost: boolean },
): ChangedField[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const { label, format, labels, needsCost }: FieldLabel = FIELDS[record]?.[field] ?? { label: field }
    if (needsCost && !maySeeCost) return []
    const isWritten = format !== undefined || value === null || typeof value !== 'object'
    if (!isWritten || format === 'hidden' || (isEmpty(value) && isEmpty(before[field]))) return []
    if (format === 'text') return [{ label, ...differingPart(String(before[field] ?? ''), String(value)) }]
    if (format === 'staff')
      return [{ label, before: formatStaff(before[field], staff), after: formatStaff(value, staff) }]
    const write = (one: unknown) => formatValue(one, format, labels)
    const isSame = isSameValue(before[field], value)
    return [{ label, before: isSame || format === 'delta' ? '' : write(before[field]), after: write(value) }]
  })
}

/** Checks whether a field has nothing to show. */
function isEmpty(value: unknown): boolean {
  return value == null || (Array.isArray(value) && value.length === 0)
}

function formatStaff(id: unknown, names: StaffNames): string {
  if (typeof id !== 'number') return formatValue(id)
  return names.get(id) ?? 'former staff'
}

function formatValue(value: unknown, format?: FieldFormat, labels: FieldLabel['labels'] = {}): string {
  // What people type may be the name of something that each object has, such as `constructor`.
  const nameIn = (names: Readonly<Record<string, string>>, one: string) =>
    (Object.hasOwn(names, one) ? names[one] : undefined) ?? one
  const named = (one: string) => nameIn(labels, one)
  if (value === undefined) return ''
  if (value === null) return 'none'
  switch (format) {
    case 'money':
      return formatMoney(Number(value))
    case 'time':
      return shopDay(Number(value))
    case 'state':
      return nameIn(STATE_LABELS, String(value))
    case 'person':
      return (value as { name?: string }).name ?? ''
    case 'yes':
      return value === true ? 'yes' : 'no'
    case 'amounts':
      return Object.entries(value as Record<string, number>)
        .map(([sku, tires]) => `${tires} × ${sku}`)
        .join(', ')
    case 'list':
      return (value as string[]).map(named).join(', ')
    case 'delta':
      return Number(value) > 0 ? `+${String(value)}` : String(value).replace('-', '−')
    case 'count':
      return String((value as unknown[]).length)
    default:
      return named(String(value))
  }
}
