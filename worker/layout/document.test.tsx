import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { findSize } from '../../schema/catalog/finder/finder.ts'
import { notFoundPage } from '../catalog/landing/not-found.tsx'
import type { Config } from '../config.ts'
import type { AppEnv } from '../env.ts'
import { PageNotes } from '../platform/cache/page-notes.ts'
import { contentPage } from '../platform/page/content-page.ts'
import { errorPage, serverErrorPage } from '../platform/page/errors.tsx'
import { pageLayout } from './document.tsx'

const nextSteps = {
  finder: { view: findSize([{ width: 225, aspect: 45, rim: 17, count: 412 }]), cars: null },
  sizes: [{ label: '225/45R17', href: '/t/s/225-45r17', count: 412, minPriceByTire: 2850 }],
}

async function read(path: string): Promise<{ status: number; html: string; type: string | null }> {
  const app = new Hono<AppEnv>()
  app.use(pageLayout())
  app.use(async (c, next) => {
    c.set('pageCache', new PageNotes())
    c.set('config', {
      siteUrl: 'https://treadline.example',
      cartSecret: '',
      card: null,
      mail: null,
    } as Config)
    await next()
  })
  app.get('/page', (c) =>
    contentPage(c, {
      title: 'Sizes & "more"',
      description: 'All sizes',
      canonical: '/sizes/',
      section: 'sizes',
      breadcrumbs: [{ label: 'Home', href: '/' }, { label: 'Sizes' }],
      body: <h1>Sizes</h1>,
    }),
  )
  app.get('/404', (c) => notFoundPage(c, nextSteps))
  app.get('/lost', (c) => notFoundPage(c, null))
  app.get('/500', (c) => serverErrorPage(c))
  app.get('/error', (c) => errorPage(c))
  const response = await app.request(path, {}, {} as AppEnv['Bindings'])
  return { status: response.status, html: await response.text(), type: response.headers.get('content-type') }
}

test('a page is a complete document with title, canonical address, landmarks and skip link', async () => {
  const { status, html, type } = await read('/page')
  expect(status).toBe(200)
  expect(type).toBe('text/html; charset=utf-8')
  expect(html.startsWith('<!DOCTYPE html><html lang="en"')).toBe(true)
  expect(html).toContain('<title>Sizes &amp; &quot;more&quot; | Treadline</title>')
  expect(html).toContain('<link rel="canonical" href="https://treadline.example/sizes/"/>')
  expect(html).toContain('<a class="skip" href="#main">')
  expect(html).toContain('<main id="main"')
  expect(html).toContain('"@type":"BreadcrumbList"')
  expect(html).toContain('aria-current="page">Sizes</a>')
})

test('no page has an inline script, a style attribute or an event handler, which the policy would block', async () => {
  for (const path of ['/page', '/404', '/lost', '/500', '/error']) {
    const { html } = await read(path)
    expect(html).not.toMatch(/\sstyle="/)
    expect(html).not.toMatch(/\son[a-z]+="/)
    // Structured data is a data block, which no policy blocks and no browser runs.
    for (const [tag] of html.matchAll(/<script(?! type="application\/ld\+json")[^>]*>/g)) {
      expect(tag).toContain(' src="/')
    }
  }
})

test('[A1] an unknown address shows 404 Page Not Found, is not indexed and links to tires in stock', async () => {
  const { status, html } = await read('/404')
  expect(status).toBe(404)
  expect(html).toContain('404 Page Not Found</h1>')
  expect(html).toContain('content="noindex"')
  expect(html).toContain('data-island="finder"')
  expect(html).toContain('Show 412 tires in stock')
  expect(html).toContain('from $28.50')
})

test('the page "not found" has a link even when the stock cannot be read', async () => {
  const { status, html } = await read('/lost')
  expect(status).toBe(404)
  expect(html).toContain('href="/sizes/"')
})

test('[A1] the error pages have their status, their message and the minimal layout', async () => {
  const broken = await read('/500')
  expect(broken.status).toBe(500)
  expect(broken.html).toContain('Internal Server Error 500')
  expect(broken.html).toContain('masthead-minimal')
  expect((await read('/error')).status).toBe(200)
})
