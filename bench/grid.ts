/** Measures the grid of 500 units in Chromium, on a processor that is made four times slower: a first key, and a paste of 500 cells. */
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { BROWSER_FLAGS, findBrowser } from '../scripts/browser.ts'
import { type BenchReport, type Goal, toGoal } from './goal.ts'
import { quantile } from './measure.ts'
import { reserveCore } from './own-core.ts'
import { inServedShop } from './served-shop.ts'
import { openOwnerPhone } from './staff-page.ts'

const ROWS = 500
const SLOWDOWN = 4
const ROUNDS = 9
const KEY_MS = 50
const PASTE_MS = 300

/** Measures the first key and the paste of 500 cells at a quarter of the processor's speed (H14v). */
export async function measureGrid(log: (line: string) => void): Promise<BenchReport> {
  const found = findBrowser({ install: false })
  if (!found.ok) throw new Error(found.problem)
  const core = reserveCore()
  try {
    return await inServedShop(log, async ({ url, miniflare }) => {
      const db = (await miniflare.getD1Database('DB', 'treadline')) as unknown as D1Database
      const browser = await chromium.launch({
        executablePath: found.path,
        args: [...BROWSER_FLAGS, ...core.flags],
      })
      try {
        return await measure(await openOwnerPhone(browser, url, db), `${url}/staff/units/grid/`)
      } finally {
        await browser.close()
      }
    })
  } finally {
    core.release()
  }
}

async function measure(page: Page, url: string): Promise<Goal[]> {
  const session = await page.context().newCDPSession(page)
  const [keys, pastes]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    await openGrid(page, session, url)
    keys.push(await paintedAfter(page, 'keydown', () => page.keyboard.press('7')))
    await page.keyboard.press('Escape')
    pastes.push(await paintedAfter(page, 'paste', () => page.evaluate(PASTE_CELLS)))
    const pasted = await page.locator('td.is-edited').count()
    if (pasted !== ROWS) throw new Error(`${pasted} cells were pasted`)
  }
  const probe = `${ROWS} rows at 360 px, a processor ${SLOWDOWN} times slower, the median of ${ROUNDS}`
  return [
    toGoal('the grid: first key to paint', quantile(keys, 0.5), { max: KEY_MS, probe, reason: KEY_REASON }),
    toGoal(`the grid: paste of ${ROWS} cells to paint`, quantile(pastes, 0.5), { max: PASTE_MS, probe }),
  ]
}

const KEY_REASON =
  'three quarters are the browser’s own styles, layout and layers of the field that opens, and the frame that paints it'

/** Opens the grid anew with nothing unsaved, and moves to its first cell. */
async function openGrid(page: Page, session: CDPSession, url: string): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goto(url)
  await page.evaluate('localStorage.clear()')
  await page.goto(url)
  await page.getByRole('grid').waitFor()
  const rows = await page.locator('tbody tr').count()
  if (rows !== ROWS) throw new Error(`the grid has ${rows} rows`)
  await page.locator('tbody td').first().tap()
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** Returns the milliseconds from an event in the page to the end of the frame that paints its changes. */
async function paintedAfter(page: Page, event: string, act: () => Promise<unknown>): Promise<number> {
  // `void`: the promise is awaited later.
  await page.evaluate(`void (window.measured = new Promise((resolve) => addEventListener('${event}', ({ timeStamp }) =>
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp))), { once: true, capture: true })))`)
  await act()
  return page.evaluate<number>('window.measured')
}

/** Runs in the page: pastes a column of prices into the focused cell, as a browser does. */
const PASTE_CELLS = `{
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', Array.from({ length: ${ROWS} }, (_, row) => row + 50 + '.25').join('\\n'))
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}`
