/** The records that staff change (H14), by name. */
import type { RecordName } from '../../../schema/staff/changes/change.api.ts'
import { KEY_RECORD } from '../api/api-key.sql.ts'
import { WEBHOOK_RECORD } from '../api/webhook-record.sql.ts'
import { CHAT_DESK_RECORD } from '../chats/chat-desk-record.sql.ts'
import { COUPON_RECORD } from '../coupons/coupon-record.sql.ts'
import { DEALER_RECORD } from '../dealers/dealer-record.sql.ts'
import { SHIPMENT_RECORD } from '../orders/shipment-record.sql.ts'
import { PARCEL_RECORD } from '../packing/parcel-record.sql.ts'
import { ROLE_RECORD } from '../people/role-record.sql.ts'
import { PICK_RECORD } from '../picking/pick-record.sql.ts'
import { REDIRECT_RECORD } from '../redirects/redirect-record.sql.ts'
import { MATCH_RECORD } from '../safety/match-record.sql.ts'
import { RECALL_RECORD } from '../safety/recall-record.sql.ts'
import { REGISTRATION_RECORD } from '../safety/registration-record.sql.ts'
import { SETTING_RECORD } from '../settings/setting-record.sql.ts'
import { TAX_RECORD } from '../taxes/tax-record.sql.ts'
import { TEXT_RECORD } from '../texts/text-record.sql.ts'
import { UNIT_RECORD } from '../units/unit-record.sql.ts'
import { BIN_RECORD, LOT_RECORD } from '../units/yard-record.sql.ts'
import type { RecordKind } from './record-kind.sql.ts'

const ALL = {
  unit: UNIT_RECORD,
  bin: BIN_RECORD,
  lot: LOT_RECORD,
  pick: PICK_RECORD,
  dealer: DEALER_RECORD,
  parcel: PARCEL_RECORD,
  shipment: SHIPMENT_RECORD,
  coupon: COUPON_RECORD,
  setting: SETTING_RECORD,
  text: TEXT_RECORD,
  redirect: REDIRECT_RECORD,
  tax: TAX_RECORD,
  key: KEY_RECORD,
  role: ROLE_RECORD,
  webhook: WEBHOOK_RECORD,
  chat: CHAT_DESK_RECORD,
  registration: REGISTRATION_RECORD,
  recall: RECALL_RECORD,
  'recall-match': MATCH_RECORD,
} satisfies Record<RecordName, unknown>

/** The fields of a record, by name. */
export type Fields = Record<string, unknown>

/** Returns the kind of a record; its fields are those of the kind, which the compiler cannot follow by name. */
export function recordKind(name: RecordName): RecordKind<Fields, Fields, unknown> {
  return ALL[name] as unknown as RecordKind<Fields, Fields, unknown>
}

/** Checks whether a text of the audit log is the name of a record of today. */
export function isRecordName(name: string): name is RecordName {
  return name in ALL
}
