/** `npm run sandbox`: runs the sandbox of the outside services alone, for a shop that another program runs. */
import { existsSync } from 'node:fs'
import { DEFAULT_PORT, localVars, sandboxPortOf, sandboxVars } from './local-vars.ts'
import { readOptions, run } from './options.ts'
import { readPort, requireFreePorts } from './ports.ts'
import { onSignal } from './signals.ts'

const HELP = `Runs the sandbox of outside services without a shop. \`npx wrangler dev\` starts it by itself.

  npm run sandbox                     http://localhost:${sandboxPortOf(DEFAULT_PORT)}, for a shop at ${DEFAULT_PORT}
  PORT=9000 npm run sandbox           for a shop at another port; the sandbox takes the next one
  npm run sandbox -- --beside 1234    ends when the process 1234 has ended
  npm run sandbox -- --persist-to FOLDER   another folder of local state than .wrangler/state
`

async function main(): Promise<void> {
  const { values } = readOptions('npm run sandbox', {
    options: {
      help: { type: 'boolean' },
      beside: { type: 'string' },
      'persist-to': { type: 'string', default: '.wrangler/state' },
    },
  })
  if (values.help) return void process.stdout.write(HELP)
  const port = readPort()
  const sandboxPort = sandboxPortOf(port)
  await requireFreePorts([sandboxPort], 'npm run sandbox')
  const { serveSandbox } = await import('./serve.ts')
  const { url, stop } = await serveSandbox({
    port: sandboxPort,
    state: `${values['persist-to']}/v3`,
    shopOrigin: `http://localhost:${port}`,
    // The keys in .dev.vars win; before the first start these are the keys that the shop will have.
    vars: existsSync('.dev.vars') ? localVars(port) : sandboxVars(port, sandboxPort),
  })
  const end = () => void stop().finally(() => process.exit(0))
  onSignal(end)
  const { beside } = values
  if (beside) setInterval(() => isAlive(Number(beside)) || end(), 500)
  process.stdout.write(`Sandbox ${url}  Mailbox ${url}/mailbox\n`)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

run(main)
