import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Browser, openShop, SITE } from '../../account/testing/account.harness.ts'
import { app } from '../../app.ts'
import { loadLandings } from '../../catalog/index/testing/landings.fixture.ts'
import { serveFromMemory } from '../../platform/cache/page-cache.ts'
import { hiddenFields, staffBrowser, submit, textOf } from '../units/testing/unit-pages.harness.ts'
import { addTire, addTires } from './testing/alike-tires.harness.ts'

const FORM = '/staff/sets/form'
let clock = Date.UTC(2026, 10, 27, 15)
let casey: Browser
let books: Browser

beforeAll(async () => {
  vi.spyOn(Date, 'now').mockImplementation(() => clock)
  await openShop()
  await loadLandings(env.DB)
  casey = await staffBrowser('yard')
  books = await staffBrowser('books')
  await env.DB.exec("INSERT INTO bin (code, walk) VALUES ('B-14', 1), ('C-2', 2)")
})

async function visit(path: string): Promise<string> {
  const context = createExecutionContext()
  const request = new Request(`${SITE}${path}`)
  const response = serveFromMemory(request)?.response ?? (await app.request(request, {}, env, context))
  const text = await response.text()
  await waitOnExecutionContext(context)
  return text
}
const page = async (path: string, browser = casey) => (await browser.fetch(path)).text()
const skusIn = (html: string) => [...html.matchAll(/name="sku" value="([^"]+)"/g)].map(([, sku = '']) => sku)

/** Sends the form that makes a set as the page shows it, with these changes. */
async function makeFrom(html: string, changes: Record<string, string> = {}) {
  const fields = hiddenFields(html, { action: 'make' })
  const typed = Object.fromEntries(
    ['price', 'bin'].map((name) => [
      name,
      new RegExp(`name="${name}"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="${name}"`)
        .exec(html)
        ?.slice(1)
        .find(Boolean) ?? '',
    ]),
  )
  const body = new URLSearchParams({ ...fields, ...typed, ...changes })
  body.delete('sku')
  for (const sku of skusIn(html)) body.append('sku', sku)
  const response = await casey.fetch(FORM, { method: 'POST', body })
  const to = response.headers.get('Location')
  const shown = to ? await page(to) : await response.text()
  return { status: response.status, to, html: shown, text: textOf(shown) }
}

test('[H14n] from a tire to a set on sale in two presses, live on the shop within two seconds, and broken up again', async () => {
  const skus = [await addTire({ depths: [6, 6.5, 6.5, 6], price: 52_00 }), ...(await addTires(3))]
  const [first = ''] = skus
  // The change feed is read before the list is made, as in a shop where tires come in all day.
  clock += 2_000
  await visit('/t/b/brakken')
  const list = await visit('/t/s/225-45r17')
  for (const sku of skus) expect(list).toContain(`/p/${sku}/`)
  const unit = await page(`/staff/units/${first}`)
  expect(textOf(unit)).toContain('Alike in the yard')
  expect(unit).toContain(`href="/staff/sets/new?skus=${first}"`)
  const form = await page(`/staff/sets/new?skus=${first}`)
  expect(skusIn(form)).toHaveLength(4)
  expect(textOf(form)).toContain('Suggested: $259.00. Alone they cost $232.00; sets usually cost 10% more.')
  const made = await makeFrom(form)
  expect(made.status).toBe(303)
  expect(made.text).toMatch(/Set TL-\d+ is on sale\. Undo/)
  expect(made.text).toMatch(/Sold as Set of 4/)
  const set = made.to?.split('/').at(-1) ?? ''
  clock += 2_000
  await visit('/t/b/brakken')
  const after = await visit('/t/s/225-45r17')
  expect(after).toContain(`/p/${set}/`)
  for (const sku of skus) expect(after).not.toContain(`/p/${sku}/`)
  const shown = await visit(`/p/${set}/halden-velo-sport-225-45r17-94w`)
  expect(shown).toContain('Photos of these very tires.')
  expect(shown).toContain('Tire 4: tread')
  expect(textOf(await page(`/staff/units/${first}`))).toContain(`Sold as part of the set ${set}`)
  const [undo] = [hiddenFields(made.html, { action: 'undo-make' })]
  const undone = await submit(casey, FORM, undo)
  expect(undone.text).toContain('Broken up. Its tires are single again.')
  clock += 2_000
  await visit('/t/b/brakken')
  const back = await visit('/t/s/225-45r17')
  for (const sku of skus) expect(back).toContain(`/p/${sku}/`)
  expect(back).not.toContain(`/p/${set}/`)
})

