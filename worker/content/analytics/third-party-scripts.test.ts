import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { openShop } from '../../account/testing/account.harness.ts'
import { app } from '../../app.ts'
import { parseConfig } from '../../config.ts'

const SCRIPTS = [
  {
    name: 'Stats',
    src: 'https://stats.example/s.js?v=1',
    purpose: 'counts visits',
    integrity: 'sha384-abc+/1==',
  },
  {
    name: 'Pixel',
    src: 'https://stats.example/p.js',
    purpose: 'shows ads',
    trustedTypes: ['pixel#loader', 'pixel'],
  },
  { name: 'Chat', src: 'http://localhost:8790/c.js', purpose: 'development' },
]

beforeAll(openShop)

async function read(path: string, vars: object) {
  const headers = { Authorization: 'Bearer null' }
  const request = new Request(`https://shop.example${path}`, { headers })
  const response = await app.fetch(request, { ...env, ...vars } as typeof env, createExecutionContext())
  return { policy: response.headers.get('Content-Security-Policy') ?? '', html: await response.text() }
}

test('[F4] [G10] without configuration no page lists third-party scripts, and the policy allows none', async () => {
  const { policy, html } = await read('/contacts/', {})
  expect(policy).toContain('; trusted-types treadline;')
  expect(policy).not.toContain('http')
  expect(html).not.toContain('script-origins')
  expect(html).not.toContain('data-outside')
})

test('[F4] [G10] the policy of a content page allows the configured origins, each once, and no page loads them by itself', async () => {
  const { policy, html } = await read('/contacts/', { OUTSIDE_SCRIPTS: JSON.stringify(SCRIPTS) })
  const origins = "'self' https://stats.example http://localhost:8790"
  expect(policy).toContain(`script-src ${origins};`)
  expect(policy).toContain(`connect-src ${origins};`)
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain('; trusted-types treadline pixel#loader pixel;')
  // The loader of the page checks these origins again (client/platform/trusted-types.ts).
  expect(html).toContain('name="script-origins" content="https://stats.example http://localhost:8790"')
  expect(html).not.toMatch(/<script[^>]* src="http/)
  const json = /data-outside="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  expect(JSON.parse(json ?? '')).toEqual(SCRIPTS)
})

test('[F4] [G10] pages with payment neither allow nor list third-party scripts', async () => {
  const { policy, html } = await read('/checkout/', { OUTSIDE_SCRIPTS: JSON.stringify(SCRIPTS) })
  expect(policy).not.toContain('stats.example')
  expect(html).not.toContain('stats.example')
})

test('[F4] the shop declares in a JSON document that it honors Global Privacy Control', async () => {
  const { html } = await read('/.well-known/gpc.json', {})
  expect(JSON.parse(html)).toMatchObject({ gpc: true })
})

test('an invalid list or script is a problem of the configuration that names the variable', () => {
  const problems = (value: string) => {
    const result = parseConfig({ ...env, OUTSIDE_SCRIPTS: value })
    return result.ok ? [] : result.problems
  }
  for (const value of [
    'https://stats.example/s.js',
    '[{"name":"Stats"}]',
    JSON.stringify([{ ...SCRIPTS[0], src: 'http://stats.example/s.js' }]),
    JSON.stringify([{ ...SCRIPTS[0], src: "https://stats.example'; script-src *" }]),
    JSON.stringify([{ ...SCRIPTS[0], trustedTypes: ['x; script-src *'] }]),
    JSON.stringify([{ ...SCRIPTS[0], trustedTypes: ["'allow-duplicates'"] }]),
  ]) {
    expect(problems(value).join(), value).toContain('OUTSIDE_SCRIPTS')
  }
  expect(problems(JSON.stringify(SCRIPTS))).toEqual([])
})
