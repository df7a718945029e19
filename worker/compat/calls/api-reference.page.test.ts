import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { textReply } from '../../../schema/compat/calls/call.api.ts'
import { app } from '../../app.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'

const { says } = textReply('`sku` is missing.')
const DOCUMENT = {
  info: { version: '1.2.3', description: 'What `code` is.' },
  tags: [{ name: 'Stock', description: 'Units that can be had now.' }],
  paths: {
    '/api/stock/check': {
      get: {
        operationId: 'checkStock',
        tags: ['Stock'],
        summary: 'How many units of one sku can be had.',
        'x-who': 'everybody',
        parameters: [{ name: 'sku', in: 'query', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'The stock.',
            content: {
              'application/json': {
                schema: { allOf: [{}, { properties: { result: { $ref: '#/components/schemas/Stock' } } }] },
                example: { code: 200, result: { qty: 4 } },
              },
            },
          },
          405: { $ref: '#/components/responses/MethodNotAllowed' },
          500: { description: says },
        },
      },
    },
  },
  components: { responses: { MethodNotAllowed: { description: 'Not this method.' } } },
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

function page(assets?: object): Promise<Response> {
  const request = new Request('https://shop.test/api-reference/')
  return Promise.resolve(app.fetch(request, { ...env, ASSETS: assets }, createExecutionContext()))
}

test('[G8] [H7] the page lists for each call its parameters, replies and an example, without JavaScript', async () => {
  const withoutBuild = await page()
  expect(withoutBuild.status).toBe(200)
  expect(await withoutBuild.text()).toContain('It is written by npm run build.')

  const assets = {
    fetch: async (address: string) =>
      address.endsWith('/openapi.json')
        ? Response.json(DOCUMENT)
        : Response.json({
            'client/entry-app.tsx': { file: 'a.js' },
            'client/entry-pages.tsx': { file: 'p.js' },
            'client/app/site.css': { file: 's.css' },
          }),
  }
  const html = await (await page(assets)).text()
  for (const part of [
    '<h2 id="stock">Stock</h2>',
    '<code>GET /api/stock/check</code>',
    'For everybody.',
    '<code>sku</code><span>in the query</span>',
    '<code>200</code><span>The stock.</span></th><td>Stock</td>',
    'Not this method.',
    '<code>sku</code> is missing.',
    '&quot;qty&quot;: 4',
    'href="/openapi.json"',
  ]) {
    expect(html).toContain(part)
  }
})
