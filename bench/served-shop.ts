/** The built shop as `npm start` serves it, with static files and 2,000 units in a temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareShop } from '../scripts/local-shop.ts'
import { sandboxVars } from '../scripts/local-vars.ts'
import { freePort } from '../scripts/ports.ts'
import { type Served, serve } from '../scripts/serve.ts'
import { onSignal } from '../scripts/signals.ts'

const SECRET = 'a secret of the benchmarks, long enough'
const UNITS = 2_000

export async function inServedShop<Result>(
  log: (line: string) => void,
  use: (shop: Served) => Promise<Result>,
  /** Returns the shop's variables, based on those of the sandbox. */
  configure: (vars: Record<string, string>) => Record<string, string> = (vars) => vars,
): Promise<Result> {
  const state = mkdtempSync(join(tmpdir(), 'treadline-bench-'))
  // Deletes the folder at the end of the run, also after Ctrl+C.
  process.once('exit', () => rmSync(state, { recursive: true, force: true }))
  onSignal(() => process.exit(1))
  await prepareShop({ state, size: UNITS, log })
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const sandbox = sandboxVars(port, sandboxPort)
  const vars = { ...configure(sandbox), CART_SECRET: SECRET, SESSION_SECRET: SECRET }
  const shop = await serve({ port, sandboxPort, state: join(state, 'v3'), vars })
  try {
    return await use(shop)
  } finally {
    await shop.stop()
  }
}
