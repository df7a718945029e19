/** `npm run rollback`: shows an earlier version of the deployed shop to all shoppers again. */
import { terminal } from './confirm-prompt.ts'
import { deployVersions, scriptPath } from './deploy/deployments.ts'
import { DEFAULT_ENVIRONMENT, readEnvironment } from './deploy/environment.ts'
import { NotReady } from './deploy/not-ready.ts'
import { planRollback } from './deploy/rollback.ts'
import { signIn } from './deploy/sign-in.ts'
import { readMigrations } from './load/migrate.ts'
import { readOptions } from './options.ts'

const HELP = `Shows an earlier version of the deployed shop to all shoppers again. Orders, carts and the database stay as they are.

  npm run rollback                      the version before the current one; asks
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
  const environment = readEnvironment(values.env)
  const { api } = await signIn(process.env, terminal)
  const migrations = readMigrations().map(({ name }) => name)
  const { from, to, unseenMigrations } = await planRollback(api, environment, migrations, positionals[0])
  process.stdout.write(`${environment.worker}: from version ${from.id} back to ${to.id} ${to.createdOn}\n`)
  if (unseenMigrations.length > 0)
    process.stdout.write(`The earlier code has not seen these migrations: ${unseenMigrations.join(', ')}\n`)
  if (!values.yes) {
    if (!terminal.isTerminal) throw new NotReady('There is no terminal to ask: use --yes.')
    const answer = await terminal.ask('Roll back? Type yes: ')
    if (answer.trim() !== 'yes') return void process.stdout.write('Nothing was changed.\n')
  }
  await deployVersions(api, scriptPath(environment.worker), [{ id: to.id, percentage: 100 }])
  process.stdout.write(`Version ${to.id} is shown to all shoppers\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof NotReady ? 2 : 1
})
