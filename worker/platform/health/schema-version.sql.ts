import { sql } from 'drizzle-orm'
import { connect } from '../drizzle.sql.ts'

/** Returns the name of the last migration; `null` for a database without migrations. */
export async function readSchemaVersion(db: D1Database): Promise<string | null> {
  const row = await connect(db).get<{ name: string } | undefined>(
    sql`SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1`,
  )
  return row?.name ?? null
}
