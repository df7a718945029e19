/** `npm run rollback`: shows an earlier version of the deployed shop to all shoppers again. */
import { terminal } from './confirm-prompt.ts'
import { findDatabase } from './deploy/account-state.ts'
import { deployVersions, describeVersion, scriptPath } from './deploy/deployments.ts'
import { DEFAULT_ENVIRONMENT, readEnvironment } from './deploy/environment.ts'
import { environmentLock } from './deploy/lock-owner.ts'
import { planRollback } from './deploy/rollback.ts'
import { signIn } from './deploy/sign-in.ts'
import { readMigrations } from './load/migrate.ts'
import { NotReady } from './not-ready.ts'
import { readOptions, run } from './options.ts'
import { finishOnSignal } from './signals.ts'

const HELP = `Shows an earlier version of the deployed shop to all shoppers again. Orders, carts and the database stay as they are.
A release that only some shoppers see is taken away from them. The release that is left is not deployed again without --retry.

  npm run rollback                      the last version before that passed its check; asks
  npm run rollback -- VERSION           another version, by its id
  npm run rollback -- --env staging     another environment
  npm run rollback -- --yes             does not ask, for CI

Exit codes: 0 rolled back, 1 failed, 2 not possible and nothing was changed.
`

const { values, positionals } = readOptions('npm run rollback', {
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    env: { type: 'string', default: DEFAULT_ENVIRONMENT },
    yes: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(HELP)
  if (positionals.length > 1)
    throw new NotReady(`Name one version, not ${positionals.length}: ${positionals.join(' ')}`)
  const environment = readEnvironment(values.env)
  const { api } = await signIn(process.env, terminal)
  const migrations = readMigrations().map(({ name }) => name)
  const plan = await planRollback(api, environment, migrations, positionals[0])
  const { from, to, isChecked, unseenMigrations } = plan
  const target = describeVersion(to.id, to.tag)
  process.stdout.write(
    `${environment.worker}: from ${describeVersion(from.id, from.tag)} back to ${target} ${to.createdOn}\n`,
  )
  if (unseenMigrations.length > 0)
    process.stdout.write(`The earlier code has not seen these migrations: ${unseenMigrations.join(', ')}\n`)
  if (!values.yes) {
    if (!terminal.isTerminal) throw new NotReady('There is no terminal to ask: use --yes.')
    const answer = await terminal.ask('Roll back? Type yes: ')
    if (answer.trim() !== 'yes') return void process.stdout.write('Nothing was changed.\n')
  }
  finishOnSignal('The rollback')
  // A running deployment notices that it has lost the lock, and changes nothing more.
  const database = await findDatabase(api, environment.names.database)
  const lock = database === null ? null : environmentLock(api, database, true)
  await lock?.renew().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`The deployment lock was not taken: ${reason}\n`)
  })
  await deployVersions(api, scriptPath(environment.worker), [{ id: to.id, percentage: 100 }], {
    isChecked,
    rejected: from.tag || null,
  })
  await lock?.release().catch(() => undefined)
  process.stdout.write(`${target} is shown to all shoppers\n`)
}

run(main)
