/** `npm run dev`: runs the shop under Vite, which reloads on save, and the sandbox. */
import { DEFAULT_PORT, localVars, sandboxPortOf, varProblems } from './local-vars.ts'
import { readOptions, run, stop } from './options.ts'
import { readPort, requireFreePorts } from './ports.ts'
import { onSignal } from './signals.ts'

const HELP = `Runs the shop for development: saving a file reloads the page.

  npm run dev                http://localhost:${DEFAULT_PORT}
  PORT=9000 npm run dev      another port; the sandbox takes the next one
`

async function main(): Promise<void> {
  const { values } = readOptions('npm run dev', { options: { help: { type: 'boolean' } } })
  if (values.help) return void process.stdout.write(HELP)
  const port = readPort()
  const sandboxPort = sandboxPortOf(port)
  await requireFreePorts([port, sandboxPort], 'npm run dev')
  const vars = localVars(port)
  const problems = varProblems(vars)
  if (problems.length > 0) stop(`.dev.vars: ${problems.join('; ')}`)
  // Wrangler and Miniflare take seconds to load, so they are loaded after the options were checked.
  const [{ prepareShop }, { serveSandbox }] = await Promise.all([
    import('./local-shop.ts'),
    import('./serve.ts'),
  ])
  const log = (line: string) => process.stdout.write(`${line}\n`)
  await prepareShop({ state: '.wrangler/state', size: 20_000, log })
  const sandbox = await serveSandbox({
    port: sandboxPort,
    state: '.wrangler/state/v3',
    shopOrigin: `http://localhost:${port}`,
    vars,
  })
  const { createServer } = await import('vite')
  const server = await createServer({ server: { port, strictPort: true } })
  await server.listen()
  log(`Shop ${server.resolvedUrls?.local[0] ?? ''}  Sandbox ${sandbox.url}  Mailbox ${sandbox.url}/mailbox`)
  onSignal(() => void Promise.all([server.close(), sandbox.stop()]).finally(() => process.exit(0)))
}

run(main)
