/** `npm run deploy`: migrations, base data, Worker. `--dry-run` does the steps that need no account. */
import { readdirSync } from 'node:fs'
import { loadBaseRemote, parseEnvironment } from './base.ts'
import { buildShop } from './build.ts'
import { missingIds } from './cloudflare-ids.ts'
import { readOptions, run, stop } from './options.ts'
import { wrangler } from './wrangler.ts'

const HELP = `Deploys the shop to Cloudflare: migrations first, then base data (npm run base), then the Worker.

  npm run deploy                 needs \`npx wrangler login\` or CLOUDFLARE_API_TOKEN
  npm run deploy -- --dry-run    builds and bundles, names the migrations, sends nothing; works offline
  npm run deploy -- --environment demo
                                 for a shop to look at: it may be filled with demo tires (npm run seed -- --to remote).
                                 The first deployment decides; without it a shop is production, which takes none

Secrets are set once with \`npx wrangler secret put NAME\` (docs/operations.md).
`

/** Secrets without which the deployed Worker answers every request with 500. */
const REQUIRED = ['SITE_URL', 'CART_SECRET', 'SESSION_SECRET']

/** Deploys the output of `npm run build`, not the sources. */
const BUILT = ['-c', 'dist/treadline/wrangler.json']

async function main(): Promise<void> {
  const { values } = readOptions('npm run deploy', {
    options: {
      help: { type: 'boolean', short: 'h' },
      'dry-run': { type: 'boolean', default: false },
      environment: { type: 'string', default: 'production' },
    },
  })
  if (values.help) return void process.stdout.write(HELP)
  const dryRun = values['dry-run']
  const environment = parseEnvironment(values.environment)
  const ids = missingIds()
  const toFill = `wrangler.toml still lacks the ${ids.join(' and the ')} (docs/operations.md, First deployment).`

  process.stdout.write('Building …\n')
  await buildShop({ quiet: true })

  if (dryRun) {
    const migrations = readdirSync('migrations').filter((name) => name.endsWith('.sql'))
    process.stdout.write(
      `Migrations that would be applied first where they are not yet: ${migrations.sort().join(', ')}\n`,
    )
    if (!wrangler(['deploy', ...BUILT, '--dry-run', '--outdir', 'dist/deploy']).ok)
      stop('The bundle is not deployable (see above).')
    if (ids.length > 0) process.stdout.write(`Before the real one: ${toFill}\n`)
    process.stdout.write('Dry run: nothing was sent.\n')
    return
  }

  // `whoami` exits with 0 in both cases; only its output shows whether an account is signed in.
  const account = wrangler(['whoami'], { capture: true })
  if (!account.ok || `${account.output}${account.errors}`.includes('not authenticated'))
    stop('Not signed in: run `npx wrangler login` or set CLOUDFLARE_API_TOKEN.')
  if (ids.length > 0) stop(toFill)
  const secrets = wrangler(['secret', 'list', '--format', 'json'], { capture: true })
  const missing = REQUIRED.filter((name) => !secrets.output.includes(`"${name}"`))
  if (secrets.ok && missing.length > 0) {
    stop(`Set first: ${missing.map((name) => `npx wrangler secret put ${name}`).join('; ')}`)
  }
  if (!wrangler(['d1', 'migrations', 'apply', 'treadline', '--remote', '-c', 'wrangler.toml']).ok) {
    stop('The migrations failed; the Worker was not deployed.')
  }
  const state = await loadBaseRemote(environment)
  process.stdout.write(state === 'current' ? 'Base data is there\n' : 'Base data loaded\n')
  if (!wrangler(['deploy', ...BUILT]).ok)
    stop('Migrations and base data are there, the Worker was not deployed.')
}

run(main)
