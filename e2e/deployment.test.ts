/**
 * The life of a deployment: the commands as a person or CI runs them, against a fake account that runs what they upload, and
 * a browser in the shop that they deployed.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CASH_METHOD, paymentTitle } from '../schema/orders/payment.ts'
import { paths, staffPaths } from '../schema/paths.ts'
import { STAFF_SIGN_IN_MESSAGES } from '../schema/staff/passkey.api.ts'
import { baseStatements, baseVersion } from '../scripts/base/load.ts'
import { deployShop } from '../scripts/deploy/deploy-shop.ts'
import { readEnvironment } from '../scripts/deploy/environment.ts'
import { type Release, readRelease } from '../scripts/deploy/release.ts'
import { hasTiresOnSale } from '../scripts/deploy/remaining-work.ts'
import { deployOptions, fakePorts } from '../scripts/deploy/testing/deployment.fixture.ts'
import { fakeCloudflare } from '../scripts/deploy/testing/fake-cloudflare.ts'
import { type RunningAccount, runAccount } from '../scripts/deploy/testing/run-versions.ts'
import { answerShop, type ServedFake, serveFake } from '../scripts/deploy/testing/serve-fake.ts'
import { readMigrations } from '../scripts/load/migrate.ts'
import { freePort } from '../scripts/ports.ts'
import { type Outcome, startFile } from '../scripts/testing/run-command.harness.ts'
import { openBrowser } from './browser.ts'
import { openInvitation } from './staff-passkey.ts'
import {
  addToCart,
  choose,
  fillPersonal,
  fillShipping,
  openFirst,
  orderNumber,
  pressPlaceOrder,
} from './steps.ts'

const HOST = 'treadline.tests.workers.dev'
const SHOP = `https://${HOST}`
const OWNER = 'sam@tires.example'

const folder = mkdtempSync(join(tmpdir(), 'treadline-deployment-'))
/** The folder for temporary files of the commands. */
const temporary = join(folder, 'tmp')
const fake = fakeCloudflare()
let running: RunningAccount
let served: ServedFake

