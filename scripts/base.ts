/** `npm run base`: loads into a database what a shop needs before its first product. */
import { baseStatements, baseVersion, ENVIRONMENTS, type Environment, VERSION_QUERY } from './base/load.ts'
import { DEFAULT_ENVIRONMENT } from './deploy/environment.ts'
import { openRemoteShop } from './deploy/remote-shop.ts'
import { d1Target, fileTarget, openLocalD1 } from './load/target.ts'
import { readOptions, run } from './options.ts'

const HELP = `Loads base data: states, ZIP codes, taxes, fees, configuration, texts, attributes, cars, categories and the roots of the
landing pages. What is there already stays as it is; what nobody changed since it was loaded follows a newer release; what
you deleted stays deleted. npm start and npm run deploy do this by themselves.

  npm run base                            into the local database
  npm run base -- --to remote             into the deployed one; --env staging for another environment
  npm run base -- --to base.sql           into a file, for: npx wrangler d1 execute treadline --remote --file base.sql
  npm run base -- --environment demo      what a database that does not say yet is for: ${ENVIRONMENTS.join(', ')}
                                          (production for files); production takes no demo tires
  npm run base -- --persist-to FOLDER     another folder of local state than .wrangler/state
`

/** Validates `--environment`. */
function parseEnvironment(text: string): Environment {
  const known = ENVIRONMENTS.find((one) => one === text)
  if (known) return known
  throw new Error(`--environment should be ${ENVIRONMENTS.join(', ')}, not "${text}"`)
}

async function main(): Promise<void> {
  const { values } = readOptions('npm run base', {
    options: {
      help: { type: 'boolean', short: 'h' },
      to: { type: 'string', default: 'local' },
      env: { type: 'string', default: DEFAULT_ENVIRONMENT },
      environment: { type: 'string' },
      'persist-to': { type: 'string', default: '.wrangler/state' },
    },
  })
  if (values.help) return void process.stdout.write(HELP)
  const environment = parseEnvironment(values.environment ?? (values.to === 'local' ? 'local' : 'production'))
  if (values.to === 'remote') {
    const { kind, db, target } = await openRemoteShop(values.env)
    const [known] = await db.query<{ version: string }>(VERSION_QUERY)
    const isCurrent = known?.version === baseVersion()
    if (!isCurrent) await target.run(await baseStatements(kind))
    process.stdout.write(isCurrent ? 'Base data of this release is there already\n' : 'Base data loaded\n')
    return
  }
  if (values.to !== 'local') {
    const target = fileTarget(values.to)
    await baseStatements(environment)
      .then((statements) => target.run(statements))
      .finally(() => target.close())
    process.stdout.write(`Base data written to ${values.to}\n`)
    return
  }
  const local = await openLocalD1(`${values['persist-to']}/v3`)
  try {
    await d1Target(local.db).run(await baseStatements(environment))
    process.stdout.write('Base data loaded\n')
  } finally {
    await local.close()
  }
}

if (import.meta.main)
  run(main, {
    explain: (text) =>
      /no such (table|column)/.test(text)
        ? 'The database has no tables yet: npx wrangler d1 migrations apply treadline --local'
        : text,
  })
