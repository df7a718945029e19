/** Keys of programs in D1, also as records that staff change (H14y). */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { apiKey } from '../../../schema/staff/api/api-key.table.ts'
import {
  evaluateKey,
  KEY_ID,
  KEY_PATCH,
  type KeyPatch,
  type KeyValues,
  NEW_KEY,
} from '../../../schema/staff/api/api-key.ts'
import { ASSIGNED_ROLE } from '../../identity/staff/staff-role.sql.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'

/** Returns the key with this hash and the person who made it; `null` when one of them has ended. */
export async function findKey(db: D1Database, hash: string) {
  const row = await connect(db)
    .select({
      id: apiKey.id,
      permissions: apiKey.permissions,
      usedAt: apiKey.usedAt,
      staffId: staff.id,
      name: staff.name,
      email: staff.email,
      role: ASSIGNED_ROLE,
    })
    .from(apiKey)
    .innerJoin(staff, eq(staff.id, apiKey.staffId))
    .where(and(eq(apiKey.hash, hash), isNull(apiKey.endedAt), isNull(staff.endedAt)))
    .get()
  return row ?? null
}

/** Writes the last use of a key. */
export async function touchKey(db: D1Database, id: string, now: number): Promise<void> {
  await connect(db).update(apiKey).set({ usedAt: now }).where(eq(apiKey.id, id))
}

/** Returns the statement that ends the keys of a person whose access has ended, so that a new invitation brings none back (H14y). */
export function endKeysOf(staffId: number, now: number): SQL {
  const hasEnded = sql`exists (select 1 from ${staff} s where s.id = ${staffId} and s.ended_at is not null)`
  return sql`update ${apiKey} set ended_at = ${now}, version = version + 1
    where staff_id = ${staffId} and ended_at is null and ${hasEnded}`
}

export type KeyLine = Awaited<ReturnType<typeof readKeys>>[number]

/** Returns all keys, the newest first, those that ended last. */
export function readKeys(db: D1Database) {
  return connect(db)
    .select({
      id: apiKey.id,
      name: apiKey.name,
      permissions: apiKey.permissions,
      createdAt: apiKey.createdAt,
      usedAt: apiKey.usedAt,
      endedAt: sql<number | null>`coalesce(${apiKey.endedAt}, ${staff.endedAt})`,
      maker: staff.name,
    })
    .from(apiKey)
    .innerJoin(staff, eq(staff.id, apiKey.staffId))
    .orderBy(
      sql`coalesce(${apiKey.endedAt}, ${staff.endedAt}) is not null`,
      desc(apiKey.createdAt),
      desc(apiKey.id),
    )
}

/** A new key is written with its hash, which the audit log doesn’t have; a key that ended stays ended. */
export const KEY_RECORD: RecordKind<KeyValues, KeyPatch, { isNew: boolean }> = {
  id: KEY_ID,
  patch: KEY_PATCH,
  async read(db, id) {
    const row = await connect(db).select().from(apiKey).where(eq(apiKey.id, id)).get()
    if (!row) return { values: NEW_KEY, version: 0, facts: { isNew: true } }
    const { name, permissions, endedAt, version } = row
    const values = { name, permissions: permissions as KeyValues['permissions'], isActive: endedAt === null }
    return { values, version, facts: { isNew: false } }
  },
  hasVersion: (id, version) =>
    version === 0
      ? sql`not exists (select 1 from ${apiKey} where id = ${id})`
      : sql`exists (select 1 from ${apiKey} where id = ${id} and version = ${version})`,
  evaluate: evaluateKey,
  write({ id, before, after, facts, actor, now, unlogged }) {
    if (!facts.isNew)
      return [sql`update ${apiKey} set ended_at = ${now}, version = version + 1 where id = ${id}`]
    const { name, permissions } = { ...before, ...after }
    return [
      sql`insert into ${apiKey} (id, name, hash, permissions, staff_id, created_at)
        values (${id}, ${name}, ${unlogged}, ${JSON.stringify(permissions)}, ${actor.staffId}, ${now})`,
    ]
  },
  isFinal: true,
}
