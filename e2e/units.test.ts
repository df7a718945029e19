/** The yard at a desk and on a phone: finding, pricing, moving, counting and labeling units (H14). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  collectErrors,
  DESKTOP,
  expectNoSidewaysScroll,
  expectWholeStaffPage,
  openBrowser,
  PHONE,
} from './browser.ts'
import { type StaffShop, startStaffShop } from './staff-shop.ts'

const browser = openBrowser()
let shop: StaffShop
/** Used single tires in stock. */
let skus: string[] = []

beforeAll(async () => {
  shop = await startStaffShop()
  await shop.query("INSERT INTO bin (code, walk) VALUES ('A-12-3', 30), ('B-14', 20)")
  const rows = await shop.query(
    `SELECT p.sku FROM product p JOIN stock s ON s.stock_sku = p.stock_sku
      WHERE p.condition = 'Used' AND p.type_id = 'simple' AND p.setqty = 1 AND s.qty = 1 ORDER BY p.id LIMIT 60`,
  )
  skus = rows.map(({ sku }) => String(sku))
})
afterAll(() => shop.stop())

type Role = 'manager' | 'yard'

async function open(role: Role, path: string, viewport = DESKTOP) {
  const page = await browser.newPage({ viewport })
  await shop.signIn(page, role)
  await page.goto(`${shop.url}${path}`)
  return page
}

/** Types as a scanner does: a code, then Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.insertText(code)
  await page.keyboard.press('Enter')
}

/** Waits until a scanner types into this field. */
const untilFocus = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(name)

const labelLink = (sku: string) => `${shop.url}/U/${sku.replace('-', '')}`.toUpperCase()