const port = await freePort()
const browser = openBrowser([
  `--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${port}`,
  '--ignore-certificate-errors',
])
beforeAll(async () => {
  mkdirSync(temporary)
  running = await runAccount(fake, { folder, port })
  fake.query = running.query
  served = await serveFake(fake, running)
})
afterAll(async () => {
  await served.close()
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The secret of a provider, which only the account may have. */
const GIVEN_SECRET = 'a-secret-of-google-given-by-a-file'

/** Returns the command lines of all processes of this machine. */
function commandLines(): string {
  if (process.platform !== 'linux') return execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.map((id) => readIfThere(`/proc/${id}/cmdline`)).join('\n')
}

/** Returns '' for the file of a process that has ended meanwhile. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** What other users of the machine could read while a command sent its calls. */
let publicText = ''

/**
 * Runs a command of package.json without a terminal and without input, as CI does. It is killed at the first call of
 * Cloudflare's API that `isLast` accepts.
 */
async function run(
  command: string,
  args: string[],
  isLast?: (call: { method: string; path: string }) => boolean,
): Promise<Outcome> {
  const env = { ...served.env, TMPDIR: temporary }
  const { child, ended } = startFile(`scripts/${command}.ts`, args, { env })
  fake.fault = (call) => {
    publicText += commandLines()
    if (isLast?.(call)) child.kill('SIGKILL')
    return undefined
  }
  return ended
}

let link = ''

test('[H4] one command, killed and run again, brings an empty account to a shop that answers, prints the link of the first owner, and shows no secret', async () => {
  const secrets = join(folder, 'keys.env')
  writeFileSync(
    secrets,
    `GOOGLE_CLIENT_ID=1.apps.googleusercontent.com\nGOOGLE_CLIENT_SECRET=${GIVEN_SECRET}\n`,
  )
  const args = ['--yes', '--secrets', secrets]
  // Killed while its upload is answered, the command goes on where it stopped.
  const killed = await run('deploy', args, ({ method }) => method === 'PUT')
  expect([killed.stderr, killed.status]).toEqual(['', null])
  const began = performance.now()
  const { stdout, stderr, status } = await run('deploy', [...args, '--owner', `Sam Ortega <${OWNER}>`])
  expect([stderr, status]).toEqual(['', 0])
  const sent = fake.workers.get('treadline')?.secrets
  expect(sent?.get('GOOGLE_CLIENT_SECRET')).toBe(GIVEN_SECRET)
  expect(publicText).toContain('--secrets')
  for (const name of ['GOOGLE_CLIENT_SECRET', 'CART_SECRET', 'SESSION_SECRET']) {
    const secret = sent?.get(name) ?? 'missing'
    expect([publicText.includes(secret), stdout.includes(secret)], name).toEqual([false, false])
  }
  expect(readdirSync(temporary)).toEqual([])
  expect(stdout).toContain(`${SHOP} is deployed`)
  expect(performance.now() - began).toBeLessThan(90_000)
  link = /https:\S+\/staff\/join\/\S+/.exec(stdout)?.[0] ?? ''
  const again = await run('deploy', ['--yes'])
  expect(again.stdout).toContain('is up to date: nothing to do')
  // Three runs of the command, of which each may take 90 seconds.
}, 300_000)

test('[H4] [H14a] the link works once, also when two people open it, and its owner works in the back office', async () => {
  const pages = [await browser.newPage(), await browser.newPage()]
  for (const page of pages) await openInvitation(page, link)
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Add a passkey' }).click()))
  const isAccepted = (page: Page) =>
    Promise.race([
      page.waitForURL(SHOP + staffPaths.codes).then(() => true),
      page
        .getByText(STAFF_SIGN_IN_MESSAGES.link)
        .waitFor()
        .then(() => false),
    ])
  const accepted = await Promise.all(pages.map(isAccepted))
  expect(accepted.toSorted()).toEqual([false, true])
  const owner = pages[accepted.indexOf(true)]
  await owner?.goto(SHOP + paths.staffOrders)
  expect(await owner?.locator('h1').textContent()).toBe('Orders')
  const shopper = await browser.newPage()
  const signIn = await shopper.goto(SHOP + paths.login)
  // The pages of signing in have the key of the widget that the deployment created.
  expect(await signIn?.text()).toContain([...fake.widgets.keys()].join())
  const late = await run('deploy', ['--yes', '--owner', 'eve@tires.example'])
  expect([late.stderr.split(',')[0], late.status]).toEqual(['This shop has an owner already', 2])
})

test('[H4] an imported catalog is on sale, and a shopper orders from it', async () => {
  const [database = ''] = fake.databases.keys()
  const db = { query: async <Row>(sql: string) => (await running.query(database, [sql]))[0] as Row[] }
  expect(await hasTiresOnSale(db)).toBe(false)
  const { stdout, status } = await run('import', ['e2e/own-catalog.csv', '--to', 'remote'])
  expect(status, stdout).toBe(0)
  expect(await hasTiresOnSale(db)).toBe(true)
  const page = await browser.newPage()
  // The index is built anew within seconds of an import.
  const countTires = async () => {
    await page.goto(`${SHOP}/t/s/225-45r17`)
    return page.locator('main a[href^="/p/"]').count()
  }
  await expect.poll(countTires, { timeout: 30_000 }).toBeGreaterThan(0)
  await openFirst(page)
  await addToCart(page)
  await page.goto(`${SHOP}/checkout/`)
  await fillPersonal(page)
  await fillShipping(page)
  await choose(page, paymentTitle(CASH_METHOD))
  await pressPlaceOrder(page)
  const number = await orderNumber(page)
  expect(await running.query(database, ['SELECT order_number FROM sales_order'])).toEqual([
    [{ order_number: number }],
  ])
})

/** Returns the built release with a main module that answers 500 to the checkout. */
function withBrokenCheckout(release: Release): Release {
  const main = `import shop from './shop.js'
export * from './shop.js'
export default {
  ...shop,
  fetch: (request, ...rest) =>
    new URL(request.url).pathname === '/checkout/' ? new Response('oops', { status: 500 }) : shop.fetch(request, ...rest),
}`
  const modules = release.modules.map((one) =>
    one.name === release.config.main ? { ...one, name: 'shop.js' } : one,
  )
  const type = 'application/javascript+module'
  return {
    ...release,
    hash: 'broken',
    modules: [{ name: release.config.main, type, content: Buffer.from(main) }, ...modules],
  }
}

test('[H4] a release whose checkout is broken is seen by nobody, and is back within 30 seconds', async () => {
  const worker = fake.workers.get('treadline')
  const before = worker?.deployments[0]
  const contents = {
    migrations: readMigrations(),
    baseVersion: baseVersion(),
    baseStatements: () => baseStatements('production' as const),
  }
  const ports = fakePorts(fake, { timeout: 30_000 })
  const began = performance.now()
  const failed = deployShop(
    deployOptions({
      release: withBrokenCheckout(readRelease()),
      contents,
      environment: readEnvironment('production'),
    }),
    { ...ports, fetch: (input, init) => answerShop(fake, running, new Request(input, init)) },
  )
  await expect(failed).rejects.toThrow('GET /checkout/ answers 500, not 200. It was taken back.')
  expect(performance.now() - began).toBeLessThan(30_000)
  expect(worker?.deployments[0]?.versions).toEqual(before?.versions)
  const broken = worker?.versions.at(-1)?.id
  const shares = worker?.deployments.flatMap(({ versions }) =>
    versions.filter((one) => one.version_id === broken),
  )
  expect(shares?.map(({ percentage }) => percentage)).toEqual([0])
})
