/** Runs before each test file and resets modules, storage and globals that an earlier file changed. */
import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, vi } from 'vitest'

const originalEnv = { ...env }
const { fetch, setTimeout } = globalThis

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Object.assign(globalThis, { fetch, setTimeout })
  for (const name of Object.keys(env))
    if (!Object.hasOwn(originalEnv, name)) Reflect.deleteProperty(env, name)
  Object.assign(env, originalEnv)
})

vi.resetModules()
// Unfinished work of an earlier file may reopen its database during the reset, so the reset is repeated.
for (let attempts = 0; attempts === 0 || (await hasTables()); attempts++) {
  if (attempts === 10) throw new Error('the database of an earlier file does not go away')
  await reset()
}

async function hasTables(): Promise<boolean> {
  return (await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").first()) !== null
}
