/** Accounts of staff, apart from customers: passkeys, invitations, sessions and challenges (H14). Times are milliseconds. */
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const staff = sqliteTable(
  'staff',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    /** Lower case; where invitations and alerts go. */
    email: text('email').notNull(),
    /** The name of a built-in role, or the id of a custom one. */
    role: text('role').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When this person left; `null` for staff of today. */
    endedAt: integer('ended_at'),
    /** For shared phones; `null` until the person chooses a PIN. */
    pinHash: text('pin_hash'),
    /** Wrong PINs since the last right one or the last passkey. */
    pinFailures: integer('pin_failures').notNull().default(0),
    /** 1 for a person who gets the daily summary. */
    dailySummary: integer('morning_mail').notNull().default(0),
    /** The day of the last daily summary, such as `2026-11-27`; empty before it. */
    dailySummaryOn: text('morning_mailed_on').notNull().default(''),
  },
  (t) => [uniqueIndex('staff_email').on(t.email)],
)

const staffId = () =>
  integer('staff_id')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' })

export const staffInvitation = sqliteTable(
  'staff_invitation',
  {
    /** SHA-256 of the token in the link, in hex. */
    id: text('id').primaryKey(),
    staffId: staffId(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [uniqueIndex('staff_invitation_staff').on(t.staffId)],
)

export const staffPasskey = sqliteTable(
  'staff_passkey',
  {
    /** The credential's id, base64url. */
    id: text('id').primaryKey(),
    staffId: staffId(),
    /** COSE key. */
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    /** Signatures that the authenticator has counted; 0 for passkeys that are synchronized. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    /** The device as its owner knows it: `Chrome on Android`. */
    label: text('label').notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [index('staff_passkey_staff').on(t.staffId)],
)

/** A phone that several people use, with a PIN each. */
export const staffPhone = sqliteTable('staff_phone', {
  /** SHA-256 of the phone's cookie, in hex. */
  id: text('id').primaryKey(),
  label: text('label').notNull(),
  enrolledBy: integer('enrolled_by')
    .notNull()
    .references(() => staff.id),
  createdAt: integer('created_at').notNull(),
})

export const staffRecoveryCode = sqliteTable(
  'staff_recovery_code',
  {
    /** SHA-256 of person and code, in hex. */
    id: text('id').primaryKey(),
    staffId: staffId(),
  },
  (t) => [index('staff_recovery_code_staff').on(t.staffId)],
)

export const staffSession = sqliteTable(
  'staff_session',
  {
    /** SHA-256 of the cookie, in hex. */
    id: text('id').primaryKey(),
    staffId: staffId(),
    device: text('device').notNull(),
    /** City and state of the sign-in, from the request's metadata. */
    place: text('place').notNull(),
    createdAt: integer('created_at').notNull(),
    seenAt: integer('seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** When a passkey was used last in this session. */
    verifiedAt: integer('verified_at').notNull(),
    /** The shared phone of a session that a PIN opened. */
    phoneId: text('phone_id').references(() => staffPhone.id, { onDelete: 'cascade' }),
  },
  (t) => [index('staff_session_staff').on(t.staffId), index('staff_session_expires').on(t.expiresAt)],
)

export const staffChallenge = sqliteTable(
  'staff_challenge',
  {
    /** The challenge, base64url. */
    id: text('id').primaryKey(),
    /** The person who adds a passkey; `null` at a sign-in. */
    staffId: integer('staff_id').references(() => staff.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('staff_challenge_expires').on(t.expiresAt)],
)
