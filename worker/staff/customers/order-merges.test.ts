/** Guests' orders that move to an account or to another address, only by proof of both mailboxes (H14k). */
import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { MERGE_PATHS } from '../../../schema/staff/customers/order-merge.ts'
import { Browser, openShop, RILEY } from '../../account/testing/account.harness.ts'
import { parseConfig } from '../../config.ts'
import { handleCron } from '../../cron.ts'
import { buildMail } from '../../mails.ts'

let owner: Browser
beforeEach(async () => {
  await reset()
  await openShop()
  owner = new Browser()
  await owner.signInAsStaff('owner')
  await order('TL-0000AA11', 'ada@old.example')
  await order('TL-0000AA12', 'ada@old.example')
  await order('TL-0000BB11', 'ada@new.example')
  await order('TL-0000CC11', 'someone@else.example')
})

async function order(number: string, email: string, customerId: number | null = null): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO sales_order (order_number, quote_id, status, customer_id, email, subtotal, discount, shipping, tax, fees, grand_total, currency,
      payment_method, addresses, totals, payload_hash, placed_at, updated_at)
    VALUES (?1, ?1, 'paid', ?3, ?2, 100, 0, 0, 0, 0, 100, 'USD', 'checkmo', '{}', '{"grandTotal":100}', '', 1, 1)`,
  )
    .bind(number, email, customerId)
    .run()
}

let keys = 0
async function act(fields: Record<string, string>, who = owner): Promise<string> {
  keys += 1
  const body = new URLSearchParams({ key: `merge-form-${keys}`, ...fields })
  const init = { method: 'POST', body, headers: { Accept: 'application/json' } }
  return (await (await who.fetch(MERGE_PATHS.form, init)).json<{ result: string }>()).result
}
const ask = (from: string, to: string) => act({ action: 'ask', from, to })

/** Returns the mails of the merges, with the link in each. */
async function mails(): Promise<{ to: string; text: string; link: URL }[]> {
  const config = parseConfig(env)
  if (!config.ok) throw new Error('the tests are configured')
  const { results } = await env.DB.prepare(
    "SELECT payload FROM outbox WHERE kind = 'order-merge' ORDER BY id",
  ).all<{
    payload: string
  }>()
  const built = await Promise.all(
    results.map(({ payload }) =>
      buildMail(env, { kind: 'order-merge', payload: JSON.parse(payload) }, config.config, Date.now()),
    ),
  )
  return built.flatMap((mail) =>
    mail
      ? [
          {
            to: mail.to,
            text: mail.text,
            link: new URL(/https?:\S+order-merge\S+/.exec(mail.text)?.[0] ?? ''),
          },
        ]
      : [],
  )
}
async function press(
  link: URL,
  change: Record<string, string> = {},
): Promise<{ status: number; page: string }> {
  const body = new URLSearchParams({ ...Object.fromEntries(link.searchParams), ...change })
  const shopper = new Browser()
  const answer = await shopper.fetch(link.pathname, { method: 'POST', body, redirect: 'manual' })
  const to = answer.headers.get('Location')
  return { status: answer.status, page: to ? await (await shopper.fetch(to)).text() : '' }
}
const buyers = async () =>
  (
    await env.DB.prepare(
      'SELECT order_number AS n, email, customer_id AS id FROM sales_order ORDER BY 1',
    ).all<{
      n: string
      email: string
      id: number | null
    }>()
  ).results.map(({ n, email, id }) => [n.slice(-4), email, id])
const BEFORE = [
  ['AA11', 'ada@old.example', null],
  ['AA12', 'ada@old.example', null],
  ['BB11', 'ada@new.example', null],
  ['CC11', 'someone@else.example', null],
]
const log = async () =>
  (await env.DB.prepare('SELECT kind, "after" FROM audit_log WHERE record = \'merge\' ORDER BY id').all())
    .results
const page = async () => (await owner.fetch(MERGE_PATHS.page)).text()

test('[H14k] two guests’ orders are one buyer’s after both mailboxes confirmed, and an undo takes that back', async () => {
  expect(await ask('tl-0000aa11', 'Ada@new.example')).toContain('Both addresses get an email')
  const [from, to] = await mails()
  expect([from?.to, to?.to]).toEqual(['ada@old.example', 'ada@new.example'])
  // Neither mailbox learns the other address.
  expect(from?.text).toContain('a•••@new.example')
  expect(from?.text).not.toContain('ada@new.example')
  expect(to?.text).not.toMatch(/ada@old|TL-0000/)
  expect((await press(from?.link as URL)).page).toContain('Now open the link in our email')
  expect(await buyers()).toEqual(BEFORE)
  expect(await page()).toContain('Not confirmed yet: ada@new.example.')
  expect((await press(to?.link as URL)).page).toContain('Done.')
  expect((await press(to?.link as URL)).page).toContain('Done.')
  expect(await buyers()).toEqual([
    ['AA11', 'ada@new.example', null],
    ['AA12', 'ada@new.example', null],
    ...BEFORE.slice(2),
  ])
  expect(await log()).toEqual([
    { kind: 'merge-asked', after: '{}' },
    { kind: 'merge', after: '{"orders":2}' },
  ])
  const shown = await page()
  expect(shown).toContain('2 orders.')
  const merge = /name="merge" value="(\w+)"/.exec(shown)?.[1] ?? ''
  // The buyer of one order was changed since, so it stays.
  await env.DB.exec(
    "UPDATE sales_order SET email = 'corrected@new.example' WHERE order_number = 'TL-0000AA12'",
  )
  const undo = { action: 'undo', merge, key: 'undo-once' }
  expect(await act(undo)).toContain('Undone.')
  expect(await act(undo)).toContain('Undone.')
  expect(await act({ ...undo, key: 'undo-twice' })).toContain('can’t be undone')
  expect(await buyers()).toEqual([BEFORE[0], ['AA12', 'corrected@new.example', null], ...BEFORE.slice(2)])
  expect((await log()).map(({ kind }) => kind)).toEqual(['merge-asked', 'merge', 'undo'])
})

test('[H14k] a guest’s orders join an account, whose customer then sees them; one link is enough for one address', async () => {
  await order('TL-0000RR11', 'riley@example.com')
  await ask('ada@old.example', 'riley@example.com')
  await ask('riley@example.com', 'riley@example.com')
  const sent = await mails()
  expect(sent.map(({ to }) => to)).toEqual(['ada@old.example', 'riley@example.com', 'riley@example.com'])
  for (const { link } of sent) await press(link)
  const riley = new Browser()
  await riley.signIn(RILEY)
  const { result } = await (await riley.fetch('/api/ext/account/orders')).json<{
    result: { orders: { orderNumber: string }[] }
  }>()
  expect(result.orders.map(({ orderNumber }) => orderNumber).sort()).toEqual([
    'TL-0000AA11',
    'TL-0000AA12',
    'TL-0000RR11',
  ])
  const data = await (await riley.fetch('/api/ext/account/my-data')).json<{ order_merge: object[] }>()
  expect(data.order_merge).toHaveLength(2)
})

test('[H14k] without the proof of both mailboxes nothing moves', async () => {
  await ask('ada@old.example', 'someone@else.example')
  const [from, to] = (await mails()).map(({ link }) => link) as [URL, URL]
  const proof = (link: URL) => link.searchParams.get('proof') ?? ''
  await press(from)
  for (const change of [
    { proof: proof(from) },
    { proof: 'x'.repeat(24) },
    { proof: '' },
    { id: '0'.repeat(24) },
  ])
    expect((await press(to, change)).status).toBe(404)
  expect(
    (await owner.fetch(`${to.pathname}?${new URLSearchParams({ id: '1', side: 'to', proof: '' })}`)).status,
  ).toBe(404)
  expect(await buyers()).toEqual(BEFORE)
  // A week later the links have ended, and the addresses are deleted within the hour.
  await env.DB.exec(`UPDATE order_merge SET asked_at = ${Date.now() - 7 * DAY_MS - 1}`)
  expect((await press(to)).page).toContain('This link has ended')
  await handleCron({ scheduledTime: Math.ceil(Date.now() / 3_600_000) * 3_600_000 }, env)
  expect(await env.DB.prepare('SELECT count(*) AS n FROM order_merge').first()).toEqual({ n: 0 })
  expect((await press(to)).page).toContain('This link has ended')
  expect(await buyers()).toEqual(BEFORE)
})

test('[H14k] both links pressed at once move the orders once; the orders of an account never move', async () => {
  await order('TL-0000DD11', 'ada@old.example', 2)
  await ask('ada@old.example', 'ada@new.example')
  const links = (await mails()).map(({ link }) => link)
  await Promise.all([...links, ...links].map((link) => press(link)))
  expect((await log()).map(({ kind }) => kind)).toEqual(['merge-asked', 'merge'])
  expect(await buyers()).toContainEqual(['DD11', 'ada@old.example', 2])
  expect(await ask('TL-0000DD11', 'ada@new.example')).toContain('No guest’s order')
})

test('[H14k] after thirty days a merge can’t be undone and its addresses are gone; the log has no address', async () => {
  await ask('ada@old.example', 'ada@new.example')
  for (const { link } of await mails()) await press(link)
  const merge = /name="merge" value="(\w+)"/.exec(await page())?.[1] ?? ''
  await env.DB.exec(`UPDATE order_merge SET merged_at = ${Date.now() - 30 * DAY_MS - 1}`)
  expect(await act({ action: 'undo', merge })).toContain('can’t be undone')
  await handleCron({ scheduledTime: Math.ceil(Date.now() / 3_600_000) * 3_600_000 }, env)
  expect(await env.DB.prepare('SELECT count(*) AS n FROM order_merge').first()).toEqual({ n: 0 })
  expect(JSON.stringify((await env.DB.prepare('SELECT * FROM audit_log').all()).results)).not.toContain(
    'ada@',
  )
})

test('[H14k] wrong input is refused with words, and the same question is asked once', async () => {
  const cases: [from: string, to: string, message: string][] = [
    ['', 'ada@new.example', 'Type the guest’s email address'],
    ['ada', 'ada@new.example', 'Type the guest’s email address'],
    ['ada@old.example', 'ada', 'Type the email address that gets the orders'],
    ['ada@old.example', 'ada@old.example', 'Both addresses are the same'],
    ['nobody@old.example', 'ada@new.example', 'No guest’s order'],
    ['TL-0000ZZ99', 'ada@new.example', 'No guest’s order'],
  ]
  for (const [from, to, message] of cases)
    expect([from, await ask(from, to)]).toEqual([from, expect.stringContaining(message)])
  await ask('ada@old.example', 'ada@new.example')
  expect(await ask('ada@old.example', 'ada@new.example')).toContain('asked already')
  expect(await mails()).toHaveLength(2)
})

test('[H14k] an account whose address nobody confirmed gets no orders, not even if it lost it after the question', async () => {
  const confirmed = (at: number | null) =>
    env.DB.prepare('UPDATE customer SET email_confirmed_at = ? WHERE email = ?').bind(at, RILEY.email).run()
  await confirmed(null)
  expect(await ask('ada@old.example', RILEY.email)).toContain('isn’t confirmed')
  await confirmed(1)
  await ask('ada@old.example', RILEY.email)
  await confirmed(null)
  for (const { link } of await mails()) await press(link)
  const moved = [['AA11', RILEY.email, null], ['AA12', RILEY.email, null], ...BEFORE.slice(2)]
  expect(await buyers()).toEqual(moved)
  const merge = /name="merge" value="(\w+)"/.exec(await page())?.[1] ?? ''
  expect(await act({ action: 'undo', merge })).toContain('Undone.')
  expect(await buyers()).toEqual(BEFORE)
})

test('[H14k] a merge whose run ended before the orders moved goes on with either link', async () => {
  await ask('ada@old.example', 'ada@new.example')
  const [from] = await mails()
  await env.DB.exec('UPDATE order_merge SET from_confirmed_at = 1, to_confirmed_at = 1')
  const shown = await (await new Browser().fetch(`${from?.link.pathname}${from?.link.search}`)).text()
  expect(shown).toContain('Yes, both are mine')
  expect((await press(from?.link as URL)).page).toContain('Done.')
  expect((await buyers())[0]).toEqual(['AA11', 'ada@new.example', null])
})
