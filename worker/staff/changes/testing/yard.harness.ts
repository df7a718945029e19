/** People of a yard, and the tables that their changes write. */
import { type BuiltInRole, hasPermission } from '../../../../schema/identity/staff/permissions.ts'
import type { Actor } from '../../../../schema/staff/changes/change.ts'

/** Returns a person with the permissions of a role. */
export function actor(staffId: number, role: BuiltInRole = 'manager'): Actor {
  return {
    staffId,
    name: `Person ${staffId}`,
    session: `session-${staffId}`,
    source: 'page',
    may: (permission) => hasPermission(role, permission),
    maxPriceChange: role === 'counter' ? 10 : null,
  }
}

const TABLES = ['product', 'unit', 'stock', 'product_media', 'bin', 'lot'] as const

/** Returns the rows of the tables that changes write; without times of writing and versions, unless asked for. */
export async function readYard(
  db: D1Database,
  { withVersions = false } = {},
): Promise<Record<string, unknown[]>> {
  const all = await db.batch(TABLES.map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`)))
  return Object.fromEntries(
    TABLES.map((table, index) => [
      table,
      (all[index]?.results ?? []).map((row) => {
        const { updated_at: _, version, ...rest } = row as Record<string, unknown>
        return withVersions ? { version, ...rest } : rest
      }),
    ]),
  )
}
