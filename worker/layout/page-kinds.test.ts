import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { ISLANDS_PER_PAGE } from '../../client/app/islands-per-page.ts'
import { app } from '../app.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { loadLandings } from '../catalog/index/testing/landings.fixture.ts'

/** What the last page was written from. */
let written: ReactNode = null
/** Pieces that were written since the last look, each beside what React makes of it. */
const pieces: [written: string, byReact: string][] = []

vi.mock('../platform/page/render-html.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('../platform/page/render-html.ts')>()
  return {
    ...real,
    renderPageBytes: (node: ReactNode) => {
      written = node
      return real.renderPageBytes(node)
    },
    renderHtml: (node: ReactNode) => {
      const html = real.renderHtml(node)
      pieces.push([html, renderToStaticMarkup(node)])
      return html
    },
  }
})

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadLandings(env.DB)
})

/** For somebody whose requests no kept page answers. */
async function read(path: string): Promise<string> {
  const context = createExecutionContext()
  const headers = { Authorization: 'Bearer null' }
  const response = await app.request(`https://shop.example${path}`, { headers }, env, context)
  const text = await response.text()
  await waitOnExecutionContext(context)
  expect(response.status, path).toBeLessThan(500)
  return text
}

/** React puts titles, names and links of a head before all else in it, and adds preloads of pictures. */
function comparable(html: string): { head: string[]; body: string } {
  const [head = '', body = ''] = html.split('</head>')
  const tags = head.split(/(?=<(?!\/))/).filter((tag) => !/^<link rel="preload" as="image"/.test(tag))
  return { head: tags.sort(), body }
}

async function productPaths(): Promise<string[]> {
  const list = await read('/t')
  return [...new Set([...list.matchAll(/<h3[^>]*><a href="(\/p\/[^"]+)"/g)].map(([, href]) => href ?? ''))]
}

const OTHERS = [
  '/t/b/halden',
  '/t?price_to=1',
  '/t/car',
  '/c/used-summer',
  '/landing/winter',
  '/USA/Illinois/Chicago/',
  '/sizes/',
  '/reviews/',
  '/contacts/',
  '/chat/',
  '/2720-west-grand-60612/',
  '/delivery-information/',
  '/i/read-a-tire',
  '/compare/?sku=TL-1001&sku=TL-2001',
  '/search?q=nobodyhasthis',
  '/p/TL-1004/corvane-linea-205-55r16-91v-tl-1004',
  '/error',
  '/nowhere',
]
const LISTS = [
  '/t',
  '/t?condition=used&price_from=20&sort=final_price:asc',
  '/t/s/225-45r17',
  '/search?q=sport',
]

test('[H1] every kind of page is written as React would render it', async () => {
  const products = await productPaths()
  expect(products.length).toBeGreaterThan(5)
  for (const path of ['/', ...LISTS, ...OTHERS, ...products]) {
    written = null
    const html = await read(path)
    expect(written, path).not.toBeNull()
    expect(comparable(html), path).toEqual(comparable(`<!DOCTYPE html>${renderToStaticMarkup(written)}`))
  }
  expect(pieces.length).toBeGreaterThan(50)
  for (const [html, byReact] of pieces) expect(html).toBe(byReact)
})

test('[H5] the islands of a kind of page are those that its weight is measured with', async () => {
  const islands = async (paths: readonly string[]) => {
    const names = new Set<string>()
    for (const path of paths)
      for (const [, name = ''] of (await read(path)).matchAll(/ data-island="([^"]+)"/g)) names.add(name)
    return [...names].sort()
  }
  expect(await islands(['/'])).toEqual([...ISLANDS_PER_PAGE.home].sort())
  expect(await islands(LISTS)).toEqual([...ISLANDS_PER_PAGE.listing].sort())
  expect(await islands(await productPaths())).toEqual([...ISLANDS_PER_PAGE.product].sort())
})
