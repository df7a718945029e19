import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { app } from '../../app.ts'

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(`https://shop.example${path}`, { headers }, env, createExecutionContext())
const long = 'x'.repeat(8_001)

describe('[API4] [audit A9] a request is refused', () => {
  test('when its address is too long, by page or JSON and with the usual headers', async () => {
    const page = await get(`/search?q=${long}`)
    expect(page.status).toBe(414)
    expect(await page.text()).toContain('<h1 class="t-64">The address is too long.</h1>')
    expect(page.headers.get('Content-Security-Policy')).not.toBeNull()
    const call = await get(`/api/stock/check?sku=${long}`)
    expect([call.status, await call.json()]).toEqual([414, { code: 414, result: 'The address is too long.' }])
  })

  test('when a header is too long, except cookies, which other sites may set too', async () => {
    const call = await get('/api/stock/check?sku=x', { 'Accept-Language': long })
    expect([call.status, await call.json()]).toEqual([431, { code: 431, result: 'A header is too long.' }])
    expect((await get('/robots.txt', { 'User-Agent': long })).status).toBe(431)
    expect((await get('/robots.txt', { Cookie: `theirs=${long}` })).status).toBe(200)
  })

  test('but not a long catalog query, which is JSON in the address and has limits of its own', async () => {
    const query = (request: object) =>
      get(
        `/api/catalog/vue_storefront_catalog/product/_search?request=${encodeURIComponent(JSON.stringify(request))}`,
      )
    const lines = await query({ query: { terms: { sku: Array(400).fill('TL-1001 and a word more') } } })
    expect(lines.status).not.toBe(414)
    const text = await query({ query: { terms: { sku: [long] } } })
    expect([text.status, await text.json()]).toMatchObject([
      400,
      { result: 'A text of a search has at most 8000 letters.' },
    ])
  })
})
