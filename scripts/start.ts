/** `npm start`: takes a fresh clone to a running shop. */
import { DEFAULT_PORT, localVars, sandboxPortOf, varProblems } from './local-vars.ts'
import { readOptions, run, stop } from './options.ts'
import { readPort, requireFreePorts } from './ports.ts'
import { DEMO_COUPONS } from './seed/coupons.ts'
import { DEMO_ACCOUNTS } from './seed/customers.ts'
import { onSignal } from './signals.ts'

const HELP = `Starts the shop and the sandbox of outside services on this machine.

  npm start                    http://localhost:${DEFAULT_PORT}; the first start builds and loads the demo shop
  npm start -- --reset         begin anew: drops orders, carts and the catalog
  npm start -- --size 2000     units of the demo shop (with --reset; 20000 by default)
  npm start -- --empty         base data and no demo tires, for a catalog of your own (npm run import); a shop that has
                               demo tires needs --reset as well
  PORT=9000 npm start          another port; the sandbox takes the next one
`

const DEMO_LINES = `  Accounts   ${DEMO_ACCOUNTS.map((a) => `${a.email} / ${a.password}`).join('\n             ')}
  Coupons    ${DEMO_COUPONS.join(', ')}`

/** Returns a failure as one line that a person can act on. */
function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  if (/ENOSPC|database or disk is full/i.test(text))
    return 'The disk is full. Free some space and run npm start again.'
  if (/EADDRINUSE|Address already in use/i.test(text))
    return 'The port was taken just now. Set PORT to another one.'
  if (/EACCES|EPERM|readonly database/i.test(text)) return `This folder cannot be written: ${text}`
  return text
}

async function main(): Promise<void> {
  const { values } = readOptions('npm start', {
    options: {
      help: { type: 'boolean' },
      reset: { type: 'boolean' },
      size: { type: 'string' },
      empty: { type: 'boolean' },
      port: { type: 'string' },
    },
  })
  if (values.help) return void process.stdout.write(HELP)

  const port = readPort(values.port)
  const size = Number(values.size ?? 20_000)
  if (!Number.isInteger(size) || size < 1)
    stop(`--size should be a whole number of units, not "${values.size}"`)
  const sandboxPort = sandboxPortOf(port)
  await requireFreePorts([port, sandboxPort], 'npm start')

  const vars = localVars(port)
  const problems = varProblems(vars)
  if (problems.length > 0) stop(`.dev.vars: ${problems.join('; ')}`)

  const started = Date.now()
  // Wrangler and Miniflare take seconds to load, so they are loaded after the options were checked.
  const [{ prepareShop, seconds }, { serve }] = await Promise.all([
    import('./local-shop.ts'),
    import('./serve.ts'),
  ])
  const log = (line: string) => process.stdout.write(`${line}\n`)
  const { demo } = await prepareShop({
    state: '.wrangler/state',
    size: values.empty ? 0 : size,
    reset: values.reset ?? false,
    log,
  })
  const { localOwnerLink } = await import('./staff/local-owner.ts')
  const owner = await localOwnerLink('.wrangler/state/v3', `http://localhost:${port}`)
  const shop = await serve({ port, sandboxPort, state: '.wrangler/state/v3', vars })
  // The platform runs the cron every minute in production; workerd alone does not.
  setInterval(() => void shop.cron().catch((error) => log(`cron: ${explain(error)}`)), 60_000)

  log(`Ready in ${seconds(started)}
  Shop       ${shop.url}
  Sandbox    ${shop.sandboxUrl}            payments, 3-D Secure and more
  Mailbox    ${shop.sandboxUrl}/mailbox    every mail the shop sends
  Back office ${owner ?? `${shop.url}/staff/sign-in/`}

${demo ? DEMO_LINES : '  No demo tires here; your own: npm run import -- FILE'}
  Test cards 4242 4242 4242 4242   paid
             4000 0025 0000 3155   asks for 3-D Secure
             4000 0000 0000 0002   declined
             4000 0000 0000 9995   insufficient funds
             any future date, any CVC, any ZIP

  Ctrl+C stops; the data stays. npm start -- --reset begins anew.
`)
  onSignal(() => void shop.stop().finally(() => process.exit(0)))
}

run(main, { explain: (_, error) => explain(error) })
