/** `npm run dev`: the shop under Vite with the Cloudflare plugin, reloading on save, and the sandbox beside it. */
import { prepareShop } from './local-shop.ts'
import { DEFAULT_PORT, localVars, sandboxPortOf, varProblems } from './local-vars.ts'
import { readOptions } from './options.ts'
import { isFree } from './ports.ts'
import { serveSandbox } from './serve.ts'

const HELP = `Runs the shop for development: saving a file reloads the page.

  npm run dev                http://localhost:${DEFAULT_PORT}
  PORT=9000 npm run dev      another port; the sandbox takes the next one
`

async function main(): Promise<void> {
  const { values } = readOptions('npm run dev', { options: { help: { type: 'boolean' } } })
  if (values.help) return void process.stdout.write(HELP)
  const port = Number(process.env.PORT ?? DEFAULT_PORT)
  const sandboxPort = sandboxPortOf(port)
  for (const wanted of [port, sandboxPort]) {
    if (!(await isFree(wanted)))
      throw new Error(`Port ${wanted} is taken. Choose another: PORT=9000 npm run dev`)
  }
  const vars = localVars(port)
  const problems = varProblems(vars)
  if (problems.length > 0) throw new Error(`.dev.vars: ${problems.join('; ')}`)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  await prepareShop({ state: '.wrangler/state', size: 20_000, say })
  const sandbox = await serveSandbox({
    port: sandboxPort,
    state: '.wrangler/state/v3',
    shopOrigin: `http://localhost:${port}`,
    vars,
  })
  const { createServer } = await import('vite')
  const server = await createServer({ server: { port, strictPort: true } })
  await server.listen()
  say(`Shop ${server.resolvedUrls?.local[0] ?? ''}  Sandbox ${sandbox.url}  Mailbox ${sandbox.url}/mailbox`)
  process.on(
    'SIGINT',
    () => void Promise.all([server.close(), sandbox.stop()]).finally(() => process.exit(0)),
  )
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
