/** Applies the migrations to a local D1. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadableD1 } from './target.ts'

/** The table in which wrangler records migrations, so that `wrangler d1 migrations` continues after these. */
const RECORDS = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`

/** Applies the migrations that are not recorded yet; each is one transaction with its record. */
export async function migrate(db: LoadableD1): Promise<void> {
  await db.run([RECORDS])
  const applied = new Set(
    (await db.query<{ name: string }>('SELECT name FROM d1_migrations')).map(({ name }) => name),
  )
  for (const name of readdirSync('migrations').sort()) {
    if (applied.has(name)) continue
    const statements = readFileSync(join('migrations', name), 'utf8').split('--> statement-breakpoint')
    await db.run([...statements, `INSERT INTO d1_migrations (name) VALUES ('${name}')`])
  }
}
