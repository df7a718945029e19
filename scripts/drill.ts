/** `npm run drill`: shows that the newest backup can be restored, and how long that takes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DrillReport, drill } from './backup/drill.ts'
import { afterChange } from './backup/first-change.ts'
import { newestBackup } from './backup/manifest.ts'
import { deleteDatabase, openDrillDatabase } from './backup/new-database.ts'
import { backupsOf, findBackup } from './backup/source.ts'
import { openSqliteFile } from './backup/sqlite-file.ts'
import { CALL_BYTES } from './deploy/data-steps.ts'
import { DEFAULT_ENVIRONMENT } from './deploy/environment.ts'
import { progressBar } from './load/progress.ts'
import { NOTHING_CHANGED, NotReady } from './not-ready.ts'
import { readOptions, run } from './options.ts'

const HELP = `Restores a backup into a database of its own, compares every table and file, checks its integrity and searches in it; then
deletes it.

  npm run drill                                   the newest backup of production, in a file of this machine
  npm run drill -- --env local                    the newest backup of another environment
  npm run drill -- --from FOLDER                  this backup; r2:TIME or r2:newest downloads it, see npm run backup
  npm run drill -- --to remote --env staging      in a new database of the account
  npm run drill -- --json                         prints the result as JSON

The result is also written to drill.json beside the backup's manifest.
Exit codes: 0 the backup can be relied on, 1 it cannot or the drill stopped in the middle, 2 the drill could not begin.
`

const { values } = readOptions('npm run drill', {
  options: {
    help: { type: 'boolean', short: 'h' },
    env: { type: 'string', default: DEFAULT_ENVIRONMENT },
    from: { type: 'string' },
    to: { type: 'string', default: 'local' },
    json: { type: 'boolean', default: false },
  },
})

/** Bytes of SQL in one call of SQLite on this machine. */
const LOCAL_CALL_BYTES = 4_000_000

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(HELP)
  const { env, to, json } = values
  if (to !== 'local' && to !== 'remote') throw new NotReady(`--to should be local or remote, not "${to}"`)
  // Not to the output, which may be JSON.
  const log = (line: string) => void process.stderr.write(`${line}\n`)
  const folder =
    values.from === undefined ? newestBackup(backupsOf(env), log) : await findBackup(values.from, env)
  if (folder === null) {
    const command = env === 'local' ? 'npm run backup' : `npm run backup -- --from remote --env ${env}`
    throw new NotReady(`There is no whole backup in ${backupsOf(env)}: run ${command}`)
  }
  const options = { progress: progressBar(json ? process.stderr : process.stdout), now: Date.now }
  const report = to === 'remote' ? await drillRemote(env, folder, options) : await drillHere(folder, options)
  writeFileSync(join(folder, 'drill.json'), `${JSON.stringify(report, null, 2)}\n`)
  process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : describe(report))
  if (report.problems.length > 0) process.exitCode = 1
}

type Options = Omit<Parameters<typeof drill>[2], 'callBytes'>

async function drillHere(folder: string, options: Options): Promise<DrillReport> {
  // SQLite deletes the file of a database without a name as it opens it, so a killed drill leaves no customers' data.
  const { db, close } = openSqliteFile('')
  try {
    return await afterChange(() => drill(db, folder, { ...options, callBytes: LOCAL_CALL_BYTES }))
  } finally {
    close()
  }
}

async function drillRemote(env: string, folder: string, options: Options): Promise<DrillReport> {
  const database = await openDrillDatabase(env)
  try {
    return await afterChange(() => drill(database.db, folder, { ...options, callBytes: CALL_BYTES }))
  } finally {
    await deleteDatabase(database)
  }
}

function describe({ backup, rows, seconds, searched, problems }: DrillReport): string {
  const result =
    problems.length === 0
      ? `every table and file is what the backup has, ${searched} products were found by the search`
      : problems.join('\n')
  return `${backup}: ${rows.toLocaleString('en-US')} rows restored in ${seconds} s\n${result}\n`
}

run(main, { otherwise: NOTHING_CHANGED })