test('[H14h] at a desk, a unit is found, its price changed and the change undone, with keys alone', async () => {
  const page = await open('manager', '/staff/units/')
  const errors = collectErrors(page)
  await page.keyboard.press('/')
  await page.keyboard.insertText('2454517')
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=2454517/)
  const first = page.locator('[data-rows] tbody th a').first()
  await page.keyboard.press('j')
  await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('x')
  expect(await page.getByRole('checkbox', { name: /^Mark/ }).first().isChecked()).toBe(true)
  const bar = page.locator('[data-marked]')
  const status = bar.getByRole('status')
  expect(await status.textContent()).toBe('1 marked')
  await expect
    .poll(() => bar.evaluate((form) => form.getBoundingClientRect().bottom <= innerHeight))
    .toBe(true)
  await bar.getByRole('button', { name: 'Mark all on this page' }).click()
  const boxes = await page.getByRole('checkbox', { name: /^Mark/ }).count()
  expect(await status.textContent()).toBe(`${boxes} marked`)
  await bar.getByRole('button', { name: 'Clear marks' }).click()
  expect(await status.isVisible()).toBe(false)
  await first.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/staff\/units\/TL-/)
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.waitForURL(`${shop.url}/staff/units/`)
  await page.keyboard.press('/')
  await page.keyboard.insertText(labelLink(skus[57] ?? ''))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shop.url}/staff/units/${skus[57]}`)
  await page.keyboard.press('e')
  await untilFocus(page, 'price')
  const before = await page.getByLabel('Price, $').inputValue()
  const price = (Number(before) + 1).toFixed(2)
  await page.getByLabel('Price, $').fill(price)
  await page.keyboard.press('Enter')
  await page.getByText('Saved.').waitFor()
  expect(await page.locator('.unit-history').innerText()).toContain(`$${price}`)
  await page.locator('.note').getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByText('Undone.').waitFor()
  expect(await page.getByLabel('Price, $').inputValue()).toBe(before)
  expect(errors).toEqual([])
})

test('[H14h] the keys are listed, do nothing while somebody types, and can be switched off', async () => {
  const page = await open('yard', '/staff/units/')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await dialog.getByText('Next row').waitFor()
  await dialog.getByRole('button', { name: 'Switch the keys off' }).click()
  await page.keyboard.press('j')
  expect(await page.evaluate(() => document.activeElement?.closest('tr'))).toBeNull()
  await page.keyboard.press('?')
  await dialog.getByRole('button', { name: 'Switch the keys on' }).click()
  await page.getByLabel('SKU, TIN, size, DOT week or model').focus()
  await page.keyboard.type('j?')
  expect(await page.getByLabel('SKU, TIN, size, DOT week or model').inputValue()).toBe('j?')
})

test('[H14h] on a phone, twelve tires are moved by a scanner and back by one press', async () => {
  const page = await open('yard', '/staff/move/', PHONE)
  const errors = collectErrors(page)
  await untilFocus(page, 'bin')
  await scan(page, `${shop.url}/b/b-14`)
  await untilFocus(page, 'units')
  for (const sku of skus.slice(0, 12)) await scan(page, labelLink(sku))
  expect(await page.locator('label[for="units"]').textContent()).toBe('Units: 12')
  await page.getByRole('button', { name: 'Move' }).click()
  await page.getByText('12 moved to B-14').waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('12 changes undone.').waitFor()
  await page.goto(`${shop.url}/staff/bins/B-14`)
  await page.getByText('This bin is empty').waitFor()
  expect(errors).toEqual([])
})

test('[H14h] a bin of 40 tires is counted with 42 presses', async () => {
  const units = skus.slice(12, 52)
  const page = await open('yard', '/staff/move/?bin=A-12-3', PHONE)
  await page.getByLabel('Units').fill(units.join('\n'))
  await page.getByRole('button', { name: 'Move' }).click()
  await page.getByText('40 moved to A-12-3').waitFor()
  await page.goto(`${shop.url}/staff/bins/A-12-3/count`)
  await untilFocus(page, 'units')
  const back = await page.getByRole('link', { name: 'Back to A-12-3' }).boundingBox()
  expect(back?.height).toBeGreaterThanOrEqual(48)
  let presses = 0
  for (const sku of units) {
    await scan(page, labelLink(sku))
    presses += 1
  }
  for (const name of ['Compare', 'Accept this count']) {
    await page.getByRole('button', { name }).click()
    presses += 1
  }
  await page.getByText('Everything is where it should be.').waitFor()
  expect(presses).toBe(42)
})

test('[H14h] without script, a bin and its units are asked for one after the other', async () => {
  const page = await browser.newPage({ viewport: PHONE, javaScriptEnabled: false })
  await shop.signIn(page, 'yard')
  await page.goto(`${shop.url}/staff/move/`)
  await untilFocus(page, 'bin')
  await scan(page, 'B-14')
  await page.getByText('Scan at least one unit.').waitFor()
  await page.getByLabel('Units').fill(skus[55] ?? '')
  await page.getByRole('button', { name: 'Move' }).click()
  await page.getByText('1 moved to B-14').waitFor()
})

test('[H14g] a press prints labels, each on paper of its size', async () => {
  const page = await open('yard', `/staff/labels/?units=${skus.slice(0, 3).join('+')}&paper=2x1`)
  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Print 3 labels' }).click()
  const sheets = await opened
  await sheets.locator('html[data-printed]').waitFor({ state: 'attached' })
  const pdf = (await sheets.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(3)
  // Points: 2 × 1 in.
  expect(new Set(pdf.match(/\/MediaBox\s*\[[^\]]+\]/g))).toEqual(new Set(['/MediaBox [0 0 144 72]']))
  await expectInside(sheets)
})

/** Expects that the browser draws nothing within 3 mm of a label's edge, in its own font. */
async function expectInside(page: Page): Promise<void> {
  const close = await page.evaluate(() => {
    const edge = (3 / 25.4) * 96 - 0.5
    return [...document.querySelectorAll('.label')].flatMap((label) => {
      const paper = label.getBoundingClientRect()
      return [...label.querySelectorAll('text, path, polygon')].flatMap((mark) => {
        const box = mark.getBoundingClientRect()
        const gap = Math.min(
          box.left - paper.left,
          paper.right - box.right,
          // The box of a text has room for accents, which letters of labels do not use.
          mark instanceof SVGTextElement ? edge : box.top - paper.top,
          mark instanceof SVGTextElement ? edge : paper.bottom - box.bottom,
        )
        return gap < edge ? [`${mark.textContent || mark.tagName}: ${gap}`] : []
      })
    })
  })
  expect(close).toEqual([])
}

test('[H14g] a visitor who scans the tire sees it in the shop', async () => {
  const page = await browser.newPage({ viewport: PHONE })
  await page.goto(labelLink(skus[56] ?? ''))
  await page.waitForURL(/\/p\/TL-/)
  await page.locator('#buy').waitFor()
})

const PAGES = {
  list: '/staff/units/?condition=used&depth=6-&sort=price-low',
  'no unit': '/staff/units/?q=TL-77',
  unit: '/staff/units/UNIT',
  bins: '/staff/bins/',
  bin: '/staff/bins/A-12-3',
  move: '/staff/move/?bin=A-12-3',
  count: '/staff/bins/A-12-3/count',
  labels: '/staff/labels/?units=UNIT&paper=4x2',
  'bin label': '/staff/labels/?bins=A-12-3&arrow=left',
  'no label': '/staff/labels/',
  'audit log': '/staff/audit/',
  mounting: '/staff/mounting',
}

/** Returns texts with more lines than words: a narrow column breaks them letter by letter. */
const squeezedTexts = (page: Page) =>
  page.evaluate(() => {
    const squeezed: string[] = []
    const nodes = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      const text = nodes.currentNode.textContent?.trim() ?? ''
      if (text === '' || nodes.currentNode.parentElement?.closest('.visually-hidden, option, thead')) continue
      const range = document.createRange()
      range.selectNodeContents(nodes.currentNode)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > text.split(/[^\p{L}\p{N}]+/u).length) squeezed.push(text)
    }
    return squeezed
  })

test.each(Object.entries(PAGES))(
  '[H14h] the page “%s” is whole at every width, dark and light',
  async (_, path) => {
    const page = await open('manager', path.replace('UNIT', skus[0] ?? ''))
    await expectWholeStaffPage(page)
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport)
      expect(await squeezedTexts(page)).toEqual([])
    }
    await page.context().close()
  },
)

test('[H14h] on a phone, a photo is made smaller before it is sent, turned with the keyboard, and the page is whole', async () => {
  const page = await open('yard', `/staff/units/${skus[30]}`, PHONE)
  const errors = collectErrors(page)
  await page.getByRole('link', { name: 'Add photos' }).click()
  // A photo as a phone takes it: more pixels than the shop stores.
  const camera = await browser.newPage({ viewport: { width: 2000, height: 1500 } })
  await camera.setContent('<body style="background: linear-gradient(90deg, #000, #fff)">')
  const buffer = await camera.screenshot({ type: 'jpeg' })
  await page
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: 'Add photo' }).click()
  await page.waitForURL(/#photo-1$/)
  const sizes = async () => {
    const small = page.locator('.photo-card img')
    const large = new URL((await page.locator('.photo-card a').getAttribute('href')) ?? '', shop.url).href
    return Promise.all(
      [await small.evaluate((img: HTMLImageElement) => img.currentSrc), large].map((src) =>
        page.evaluate(async (address) => {
          const { width, height } = await createImageBitmap(await (await fetch(address)).blob())
          return [width, height]
        }, src),
      ),
    )
  }
  await expect.poll(sizes).toEqual([
    [480, 360],
    [1600, 1200],
  ])
  await expectWholeStaffPage(page)
  const before = await page.locator('.photo-card a').getAttribute('href')
  await page.getByRole('button', { name: /^Turn right/ }).press('Enter')
  await expect.poll(() => page.locator('.photo-card a').getAttribute('href')).not.toBe(before)
  await expect.poll(sizes).toEqual([
    [360, 480],
    [1200, 1600],
  ])
  expect(errors).toEqual([])
})
