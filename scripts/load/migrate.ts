/** Applies the migrations to a D1 database. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadableD1 } from './target.ts'

/** The table in which wrangler records migrations, so that `wrangler d1 migrations` continues after these. */
export const RECORDS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`

export interface Migration {
  name: string
  /** Its statements and that of its record: one transaction. */
  statements: string[]
}

/** Reads the migrations of a folder, in their order. */
export function readMigrations(folder = 'migrations'): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const statements = readFileSync(join(folder, name), 'utf8').split('--> statement-breakpoint')
      return { name, statements: [...statements, `INSERT INTO d1_migrations (name) VALUES ('${name}')`] }
    })
}

/** Applies the migrations that are not recorded yet; each is one transaction with its record. */
export async function migrate(db: LoadableD1): Promise<void> {
  await db.run([RECORDS_TABLE])
  const applied = new Set(
    (await db.query<{ name: string }>('SELECT name FROM d1_migrations')).map(({ name }) => name),
  )
  for (const { name, statements } of readMigrations()) if (!applied.has(name)) await db.run(statements)
}