test('[H14n] tires that are no set are shown to choose from, with the reason', async () => {
  const [a = '', b = '', c = ''] = await addTires(3, { dot: '0126' })
  const three = textOf(await page(`/staff/sets/new?skus=${a}+${b}+${c}`))
  expect(three).toContain('Choose two or four tires.')
  expect(three).toContain('Use these tires')
  const pair = await page(`/staff/sets/new?skus=${a}&skus=${b}`)
  expect(textOf(pair)).toContain('Put the pair on sale')
  const alone = await addTire({ dot: '0112' })
  expect(textOf(await page(`/staff/sets/new?skus=${alone}`))).toContain('No tire is alike')
  expect(textOf(await page('/staff/sets/new'))).toContain('No tire chosen')
  expect(textOf(await page('/staff/sets/new?skus=%00<script>+TL-1'))).toContain('No tire chosen')
  expect(await page(`/staff/units/${alone}`)).not.toContain('Alike in the yard')
})

test('[H14n] a refused set keeps what was typed and says what to do at its field', async () => {
  const [a = '', b = ''] = await addTires(2, { dot: '0125' })
  const form = await page(`/staff/sets/new?skus=${a}+${b}`)
  const low = await makeFrom(form, { price: '12', why: 'A friend' })
  expect(low.status).toBe(422)
  expect(low.text).toContain('The price must be $60.00 or more.')
  expect(low.html).toContain('value="12"')
  expect(low.html).toContain('value="A friend"')
  expect((await makeFrom(form, { price: 'cheap' })).text).toContain('Enter a price, such as 249.')
  expect((await makeFrom(form, { bin: 'Z-99' })).text).toContain('No bin has this code.')
  expect((await makeFrom(form, { bin: 'https://shop.example/B/C-2' })).text).toContain('C-2')
  const late = await makeFrom(form, { key: 'another-form' })
  expect(late.status).toBe(422)
  expect(late.text).toContain(`${a} is no longer on sale`)
})

test('[H14n] the search finds a set by the sku of each of its tires, and its label says what it is', async () => {
  const skus = await addTires(2, { dot: '0124' })
  const made = await makeFrom(await page(`/staff/sets/new?skus=${skus.join('+')}`))
  const set = made.to?.split('/').at(-1) ?? ''
  for (const sku of skus) expect(await page(`/staff/units/?q=${sku}`)).toContain(`/staff/units/${set}`)
  const label = textOf(await page(`/staff/labels/?units=${set}`))
  expect(label).toContain(set)
  expect(label).toContain('2 × 225/45R17')
})

test('[H14n] a set is broken up with a reason, which its history has, and put together again', async () => {
  const skus = await addTires(2, { dot: '0123' })
  const made = await makeFrom(await page(`/staff/sets/new?skus=${skus.join('+')}`))
  const fields = hiddenFields(made.html, { action: 'break' })
  expect((await submit(casey, FORM, { ...fields, why: ' ' })).text).toContain('Say why.')
  const broken = await submit(casey, FORM, { ...fields, why: 'One was cut' })
  expect(broken.text).toContain('Broken up. Its tires are single again.')
  expect(broken.text).toContain('“One was cut”')
  expect(broken.text).toContain(`Its tires: ${skus[0]}`)
  expect(textOf(await page(`/staff/units/${skus[0]}`))).toMatch(/On sale \$60\.00 in B-14/)
  const again = await submit(casey, FORM, hiddenFields(broken.html, { action: 'undo-break' }))
  expect(again.text).toContain('Together again.')
  expect(again.text).toContain('Tires of this set')
})

test('[H14n] who may not take in tires sees sets and makes none', async () => {
  const skus = await addTires(2, { dot: '0122' })
  const shown = await page(`/staff/units/${skus[0]}`, books)
  expect(textOf(shown)).toContain('Alike in the yard')
  expect(shown).not.toContain('/staff/sets/new')
  expect((await books.fetch(`/staff/sets/new?skus=${skus[0]}`)).status).toBe(403)
})
