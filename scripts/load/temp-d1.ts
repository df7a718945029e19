/** Opens a migrated D1 for a test; `close` deletes it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from './migrate.ts'
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
