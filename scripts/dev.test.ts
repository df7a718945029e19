import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from './ports.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'treadline-dev-')))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

test('[audit B8] another PORT moves the addresses that the Worker has under Vite', async () => {
  const port = await freePort()
  vi.stubEnv('PORT', String(port))
  writeFileSync(
    join(root, 'wrangler.toml'),
    'name = "variables"\nmain = "worker.js"\ncompatibility_date = "2026-09-18"\n',
  )
  writeFileSync(
    join(root, 'worker.js'),
    'export default { fetch: (_, { SITE_URL, MAIL_API_URL }) => Response.json({ SITE_URL, MAIL_API_URL }) }',
  )
  const server = await createServer({
    root,
    configFile: 'vite.config.ts',
    logLevel: 'silent',
    server: { port },
  })
  try {
    await server.listen()
    const response = await fetch(`http://localhost:${port}/`)
    expect(await response.json()).toEqual({
      SITE_URL: `http://localhost:${port}`,
      MAIL_API_URL: `http://localhost:${port + 1}`,
    })
  } finally {
    await server.close()
    rmSync(`.wrangler/vars/${port}`, { recursive: true })
  }
}, 60_000)
