/** `npm run product`: changes one product's price, stock or status, here or in the deployed shop. */
import { DEFAULT_ENVIRONMENT } from './deploy/environment.ts'
import { openRemoteShop } from './deploy/remote-shop.ts'
import { changeProduct } from './import/change.ts'
import { openLocalD1 } from './load/target.ts'
import { NotReady } from './not-ready.ts'
import { readOptions, run } from './options.ts'

const HELP = `Shows one product, or changes its price, stock or status. What follows from it (final price, price per tire, what lists and
cached pages show) the database does itself, at once. The command to undo is printed.

  npm run product -- TL-1001                        what it is now
  npm run product -- TL-1001 price=89.99            dollars; more fields at once: price=89.99 qty=4
  npm run product -- TL-1001 special_price=79 special_to_date=2027-01-31
  npm run product -- TL-1001 special_price=none     ends the special price
  npm run product -- TL-1001 qty=4                  what is in stock now, in units as sold
  npm run product -- TL-1001 qty=-1                 one less than there is, which no sale in between can make wrong; qty=+4 four more
  npm run product -- TL-1001 status=disabled        out of the shop; status=enabled
  npm run product -- TL-1001 price=89.99 --to remote   in the deployed shop; --env staging for another environment
  npm run product -- TL-1001 --persist-to FOLDER    another folder of local state than .wrangler/state

Exit codes: 0 shown or changed, 1 failed, 2 nothing was changed.
`

async function main(): Promise<void> {
  const { values, positionals } = readOptions('npm run product', {
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      to: { type: 'string', default: 'local' },
      env: { type: 'string', default: DEFAULT_ENVIRONMENT },
      'persist-to': { type: 'string', default: '.wrangler/state' },
    },
  })
  const [sku, ...changes] = positionals
  if (values.help) return void process.stdout.write(HELP)
  if (!sku) throw new NotReady('Name a product: npm run product -- SKU price=89.99 (or --help)')
  if (values.to !== 'local' && values.to !== 'remote')
    throw new NotReady(`--to should be local or remote, not "${values.to}"`)
  const local = values.to === 'local' ? await openLocalD1(`${values['persist-to']}/v3`) : null
  try {
    const { lines, remark, undo } = await changeProduct(local?.db ?? (await openRemoteShop(values.env)).db, {
      sku,
      changes,
      now: Date.now(),
    })
    const labels = lines.length === 1 ? [''] : ['Before: ', 'Now:    ']
    for (const [index, line] of lines.entries()) process.stdout.write(`${labels[index]}${line}\n`)
    if (remark) process.stdout.write(`${remark}\n`)
    const where = values.to === 'remote' ? ` --to remote --env ${values.env}` : ''
    if (undo) process.stdout.write(`Undo: npm run product -- ${sku} ${undo}${where}\n`)
  } finally {
    await local?.close()
  }
}

run(main, {
  explain: (text) =>
    /no such (table|column)/.test(text)
      ? 'The database is not ready: run npm start once, or npx wrangler d1 migrations apply treadline --local'
      : text,
})
