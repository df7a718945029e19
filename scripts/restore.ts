/** `npm run restore`: brings a shop's database back. */
import { existsSync } from 'node:fs'
import { afterRestoreStatements } from './backup/after-restore.ts'
import { openNewDatabase } from './backup/new-database.ts'
import { restoreDatabase } from './backup/restore-database.ts'
import { CALL_BYTES } from './deploy/data-steps.ts'
import { NotReady } from './deploy/not-ready.ts'
import { progressBar } from './load/progress.ts'
import { openLocalD1 } from './load/target.ts'
import { readOptions } from './options.ts'

const HELP = `Restores a backup into a new database, and compares each table with it. The shop's own database is not touched: the
environment's file names the new one, and a deployment switches to it.

  npm run restore -- --from FOLDER --into NAME                into a new D1 database of the account
  npm run restore -- --from FOLDER --into NAME --env staging  in the region of another environment
  npm run restore -- --from FOLDER --into local --persist-to STATE
                                                              into a new folder of local state

A restore that was interrupted goes on when the same command is run again. It signs in as npm run deploy does.
Exit codes: 0 restored, 1 stopped in the middle, 2 nothing was changed.
`

const { values } = readOptions('npm run restore', {
  options: {
    help: { type: 'boolean', short: 'h' },
    env: { type: 'string', default: 'production' },
    from: { type: 'string' },
    into: { type: 'string' },
    'persist-to': { type: 'string' },
  },
})

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(HELP)
  const { from, into, env } = values
  if (from === undefined || into === undefined)
    throw new NotReady('Name a backup and a new database: npm run restore -- --from FOLDER --into NAME')
  if (!existsSync(from)) throw new NotReady(`There is no folder ${from}`)
  return into === 'local' ? restoreHere(from, values['persist-to']) : restoreRemote(from, into, env)
}

const progress = progressBar(process.stdout)

async function restoreRemote(folder: string, into: string, env: string): Promise<void> {
  const { db, name, environment } = await openNewDatabase(env, () => into)
  const { tables } = await restoreDatabase(db, folder, {
    callBytes: CALL_BYTES,
    progress,
    lastStatements: afterRestoreStatements(Date.now()),
  })
  process.stdout.write(`The database ${name} has all ${tables.length} tables of ${folder}.
To sell from it, write "database": "${name}" into scripts/deploy/environments/${environment.name}.json and run
  npm run deploy -- --env ${environment.name}
`)
}

/** Bytes of SQL in one request to the local runtime. */
const LOCAL_CALL_BYTES = 2_000_000

async function restoreHere(folder: string, persistTo: string | undefined): Promise<void> {
  if (persistTo === undefined) throw new NotReady('--into local needs --persist-to with a new folder')
  const { db, close } = await openLocalD1(`${persistTo}/v3`)
  try {
    const { tables } = await restoreDatabase(db, folder, {
      callBytes: LOCAL_CALL_BYTES,
      progress,
      lastStatements: afterRestoreStatements(Date.now()),
    })
    process.stdout.write(`${persistTo} has all ${tables.length} tables of ${folder}\n`)
  } finally {
    await close()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof NotReady ? 2 : 1
})
