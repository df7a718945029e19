import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatUpdatingDate } from '../../../schema/catalog/landing/landing-text.ts'
import { updatingDay } from '../../../schema/platform/shop-calendar.ts'
import { app } from '../../app.ts'
import { readHtml, readRedirect } from '../../platform/testing/page-response.harness.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { loadLandings } from '../index/testing/landings.fixture.ts'

const SITE = 'https://shop.example'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadLandings(env.DB)
})

const get = async (path: string): Promise<Response> =>
  app.request(`${SITE}${path}`, {}, env, createExecutionContext())
const html = (path: string) => readHtml(get(path))
const redirectOf = (path: string) => readRedirect(get(path))
const heading = (page: string) => /<h1[^>]*>([^<]+)<\/h1>/.exec(page)?.[1]
const canonical = (page: string) =>
  /<link rel="canonical" href="https:\/\/shop\.example([^"]+)"/.exec(page)?.[1] ?? null

describe('[A2] every landing is at the address of its labels', () => {
  test.each([
    ['/t', 'All tires'],
    ['/t/s/225-45r17', '225/45R17'],
    ['/t/s/225-45r17/used', 'Used 225/45R17 tires'],
    ['/t/s/225-45r17/halden', 'Halden 225/45R17 tires'],
    ['/t/b', 'Brands'],
    ['/t/b/halden', 'Halden tires'],
    ['/t/b/halden/velo-sport', 'Halden Velo Sport tires'],
    ['/t/c', 'Conditions'],
    ['/t/c/driven-once', 'Driven once tires'],
    ['/t/r', 'Rim diameters'],
    ['/t/r/19.5', '19.5 inch tires'],
    ['/t/z', 'Seasons'],
    ['/t/z/all-seasons', 'All-season tires'],
    ['/t/car', 'Find your car'],
    ['/t/car/bmw', 'Tires for BMW'],
    ['/t/car/bmw/3-series', 'Tires for BMW 3 Series'],
    ['/t/car/bmw/3-series/2019', 'Tires for the 2019 BMW 3 Series'],
    ['/t/car/bmw/3-series/2019/m-sport', 'Tires for the 2019 BMW 3 Series M Sport'],
    ['/USA/', 'Tires in the U.S.'],
    ['/USA/Illinois/', 'Tires in Illinois'],
    ['/USA/Illinois/Chicago/', 'Tires in Chicago'],
    ['/landing/winter', 'Ready for winter'],
  ])('%s', async (path, title) => {
    const page = await html(path)
    expect(heading(page)).toBe(title)
    expect(canonical(page)).toBe(path)
  })

  test.each([
    '/t/s/round',
    '/t/s/225-45r17/nobody',
    '/t/s/225-45r17/used/halden',
    '/t/b/nobody',
    '/t/b/halden/frost-3',
    '/t/c/burnt',
    '/t/r/big',
    // [audit D12] A diameter that no wheel has.
    '/t/r/99',
    '/t/z/monsoon',
    '/t/q',
    '/t/car/audi',
    '/t/car/bmw/3-series/1999',
    '/t/car/bmw/3-series/2019/nothing',
    '/USA/Texas',
    '/landing/nobody',
    '/landing',
  ])('%s does not exist', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test.each(['/t/s/235-65r17', '/t/s/235-65r17/used', '/landing/gone', '/landing/GONE'])(
    '%s is hidden: page not found',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('404 Page Not Found')
    },
  )

  test.each([
    ['/t/s/2254517/used', '/t/s/225-45r17/used'],
    ['/T/s/225-45r17', null],
    ['/t/b/HALDEN?sort=url_key:asc', '/t/b/halden?sort=url_key:asc'],
    ['/USA', '/USA/'],
    ['/t/c/used/', '/t/c/used'],
  ])('another spelling, %s, redirects to %s', async (path, target) => {
    if (target === null) expect((await get(path)).status).toBe(404)
    else {
      // The first redirect removes the slash, the second one corrects the spelling.
      const first = (await get(path)).headers.get('Location')
      const at = first === target ? first : (await get(first ?? '')).headers.get('Location')
      expect(at).toBe(target)
    }
  })

  test.each([
    ['?route_id=2', '/t/b'],
    ['?route_id=1&size=225/45R17', '/t/s/225-45r17'],
    ['?route_id=1&size=225-45r17&condition=Driven+Once', '/t/s/225-45r17/driven-once'],
    ['?route_id=6&make=BMW&car_model=3+Series&year=2019&utm_source=x', '/t/car/bmw/3-series/2019'],
    ['?route_id=7', '/USA/'],
    ['?route_id=99', null],
    ['?route_id=2&size=225/45R17', null],
    ['?route_id=2&brand=Nobody', null],
    ['?route_id=x', null],
  ])('a landing by route_id: /landing%s redirects to %s', async (search, target) => {
    expect(await redirectOf(`/landing${search}`)).toEqual(target === null ? [404, null] : [301, target])
  })
})

