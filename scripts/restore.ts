/** `npm run restore`: brings a shop's database back. */
import { formatMoney } from '../schema/platform/money.ts'
import { afterRestoreStatements, readLaterOrders, recoverStatement } from './backup/after-restore.ts'
import { openBucket, restoreFiles } from './backup/bucket-files.ts'
import { afterChange, firstChange } from './backup/first-change.ts'
import {
  describeFinish,
  describeRecovery,
  finishRestore,
  type GoBackPorts,
  parseRestoreTime,
  parseTime,
  type RestoreRecord,
  readRecord,
  restoreTo,
} from './backup/go-back.ts'
import { type Manifest, readManifest } from './backup/manifest.ts'
import { checkNewName, openNewDatabase } from './backup/new-database.ts'
import { countCartsToRecover, listPaymentsWithoutOrder } from './backup/payments-without-order.ts'
import { checkBackup, restoreChecked, restoreDatabase } from './backup/restore-database.ts'
import { backupsOf, findBackup, folderName, openRemote } from './backup/source.ts'
import { confirm, terminal } from './confirm-prompt.ts'
import { findDatabase } from './deploy/account-state.ts'
import { CALL_BYTES } from './deploy/data-steps.ts'
import { DEFAULT_ENVIRONMENT, type DeployEnvironment, readEnvironment } from './deploy/environment.ts'
import { environmentLock } from './deploy/lock-owner.ts'
import { remoteD1 } from './deploy/remote-d1.ts'
import { readSecretsFile } from './deploy/secrets-file.ts'
import { progressBar } from './load/progress.ts'
import { openLocalD1 } from './load/target.ts'
import { NOTHING_CHANGED, NotReady } from './not-ready.ts'
import { readOptions, run } from './options.ts'
import { finishOnSignal } from './signals.ts'

const HELP = `Brings the database of a shop back: by D1's Time Travel, or from a backup into a new database.

Within 30 days, the deployed database itself; orders since then are written again by their carts:
  npm run restore -- --at 2026-11-25T18:00:00Z    shows which orders would go, and asks for the name of the shop
  npm run restore -- --undo RECORD                back to the state before such a restore
  npm run restore -- --finish RECORD              the rest of a restore that was interrupted after it went back

From a backup, a folder or r2:TIME of the bucket that npm run backup uploads to; the shop's own database is not touched:
  npm run restore -- --from FOLDER --into NAME    into a new D1 database, which a deployment then switches to
  npm run restore -- --from FOLDER --into local --persist-to STATE
                                                  into a new folder of local state
  npm run restore -- --from FOLDER --files        files of the backup that the environment's bucket lacks

Afterwards:
  npm run restore -- --recover TIME --orders-of NAME
                                                  orders since TIME that the database NAME has are written again by their carts
  npm run restore -- --payments TIME              card payments since TIME whose money has no order; needs STRIPE_SECRET_KEY as
                                                  a variable, or --secrets FILE with lines NAME=value; --incomplete lists
                                                  them also while carts have not written their orders

  --env staging for another environment; --yes does not ask, for CI, not even about the backup of another shop; --json
  prints the payments as JSON; --unlock restores although a deployment has the lock, because it does not run any more.
A restore into a new database goes on when the same command is run again. It signs in as npm run deploy does.
Exit codes: 0 done, 1 stopped in the middle, 2 nothing was changed.
`

