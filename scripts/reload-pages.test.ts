import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, createServerModuleRunner, type HotPayload, type ViteDevServer } from 'vite'
import { afterEach, expect, test } from 'vitest'
import { reloadPages } from './reload-pages.ts'

let server: ViteDevServer | undefined
let root = ''
afterEach(async () => {
  await server?.close()
  rmSync(root, { recursive: true, force: true })
})

const header = (text: string) => `export const header = () => '${text}'`

/** A Worker like the Cloudflare plugin's: the entry accepts hot updates and caches a part of the page. */
const FILES = {
  'worker/cache.ts':
    'const cache = new Map()\nexport const fragment = (key, make) => cache.get(key) ?? cache.set(key, make()).get(key)',
  'worker/header.ts': header('before'),
  'worker/entry.ts':
    "import { fragment } from './cache.ts'\nimport { header } from './header.ts'\nexport const page = () => fragment('header', header)\nimport.meta.hot?.accept()",
}

test('[audit B8] a saved file changes parts of pages that the Worker had cached', async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'treadline-reload-')))
  mkdirSync(join(root, 'worker'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text)
  server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
    plugins: [reloadPages()],
  })
  const { ssr, client } = server.environments
  if (!ssr || !client) throw new Error('Vite has both')
  const runner = createServerModuleRunner(ssr)
  const entry = join(root, 'worker/entry.ts')
  const page = async () => ((await runner.import(entry)) as { page: () => string }).page()
  expect(await page()).toBe('before')

  const reload = new Promise<HotPayload>((resolve) => {
    client.hot.send = ((payload: HotPayload) => resolve(payload)) as typeof client.hot.send
  })
  writeFileSync(join(root, 'worker/header.ts'), header('after'))
  server.watcher.emit('change', join(root, 'worker/header.ts'))
  expect(await reload).toEqual({ type: 'full-reload' })
  expect(await page()).toBe('after')
  await runner.close()
})
