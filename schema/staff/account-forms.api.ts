/** POST /staff/{sign-in,me,people}/form/: what staff change of accounts (H14a). */
import * as v from 'valibot'
import { BUILT_IN_ROLES } from '../identity/staff/permissions.ts'
import { emailAddress } from '../platform/forms/field.ts'
import { numberText } from '../platform/forms/number-text.ts'
import { ROLE_ID } from './people/role-record.ts'

const ID = numberText(15)
const HASH = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const PASSKEY = v.pipe(v.string(), v.regex(/^[\w-]{8,1400}$/))
const LABEL = v.pipe(v.string(), v.maxLength(60), v.trim(), v.minLength(1))
const EMAIL = v.pipe(
  v.string(),
  v.maxLength(254),
  v.trim(),
  v.toLowerCase(),
  v.check((text) => emailAddress(text) === null),
)
const PIN = v.pipe(v.string(), v.regex(/^\d{6}$/))
const ROLE = v.union([v.picklist(BUILT_IN_ROLES), ROLE_ID])

export const STAFF_SIGN_IN_FORM = v.variant('action', [
  v.object({ action: v.literal('recover'), email: EMAIL, code: v.pipe(v.string(), v.maxLength(40)) }),
  v.object({ action: v.literal('pin'), person: ID, pin: PIN }),
])

export const STAFF_ME_FORM = v.variant('action', [
  v.object({ action: v.literal('rename-passkey'), passkey: PASSKEY, label: LABEL }),
  v.object({ action: v.literal('remove-passkey'), passkey: PASSKEY }),
  v.object({ action: v.literal('codes') }),
  v.object({ action: v.literal('end-session'), session: HASH }),
  v.object({ action: v.literal('end-others') }),
  v.object({ action: v.literal('sign-out') }),
  v.object({ action: v.literal('pin'), pin: PIN }),
  v.object({ action: v.literal('daily-summary'), on: v.optional(v.literal('yes')) }),
  v.object({
    action: v.literal('display'),
    theme: v.picklist(['device', 'light', 'dark']),
  }),
])
export type StaffMeForm = v.InferOutput<typeof STAFF_ME_FORM>

export const STAFF_PEOPLE_FORM = v.variant('action', [
  v.object({ action: v.literal('invite'), name: LABEL, email: EMAIL, role: ROLE }),
  v.object({ action: v.literal('invite-again'), person: ID }),
  v.object({ action: v.literal('role'), person: ID, role: ROLE }),
  v.object({ action: v.literal('end'), person: ID }),
  v.object({ action: v.literal('end-sessions'), person: ID }),
  v.object({ action: v.literal('enroll'), label: LABEL }),
  v.object({ action: v.literal('remove-phone'), phone: HASH }),
])
export type StaffPeopleForm = v.InferOutput<typeof STAFF_PEOPLE_FORM>

/** Messages of these forms. */
export const STAFF_ACCOUNT_MESSAGES = {
  code: 'That email and code don’t fit together, or the code was used. Each code works once.',
  pin: 'That PIN isn’t right. After five wrong ones only a passkey helps.',
  phone: 'This phone is no longer enrolled. Sign in with a passkey.',
  renamed: 'The passkey is renamed.',
  removed: 'The passkey is removed.',
  lastPasskey: 'Nothing was changed: this is your only passkey. Add another one first.',
  sessionEnded: 'That device is signed out.',
  othersEnded: 'All other devices are signed out.',
  pinSet: 'Your PIN is saved. Use it on a shared phone.',
  display: 'Saved.',
  summaryOn: 'You get a daily summary by email at 7:30 a.m. when something waits for you.',
  summaryOff: 'You won’t get the daily summary anymore.',
  taken: 'Nothing was changed: someone with this email works here already.',
  grant: 'Nothing was changed: you can’t give a role that can do more than you.',
  lastOwner: 'Nothing was changed: the shop needs an owner who can sign in.',
  roleChanged: 'This role was changed or deleted. Choose it again.',
  outranked: 'You can’t act on a person who can do more than you.',
  role: 'The role is changed, from their next click on.',
  ended: 'Their access has ended, on every device.',
  sessionsEnded: 'They’re signed out on every device.',
  phoneRemoved: 'The phone is removed, and everyone on it was signed out.',
  enrolled: 'This phone is enrolled. Sign out, and people can sign in here with their PIN.',
  wrong: 'Nothing was changed: please check what you typed.',
} as const
