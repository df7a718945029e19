/**
 * What `npx wrangler dev` runs before it serves (wrangler.toml, [build]): browser files, migrations and the embedded
 * shop, each only when it is not there yet.
 */
import { prepareShop } from './local-shop.ts'
import { DEFAULT_PORT, localVars } from './local-vars.ts'
import { readOptions } from './options.ts'

const HELP = `Makes this checkout ready to serve: .dev.vars, dist/, the local database and the embedded shop.

  node scripts/bootstrap.mjs scripts/prepare.ts
`

const { values } = readOptions('node scripts/prepare.ts', { options: { help: { type: 'boolean' } } })
if (values.help) process.stdout.write(HELP)
else {
  localVars(DEFAULT_PORT)
  await prepareShop({
    state: '.wrangler/state',
    size: 20_000,
    say: (line) => process.stdout.write(`${line}\n`),
  })
}
