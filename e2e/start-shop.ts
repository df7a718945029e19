/** Starts a shop with a small catalog for each test worker, with its own state, and stops them at the end. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { BuiltInRole } from '../schema/identity/staff/permissions.ts'
import { prepareShop } from '../scripts/local-shop.ts'
import { sandboxVars } from '../scripts/local-vars.ts'
import { freePort } from '../scripts/ports.ts'
import { serve } from '../scripts/serve.ts'
import { addStaff, type StaffPasskey } from './staff-accounts.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One shop for each test worker (e2e/shop.ts). */
    shops: { shopUrl: string; sandboxUrl: string }[]
    /** State of another shop, to be copied (e2e/shop.ts). */
    spareState: string
    /** The passkeys of staff (e2e/staff-shop.ts). */
    staffPasskeys: Record<BuiltInRole, StaffPasskey>
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const state = mkdtempSync(join(tmpdir(), 'treadline-e2e-'))
  await prepareShop({ state, size: 2_000, log: (line) => process.stdout.write(`${line}\n`) })
  const prepared = join(state, 'v3')
  const spareState = join(state, 'spare')
  cpSync(prepared, join(spareState, 'v3'), { recursive: true })
  project.provide('staffPasskeys', await addStaff(prepared))

  const open = async (index: number) => {
    const own = join(state, `shop-${index}`)
    cpSync(prepared, own, { recursive: true })
    const port = await freePort()
    const sandboxPort = await freePort()
    const vars = {
      ...sandboxVars(port, sandboxPort),
      CART_SECRET: 'a secret of the journeys, long enough',
      SESSION_SECRET: 'sessions of the journeys, long enough',
    }
    return serve({ port, sandboxPort, state: own, vars })
  }
  const shops: Awaited<ReturnType<typeof serve>>[] = []
  for (let index = 0; index < Number(project.config.maxWorkers); index++) shops.push(await open(index))
  project.provide(
    'shops',
    shops.map(({ url, sandboxUrl }) => ({ shopUrl: url, sandboxUrl })),
  )
  project.provide('spareState', spareState)
  return async () => {
    await Promise.all(shops.map((shop) => shop.stop()))
    rmSync(state, { recursive: true, force: true })
  }
}