describe('[A2] one canonical address for one list', () => {
  test.each([
    ['/t/s/225-45r17?condition=used', '/t/s/225-45r17/used'],
    ['/t/s/225-45r17?brand=halden', '/t/s/225-45r17/halden'],
    ['/t/b/halden?model=velo-sport', '/t/b/halden/velo-sport'],
    ['/t?seasons=winter', '/t/z/winter'],
    ['/t?condition=used', '/t/c/used'],
    ['/t/s/225-45r17?condition=used&sets=single', null],
    ['/t/s/225-45r17?condition=new&condition=used', null],
    ['/t/s/225-45r17?condition=used&price_to=90', null],
    ['/t?size=235-65r17', null],
  ])('the canonical address of %s is %s', async (path, expected) => {
    expect(canonical(await html(path))).toBe(expected)
  })

  test('filters that the address fixes are hidden, and the breadcrumbs link to the landing above', async () => {
    const page = await html('/t/s/225-45r17/used')
    const filters = /<form class="filters".*?<\/form>/s.exec(page)?.[0] ?? ''
    expect(filters).toContain('name="price_from"')
    expect(filters).not.toContain('id="f-condition-used"')
    expect(filters).not.toContain('name="size"')
    expect(page).toContain('<a href="/t/s/225-45r17">225/45R17</a>')
  })
})

