/** A database with the base data of a shop, and imports of files into it. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { baseStatements } from '../../base/load.ts'
import { d1Target } from '../../load/target.ts'
import { openTempD1 } from '../../load/temp-d1.ts'
import { seedLocal } from '../../seed.ts'
import { readMapping } from '../mapping.ts'
import { type ImportOptions, type ImportResult, runImport } from '../run.ts'

export type ImportShop = Awaited<ReturnType<typeof openImportShop>>

/** Opens a database with `tires` seeded tires; its files are written to a new folder. */
export async function openImportShop({ tires }: { tires: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'treadline-import-'))
  const { db, close } = await openTempD1()
  await d1Target(db).run(await baseStatements('local'))
  if (tires > 0) await seedLocal({ size: tires, seed: 1, db })

  /** Writes a file of lines and returns its path; a line may be bytes of another encoding. */
  function write(name: string, lines: readonly (string | Buffer)[]): string {
    const path = join(folder, name)
    const bytes = lines.map((line) => Buffer.concat([Buffer.from(line), Buffer.from('\n')]))
    writeFileSync(path, Buffer.concat(bytes))
    return path
  }

  /** Imports a file with the options of a test. */
  function load(file: string, change: Partial<ImportOptions> = {}): Promise<ImportResult> {
    return runImport({
      file,
      mapping: readMapping(undefined),
      label: 'test',
      target: d1Target(db),
      db,
      refusedFile: `${file}.refused.csv`,
      progressFile: `${file}.progress.json`,
      resume: false,
      setStock: false,
      now: Date.UTC(2026, 10, 21),
      progress: () => {},
      ...change,
    })
  }
  return { db, folder, write, load, close }
}
