/** Starts one shop with a small catalogue for all journeys, on state of its own, and stops it at the end. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareShop } from '../scripts/local-shop.ts'
import { sandboxVars } from '../scripts/local-vars.ts'
import { freePort } from '../scripts/ports.ts'
import { serve } from '../scripts/serve.ts'

declare module 'vitest' {
  interface ProvidedContext {
    shopUrl: string
    sandboxUrl: string
    /** State of a second shop, prepared and served by nobody. */
    spareState: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const state = mkdtempSync(join(tmpdir(), 'treadline-e2e-'))
  await prepareShop({ state, size: 2_000, say: (line) => process.stdout.write(`${line}\n`) })
  const spareState = join(state, 'spare')
  cpSync(join(state, 'v3'), join(spareState, 'v3'), { recursive: true })
  const port = await freePort()
  const sandboxPort = await freePort()
  const vars = {
    ...sandboxVars(port, sandboxPort),
    CART_SECRET: 'a secret of the journeys, long enough',
    SESSION_SECRET: 'sessions of the journeys, long enough',
  }
  const shop = await serve({ port, sandboxPort, state: join(state, 'v3'), vars })
  project.provide('shopUrl', shop.url)
  project.provide('sandboxUrl', shop.sandboxUrl)
  project.provide('spareState', spareState)
  return async () => {
    await shop.stop()
    rmSync(state, { recursive: true, force: true })
  }
}
