/** `npm run deploy`: checks, build, migrations first, then the Worker. `--dry-run` does all that needs no account. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { missingIds } from './account-ids.ts'
import { buildShop } from './build.ts'

const HELP = `Deploys the shop to Cloudflare: migrations first, then the Worker.

  npm run deploy                 needs \`npx wrangler login\` or CLOUDFLARE_API_TOKEN
  npm run deploy -- --dry-run    builds and bundles, names the migrations, sends nothing; works offline

Secrets are set once with \`npx wrangler secret put NAME\` (docs/operations.md).
`

/** Secrets without which the deployed Worker answers 500 and says so. */
const REQUIRED = ['SITE_URL', 'CART_SECRET', 'SESSION_SECRET']

function wrangler(args: string[], options: { capture?: boolean } = {}): { ok: boolean; output: string } {
  const run = spawnSync(process.execPath, ['node_modules/wrangler/bin/wrangler.js', ...args], {
    stdio: options.capture ? 'pipe' : 'inherit',
    encoding: 'utf8',
    env: { ...process.env, CI: 'true' },
  })
  return { ok: run.status === 0, output: `${run.stdout ?? ''}${run.stderr ?? ''}` }
}

function stop(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } })
  if (values.help) return void process.stdout.write(HELP)
  const dryRun = values['dry-run'] ?? false
  const ids = missingIds()
  const toFill = `wrangler.toml still lacks the ${ids.join(' and the ')} (docs/operations.md, First deployment).`

  process.stdout.write('Building …\n')
  await buildShop({ quiet: true })

  if (dryRun) {
    const migrations = readdirSync('migrations').filter((name) => name.endsWith('.sql'))
    process.stdout.write(
      `Migrations that would be applied first where they are not yet: ${migrations.sort().join(', ')}\n`,
    )
    if (!wrangler(['deploy', '--dry-run', '--outdir', 'dist/deploy']).ok)
      stop('The bundle is not deployable (see above).')
    if (ids.length > 0) process.stdout.write(`Before the real one: ${toFill}\n`)
    process.stdout.write('Dry run: nothing was sent.\n')
    return
  }

  // `whoami` succeeds either way; its words tell.
  const account = wrangler(['whoami'], { capture: true })
  if (!account.ok || account.output.includes('not authenticated'))
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
  if (!wrangler(['deploy']).ok) stop('The migrations are applied, the Worker was not deployed.')
}

await main()
