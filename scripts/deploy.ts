/** `npm run deploy`: plans, asks, and brings an environment of the shop to the state of this checkout. */
import { setTimeout as delay } from 'node:timers/promises'
import { baseStatements, baseVersion } from './base/load.ts'
import { buildShop, withBuiltShop } from './build.ts'
import { terminal } from './confirm-prompt.ts'
import { deployShop, Interrupted } from './deploy/deploy-shop.ts'
import { DEFAULT_ENVIRONMENT, environmentNames, readEnvironment } from './deploy/environment.ts'
import { isRunning, thisProcess } from './deploy/lock-owner.ts'
import { readRelease } from './deploy/release.ts'
import { SECRET_NAMES } from './deploy/secrets.ts'
import { readSecretsFile } from './deploy/secrets-file.ts'
import { signIn } from './deploy/sign-in.ts'
import { readMigrations } from './load/migrate.ts'
import { NOTHING_CHANGED, NotReady } from './not-ready.ts'
import { readOptions, run } from './options.ts'
import { FINISH_MS, onSignal } from './signals.ts'

const HELP = `Deploys the shop to Cloudflare. Everything is found by name and created where it is missing: database, namespace,
bucket, queues, secrets of the shop, the captcha's widget, migrations, base data, the Worker, cron, addresses, and what
the zones of its hosts do for it. A run that was interrupted goes on where it stopped; a run without changes does
nothing. A release is checked before anybody sees it, and again when all see it; then its requests are watched for two
minutes, and a release that fails is taken back. Only the first release, and one with new Durable Objects, is shown at
once.

  npm run deploy                     shows what would change and asks; environment production
  npm run deploy -- --env staging    another environment of scripts/deploy/environments (${environmentNames().join(', ')})
  npm run deploy -- --plan           only shows what would change, and changes nothing
  npm run deploy -- --yes            does not ask, for CI
  npm run deploy -- --plan --json    prints the plan as JSON with the calls of Cloudflare's API; without --plan it deploys too
  npm run deploy -- --secrets FILE   reads secrets from lines NAME=value; variables of the same names are read without it
  npm run deploy -- --owner "NAME <MAIL>"   adds the first owner, and prints a link to join that works once
  npm run deploy -- --unlock         deploys although another deployment has the lock, because it does not run any more
  npm run deploy -- --retry          deploys a release again that was taken back, after its check or by npm run rollback
  npm run deploy -- --at-once        deploys new Durable Objects together with other changes
  npm run deploy -- --replace NAME   sends a secret again that the Worker has already; may be repeated

It signs in by CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID, otherwise by \`npx wrangler login\`.
Exit codes: 0 deployed or nothing to do, 1 stopped in the middle, 2 nothing was changed, 3 taken back.
`

const { values } = readOptions('npm run deploy', {
  options: {
    help: { type: 'boolean', short: 'h' },
    env: { type: 'string', default: DEFAULT_ENVIRONMENT },
    plan: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    secrets: { type: 'string' },
    owner: { type: 'string' },
    unlock: { type: 'boolean', default: false },
    retry: { type: 'boolean', default: false },
    'at-once': { type: 'boolean', default: false },
    replace: { type: 'string', multiple: true, default: [] },
  },
})

/** Lines for people; with `--json` they go to the error output. */
function log(line: string): void {
  ;(values.json ? process.stderr : process.stdout).write(`${line}\n`)
}

/** Returns the secrets of the file and of this process. */
function givenSecrets(file: string | undefined): Record<string, string | undefined> {
  const fromFile = file === undefined ? {} : readSecretsFile(file)
  return Object.fromEntries(SECRET_NAMES.map((name) => [name, fromFile[name] ?? process.env[name]]))
}

/** Asks; from the answer on a signal takes back what was begun. Before it, the command simply ends. */
async function confirm(): Promise<boolean> {
  if (!(await isAgreed())) return false
  onSignal(() => {
    log('Stopping; press Ctrl+C again to end at once …')
    stopped.abort()
  }, FINISH_MS)
  return true
}

async function isAgreed(): Promise<boolean> {
  if (values.yes) return true
  if (!terminal.isTerminal)
    throw new NotReady('There is no terminal to ask: use --yes, or --plan to only look.')
  if ((await terminal.ask('Type yes to deploy: ')).trim() === 'yes') return true
  log('Nothing was changed.')
  return false
}

function askOwner(): Promise<string> {
  return terminal.ask('The first owner, as Name <mail> (empty: later): ')
}

/** Aborted by Ctrl+C: a release in the middle is taken back before the command ends. */
const stopped = new AbortController()

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(HELP)
  const environment = readEnvironment(values.env)
  const given = givenSecrets(values.secrets)
  const { api, account } = await signIn(process.env, terminal)
  log('Building …')
  await buildShop({ quiet: true })
  const report = await withBuiltShop(() =>
    deployShop(
      {
        environment,
        release: readRelease(),
        contents: {
          migrations: readMigrations(),
          baseVersion: baseVersion(),
          baseStatements: () => baseStatements(environment.kind),
        },
        given,
        replaced: values.replace,
        firstOwner: values.owner,
        isPlan: values.plan,
        isUnlocked: values.unlock,
        isRetry: values.retry,
        isAtOnce: values['at-once'],
      },
      {
        api,
        account,
        fetch,
        log,
        confirm,
        askOwner: terminal.isTerminal && !values.yes ? askOwner : null,
        owner: thisProcess(),
        isRunning,
        wait: (ms) => delay(ms, undefined, { signal: stopped.signal }),
        signal: stopped.signal,
        now: Date.now,
      },
    ),
  )
  if (values.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
}

run(main, {
  explain: (text, error) =>
    error instanceof Interrupted ? `${text}\nRun the same command again: it goes on where it stopped.` : text,
  otherwise: NOTHING_CHANGED,
})
