/** Opens a migrated D1 for a test; `close` deletes it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LoadableD1, openLocalD1 } from './target.ts'

export async function openTempD1(): Promise<{ db: LoadableD1; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'treadline-d1-'))
  const { db, close } = await openLocalD1(folder)
  await migrate(db)
  return {
    db,
    close: async () => {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs all migrations, which is faster than starting wrangler. */
export async function migrate(db: LoadableD1): Promise<void> {
  for (const name of readdirSync('migrations').sort()) {
    const statements = readFileSync(join('migrations', name), 'utf8').split('--> statement-breakpoint')
    await db.run(statements)
  }
}