describe('[B5] the fourteen widgets at their locations', () => {
  const widgets = async (path: string) => {
    const page = await html(path)
    return [...page.matchAll(/<div class="widgets">[\s\S]*?(?=<div class="(?:listing|widgets)|<\/main>)/g)]
      .map(([piece]) => piece)
      .join('')
  }

  test.each([
    ['condition list', '/t/c', ['href="/t/c/used"', '5 tires, from $56', 'href="/t/c/retread"']],
    ['condition list below a size', '/t/s/225-45r17', ['href="/t/s/225-45r17/used"', '2 tires, from $56']],
    ['brand list', '/t/b', ['href="/t/b/halden"', '4 tires', 'from $56']],
    ['brand list below a size', '/t/s/225-45r17', ['href="/t/s/225-45r17/halden"']],
    ['brand info', '/t/b/halden', ['Halden is ours.', '<dt>Used</dt>', '2, from $56', '/t/s/225-45r17']],
    ['model list', '/t/b/halden', ['href="/t/b/halden/velo-sport"', '/pictures/Halden~Velo_Sport~']],
    ['long description', '/t/b/halden', ['Why Halden</h2>']],
    ['sizes list', '/t/b/halden/velo-sport', ['href="/t/b/halden/velo-sport?size=225-45r17"', '4 tires']],
    ['season list', '/t/z', ['href="/t/z/winter"', '1 tire, from $96', '/pictures/Treadline~']],
    ['season list below a condition', '/t/c/used', ['href="/t/c/used?seasons=summer"']],
    ['rim list', '/t/r', ['href="/t/r/19.5"', '19.5 inch', 'href="/t/r/17"']],
    ['car makes list', '/t/car', ['href="/t/car/bmw"', '2 models']],
    ['car models list', '/t/car/bmw', ['href="/t/car/bmw/x1"', '2010s', 'href="/t/car/bmw/3-series/2021"']],
    ['car years list', '/t/car/bmw/3-series', ['2020s', '2010s', 'href="/t/car/bmw/3-series/2018"']],
    ['car sub-models list', '/t/car/bmw/3-series/2019', ['href="/t/car/bmw/3-series/2019/330i"', 'M Sport']],
    ['car sizes', '/t/car/bmw/3-series/2019', ['href="/t/s/205-55r16"', 'href="/t/s/225-45r17"', '4 tires']],
    ['cars of a size', '/t/s/225-45r17', ['2 cars came with 225/45R17', 'href="/t/car/bmw/x1/2015"']],
    ['SEO text', '/t/s/225-45r17', ['All 4 in 225/45R17, from $56.00.']],
  ])('%s at %s', async (_, path, shown) => {
    const page = await widgets(path)
    for (const piece of shown) expect(page).toContain(piece)
  })

  test('[H13i] each widget is at its location: those that lead to other lists follow the tires', async () => {
    const page = await html('/t/s/225-45r17')
    const at = (name: string) => page.indexOf(`class="${name}"`)
    // Between the heading and the cards is no link to another list (H13i).
    const results = page.slice(page.indexOf('</h1>'), page.indexOf('<li class="card"'))
    expect(results).not.toMatch(/By condition|came with/)
    expect(at('listing-more')).toBeGreaterThan(page.lastIndexOf('<li class="card"'))
    expect(page.indexOf('By condition')).toBeGreaterThan(at('listing-more'))
    expect(page.indexOf('came with 225/45R17')).toBeGreaterThan(at('listing-more'))
    expect(at('listing-seo')).toBeGreaterThan(page.indexOf('came with 225/45R17'))
    expect((await html('/t/car/bmw/3-series/2019/330i')).indexOf('listing-car-sizes')).toBeGreaterThan(0)
  })

  test('[H9] a car with another size at the rear shows the sizes of front and rear', async () => {
    const page = await widgets('/t/car/bmw/3-series/2019/m-sport')
    expect(page).toMatch(/>Front <b[^>]*>225\/45R17</)
    expect(page).toMatch(/>Rear <b[^>]*>235\/65R17</)
    expect(page).not.toContain('205/55R16')
    const list = await html('/t/car/bmw/3-series/2019/m-sport')
    expect(list).toContain('5 tires.')
  })

  test('links of widgets lead to existing landings, never to a hidden one or to the page itself', async () => {
    expect(await widgets('/t/b')).not.toContain('href="/t/b"')
    for (const path of [
      '/t/b',
      '/t/c',
      '/t/r',
      '/t/z',
      '/t/car',
      '/t/car/bmw',
      '/t/s/225-45r17',
      '/t/b/halden',
    ]) {
      for (const [, href = ''] of (await widgets(path)).matchAll(/href="([^"#]+)"/g)) {
        expect((await get(href.replaceAll('&amp;', '&'))).status, `${path} -> ${href}`).toBe(200)
      }
    }
  })

  test('a filtered or sorted list has no widgets', async () => {
    expect(await html('/t/s/225-45r17?sort=url_key:asc')).not.toContain('class="widgets"')
  })
})

test('[B6] texts show counts, prices and the Chicago date instead of placeholders', async () => {
  const page = await html('/t/s/225-45r17')
  const day = updatingDay(Date.now())
  const iso = new Date(day).toISOString().slice(0, 10)
  expect(page).toContain(`Counted <time dateTime="${iso}">${formatUpdatingDate(day)}</time> at 12.01AM.`)
  expect(page).toContain('<meta name="description" content="4 225/45R17 tires from $56.00."')
  expect(await html('/t/s/225-45r17/used')).toContain('content="Used 225/45R17 tires: 2 from $56.00."')
  // The list of all products counts only tires, not the free guide.
  expect(await html('/USA/')).toContain('9 tires from $56.00, to 48 states.')
  for (const path of ['/t/s/225-45r17', '/t/b/halden', '/USA/']) {
    expect(await html(path)).not.toMatch(/\{\w+\}/)
  }
})
