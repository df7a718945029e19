/** Runs before each file of worker tests: what an earlier file of the same runtime loaded, stored or replaced is gone. */
import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, vi } from 'vitest'

const settings = { ...env }
const { fetch, setTimeout } = globalThis

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Object.assign(globalThis, { fetch, setTimeout })
  for (const name of Object.keys(env)) if (!Object.hasOwn(settings, name)) Reflect.deleteProperty(env, name)
  Object.assign(env, settings)
})

vi.resetModules()
// What an earlier file still does may open its database again while it is thrown away.
for (let tries = 0; tries === 0 || (await hasTables()); tries++) {
  if (tries === 10) throw new Error('the database of an earlier file does not go away')
  await reset()
}

async function hasTables(): Promise<boolean> {
  return (await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").first()) !== null
}
