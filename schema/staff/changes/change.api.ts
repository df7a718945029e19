/** POST /api/ext/staff/changes and /api/ext/staff/changes/undo: changes of records by staff (H14). */
import * as v from 'valibot'
import { numberText } from '../../platform/forms/number-text.ts'

export const RECORD_NAMES = [
  'unit',
  'bin',
  'lot',
  'pick',
  'parcel',
  'shipment',
  'dealer',
  'coupon',
  'setting',
  'text',
  'redirect',
  'tax',
  'key',
  'role',
  'webhook',
  'chat',
  'registration',
  'recall',
  'recall-match',
] as const
export type RecordName = (typeof RECORD_NAMES)[number]
/** Records that only their own pages change, because those ask for a passkey. */
const PAGE_RECORDS: readonly RecordName[] = ['key', 'role', 'webhook']

/** Checks whether only its own page changes a record. */
export function needsItsPage(record: string): boolean {
  return PAGE_RECORDS.some((name) => name === record)
}

/** Names a change, so that a repeated request is the same change. The browser makes it. */
export const CHANGE_KEY = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))

/** The version that a form has seen, as text. */
export const FORM_VERSION = numberText(9)

const RECORD = v.record(v.string(), v.unknown())
/** Fields by name. A list is an object too, and would be read to its end. */
const FIELDS: typeof RECORD = {
  ...RECORD,
  '~run': (dataset, config) =>
    RECORD['~run'](Array.isArray(dataset.value) ? { ...dataset, value: null } : dataset, config),
}

export const CHANGE_BODY = v.object({
  record: v.picklist(RECORD_NAMES.filter((name) => !PAGE_RECORDS.includes(name))),
  /** The sku of a unit, the code of a bin, the number of a lot. */
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  /** The changed fields alone. */
  patch: FIELDS,
  /** The version that the page showed; `null` for a scan. */
  version: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  key: CHANGE_KEY,
  why: v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(200))),
})

export const UNDO_BODY = v.object({ id: v.pipe(v.number(), v.integer(), v.minValue(1)), key: CHANGE_KEY })

const CONFLICTS = v.array(
  v.object({
    field: v.string(),
    theirs: v.unknown(),
    /** The id of the staff member; `null` for an import or a plan. */
    by: v.nullable(v.number()),
    /** Milliseconds. */
    at: v.number(),
  }),
)

/** `auditId` is `null` when nothing differed; `unchanged` are the fields that an undo left, because somebody changed them since. */
export const CHANGED_RESULT = v.object({
  version: v.number(),
  auditId: v.nullable(v.number()),
  unchanged: v.optional(CONFLICTS),
})

/** Why nothing was changed: a stable code, its message, and the field or fields that it is about. */
export const CHANGE_REFUSED = v.object({
  code: v.string(),
  message: v.string(),
  field: v.optional(v.string()),
  conflicts: v.optional(CONFLICTS),
  version: v.optional(v.number()),
})
