/** The roles of people in the database: built-in ones by name, custom ones by id (H14a). */
import { type SQL, sql } from 'drizzle-orm'
import {
  type AssignedRole,
  BUILT_IN_ROLES,
  type CustomRole,
  hasPermission,
  NO_RULES,
  PIN_WORK,
  STAFF_PERMISSIONS,
  type StaffPermission,
} from '../../../schema/identity/staff/permissions.ts'
import { staffRole } from '../../../schema/identity/staff/staff-role.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/** A custom role as JSON text. */
const AS_JSON =
  sql.raw(`json_object('id', r.id, 'name', r.name, 'version', r.version, 'permissions', json(r.permissions),
  'refund', json_object('act', r.refund_act, 'day', r.refund_day), 'credit', json_object('act', r.credit_act, 'day', r.credit_day),
  'bulk', r.bulk, 'discount', r.discount)`)
/** Written out: in a query of one table, Drizzle leaves the table's name away. */
const ROLE_COLUMN = sql.raw('"staff"."role"')

/** Selects the role of a person in a query of the table `staff`, as text for `parseStoredRole`. */
export const ROLE_TEXT = sql<string>`coalesce((select ${AS_JSON} from ${staffRole} r where r.id = ${ROLE_COLUMN}), ${ROLE_COLUMN})`

/** Returns the role of such a text; an unknown role may do nothing. */
export function parseStoredRole(text: string): AssignedRole {
  const builtIn = BUILT_IN_ROLES.find((role) => role === text)
  if (builtIn) return builtIn
  if (!text.startsWith('{')) return { id: text, name: 'No role', version: 0, ...NO_RULES }
  return parseCustomRole(text)
}

/** A permission that a later release no longer has gives nothing. */
function parseCustomRole(text: string): CustomRole {
  const role: CustomRole = JSON.parse(text)
  return { ...role, permissions: STAFF_PERMISSIONS.filter((one) => role.permissions.includes(one)) }
}

/** The role of a person among the selected fields of the table `staff`. */
export const ASSIGNED_ROLE = ROLE_TEXT.mapWith(parseStoredRole)

/** The condition that the role of a person in the table `staff` has one of these permissions. */
export function roleHas(permissions: readonly StaffPermission[]): SQL {
  const builtIn = BUILT_IN_ROLES.filter((role) =>
    permissions.some((permission) => hasPermission(role, permission)),
  )
  return sql`(${ROLE_COLUMN} in (select value from json_each(${JSON.stringify(builtIn)})) or exists (
    select 1 from ${staffRole} r, json_each(r.permissions) p where r.id = ${ROLE_COLUMN}
    and p.value in (select value from json_each(${JSON.stringify(permissions)}))))`
}

/** The condition that a person may use a shared phone. */
export const WORKS_IN_YARD = sql`(${ROLE_COLUMN} <> 'books' and ${roleHas(PIN_WORK)})`

/** Returns the custom roles by name. */
export async function readCustomRoles(db: D1Database): Promise<CustomRole[]> {
  const rows = await connect(db).all<{ role: string }>(
    sql`select ${AS_JSON} as role from ${staffRole} r where r.is_active is not null order by lower(r.name)`,
  )
  return rows.map(({ role }) => parseCustomRole(role))
}

/** Returns a role that can be given, by its name or id; `null` for one that is unknown or deleted. */
export async function findRole(db: D1Database, id: string): Promise<AssignedRole | null> {
  const builtIn = BUILT_IN_ROLES.find((role) => role === id)
  return builtIn ?? (await readCustomRoles(db)).find((role) => role.id === id) ?? null
}

/** The text that the table `staff` has for a role. */
export function roleId(role: AssignedRole): string {
  return typeof role === 'string' ? role : role.id
}

/** The condition that a role is as it was seen, so that nobody gives more than they checked. */
export function isRoleAsSeen(role: AssignedRole): SQL {
  if (typeof role === 'string') return sql`true`
  return sql`exists (select 1 from ${staffRole} where id = ${role.id} and version = ${role.version} and is_active is not null)`
}