const { values } = readOptions('npm run restore', {
  options: {
    help: { type: 'boolean', short: 'h' },
    env: { type: 'string', default: DEFAULT_ENVIRONMENT },
    at: { type: 'string' },
    undo: { type: 'string' },
    finish: { type: 'string' },
    from: { type: 'string' },
    into: { type: 'string' },
    files: { type: 'boolean', default: false },
    'persist-to': { type: 'string' },
    recover: { type: 'string' },
    'orders-of': { type: 'string' },
    payments: { type: 'string' },
    secrets: { type: 'string' },
    incomplete: { type: 'boolean', default: false },
    unlock: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

const log = (line: string) => void process.stdout.write(`${line}\n`)
const progress = progressBar(process.stdout)

/** Bytes of SQL in one request to the local runtime. */
const LOCAL_CALL_BYTES = 2_000_000

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(HELP)
  const { at, undo, finish, from, into, recover, payments, env } = values
  const wanted = [at, undo, finish, from, recover, payments].filter((value) => value !== undefined)
  if (wanted.length !== 1)
    throw new NotReady('Say one of --at, --undo, --finish, --from, --recover and --payments; see --help')
  if (at !== undefined) return goBackTo({ since: parseRestoreTime(at, Date.now()) })
  if (undo !== undefined) {
    const { startedAt, undo: bookmark } = readOwnRecord(undo)
    return goBackTo({ since: startedAt, bookmark })
  }
  if (finish !== undefined) return finishByRecord(readOwnRecord(finish))
  if (recover !== undefined) return recoverOrders(parseTime('--recover', recover))
  if (payments !== undefined) return listPayments(parseTime('--payments', payments))
  if (from === undefined || (into === undefined) !== values.files)
    throw new NotReady('Name a backup and a new database: npm run restore -- --from FOLDER --into NAME')
  const folder = await findBackup(from, env)
  if (into === undefined) return putFiles(folder)
  return into === 'local' ? restoreHere(folder) : restoreRemote(folder, into)
}

const readOwnRecord = (file: string) => readRecord(file, readEnvironment(values.env).names.database)

/** Asks for the name of the Worker; with --yes it only says what is done. */
async function ask({ worker: word }: DeployEnvironment, what: string): Promise<void> {
  const { yes } = values
  if (yes) log(what)
  await confirm(terminal, { what, word, yes })
}

async function goBackTo(state: { since: number; bookmark?: string }): Promise<void> {
  const { api, databaseId, environment } = await openRemote(values.env)
  const { names } = environment
  const ports: GoBackPorts = {
    api,
    databaseId,
    log,
    now: Date.now,
    openLock: (isForced) => environmentLock(api, databaseId, isForced),
    confirm: async (what) => {
      await ask(environment, what)
      finishOnSignal('The restore')
    },
  }
  const file = `${backupsOf(values.env)}/restore-${folderName(Date.now())}.json`
  await restoreTo({ ...state, database: names.database, file, isUnlocked: values.unlock }, ports)
  log(`${names.database} is back. Run npm run deploy: it applies migrations that are newer than this state.`)
}

/** Makes the only change of a command, which a signal does not stop, while no deployment of the environment runs. */
async function changeUnderLock(
  { api, databaseId }: Pick<GoBackPorts, 'api' | 'databaseId'>,
  work: () => Promise<unknown>,
): Promise<void> {
  finishOnSignal('The restore')
  const lock = environmentLock(api, databaseId, values.unlock)
  await lock.renew()
  try {
    await firstChange(work)
  } finally {
    await lock.release().catch(() => undefined)
  }
}

async function finishByRecord(record: RestoreRecord): Promise<void> {
  const { api, databaseId, environment } = await openRemote(values.env)
  await ask(environment, describeFinish(record))
  await changeUnderLock({ api, databaseId }, () => finishRestore(record, { api, databaseId, log }))
}

async function restoreRemote(folder: string, into: string): Promise<void> {
  checkNewName(into)
  // Before the database is created, because a damaged backup should leave none behind.
  const manifest = await checkBackup(folder, progress)
  await confirmOwner(readEnvironment(values.env), manifest)
  const { db, name, environment, isNew } = await openNewDatabase(values.env, into)
  const options = { callBytes: CALL_BYTES, progress, lastStatements: afterRestoreStatements(Date.now()) }
  const fill = () => restoreChecked(db, folder, manifest, options)
  await (isNew ? afterChange(fill) : fill())
  const { tables, takenAt } = manifest
  const suffix = ` --env ${environment.name}`
  log(`The database ${name} has all ${tables.length} tables of ${folder}.
To sell from it, write "database": "${name}" into scripts/deploy/environments/${environment.name}.json and run
  npm run deploy --${suffix}
Then let the carts write the orders again that were placed since, and look for payments without an order:
  npm run restore -- --recover ${takenAt} --orders-of ${environment.names.database}${suffix}
  npm run restore -- --payments ${takenAt}${suffix}`)
}

/** Asks before a backup of another environment, or of another database, is restored. */
async function confirmOwner(environment: DeployEnvironment, { environment: name, database }: Manifest) {
  const own = environment.names.database
  if (name === environment.name && database === own) return
  await ask(
    environment,
    `This is a backup of ${database} (${name}), and the restore is for ${own} (${environment.name}).`,
  )
}

async function restoreHere(folder: string): Promise<void> {
  const persistTo = values['persist-to']
  if (persistTo === undefined) throw new NotReady('--into local needs --persist-to with a new folder')
  const { db, close } = await openLocalD1(`${persistTo}/v3`)
  try {
    const { tables } = await restoreDatabase(db, folder, {
      callBytes: LOCAL_CALL_BYTES,
      progress,
      lastStatements: afterRestoreStatements(Date.now()),
    })
    log(`${persistTo} has all ${tables.length} tables of ${folder}`)
  } finally {
    await close()
  }
}

async function putFiles(folder: string): Promise<void> {
  const manifest = readManifest(folder)
  const { api, environment } = await openRemote(values.env)
  await confirmOwner(environment, manifest)
  const { bucket } = environment.names
  const count = await restoreFiles(openBucket(api, bucket), folder, manifest)
  log(`${count} of ${manifest.files.length} files were missing and are in the bucket ${bucket} again`)
}

async function recoverOrders(since: number): Promise<void> {
  const name = values['orders-of']
  if (name === undefined)
    throw new NotReady('--recover needs --orders-of with the database that has the orders')
  const { api, databaseId, environment } = await openRemote(values.env)
  const former = await findDatabase(api, name)
  if (former === null || former === databaseId)
    throw new NotReady(`--orders-of should be the database that the shop had before, not "${name}"`)
  const orders = await readLaterOrders(remoteD1(api, former, { isIdempotent: true }), since)
  await ask(environment, describeRecovery(orders, name))
  const db = remoteD1(api, databaseId, { isIdempotent: true })
  await changeUnderLock({ api, databaseId }, () => db.run([recoverStatement(orders)]))
  log(`The carts of ${orders.length} orders write them again within minutes, as long as there is stock`)
}

async function listPayments(since: number): Promise<void> {
  const secrets = values.secrets === undefined ? {} : readSecretsFile(values.secrets)
  const secretKey = secrets.STRIPE_SECRET_KEY ?? process.env.STRIPE_SECRET_KEY
  if (!secretKey) throw new NotReady('--payments needs STRIPE_SECRET_KEY as a variable, or --secrets FILE')
  const { api, databaseId } = await openRemote(values.env)
  const db = remoteD1(api, databaseId, { isIdempotent: true })
  const carts = await countCartsToRecover(db)
  if (carts > 0 && !values.incomplete)
    throw new NotReady(
      `Carts that have not written their orders yet: ${carts}. Their payments would be in the list; wait some minutes, or use --incomplete.`,
    )
  const account = { secretKey, apiUrl: process.env.STRIPE_API_URL || 'https://api.stripe.com' }
  const found = await listPaymentsWithoutOrder(db, account, since)
  if (values.json) return log(JSON.stringify(found, null, 2))
  for (const { paymentId, orderNumber, received, refunded, createdAt, reason } of found)
    log(
      `${paymentId} ${orderNumber} ${formatMoney(received - refunded)} ${new Date(createdAt).toISOString()} ${reason ?? 'no order'}`,
    )
  log(found.length === 0 ? 'Every card payment has its order' : `${found.length} payments have no order`)
}

run(main, { otherwise: NOTHING_CHANGED })
