import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { Browser, openShop, RILEY } from '../../account/testing/account.harness.ts'

let owner: Browser
beforeEach(async () => {
  await reset()
  await openShop()
  owner = new Browser()
  await owner.signInAsStaff('owner')
})

const page = async (path: string) => (await owner.fetch(path)).text()
const names = async (text: string) =>
  [
    ...(await page(`/staff/customers/?${new URLSearchParams({ q: text })}`)).matchAll(
      /customers\/\d+"><b>([^<]+)<\/b>/g,
    ),
  ].map(([, name]) => name)
let keys = 0
function act(fields: Record<string, string>, who = owner): Promise<Response> {
  keys += 1
  const body = new URLSearchParams({ customer: '1', key: `customer-${keys}`, ...fields })
  return who.fetch('/staff/customers/form/', { method: 'POST', body, redirect: 'manual' })
}
const acts = async () =>
  (
    await env.DB.prepare(
      "SELECT kind, record_id AS id FROM audit_log WHERE record = 'customer' ORDER BY id",
    ).all()
  ).results

test('[H14k] a customer is found by any part of name, email, company or phone, and by an order', async () => {
  await env.DB.exec("UPDATE customer SET company_name = 'Rims & Co', telephone = '7735550188' WHERE id = 2")
  await env.DB.exec(
    "INSERT INTO sales_order (order_number, quote_id, status, customer_id, email, subtotal, discount, shipping, tax, fees, grand_total, currency, payment_method, addresses, totals, payload_hash, placed_at, updated_at) VALUES ('TL-0000AB12', 'q', 'paid', 1, 'riley@example.com', 100, 0, 0, 0, 0, 100, 'USD', 'checkmo', '{}', '{}', '', 1, 1)",
  )
  for (const text of ['riley', 'RILEY@', 'ley mar', 'tl-0000ab12'])
    expect(await names(text)).toEqual(['Riley Marsh'])
  const dealer = await names('rims')
  expect(dealer).toHaveLength(1)
  expect(await names('555-0188')).toEqual(dealer)
  expect(await names('%')).toEqual([])
  expect(await page('/staff/customers/?q=%25')).toContain('Nobody fits “%”')
  expect(await names('')).toHaveLength(3)
  expect(await page('/staff/customers/1')).toContain('TL-0000AB12')
})

test('[H14k] the page of a customer has no password, no hash and no card, and strangers see none of it', async () => {
  const shown = await page('/staff/customers/1')
  expect(shown).toContain('riley@example.com')
  expect(shown).not.toMatch(/scrypt|pm_|cus_/)
  expect((await new Browser().fetch('/staff/customers/1')).status).toBe(404)
  expect((await owner.fetch('/staff/customers/99')).status).toBe(404)
})

test('[H14k] a customer is signed out everywhere', async () => {
  const riley = new Browser()
  await riley.signIn(RILEY)
  expect(await page('/staff/customers/1')).toContain('Signed in once')
  await act({ action: 'end-sessions' })
  expect(await page('/staff/customers/1')).toContain('Signed in nowhere.')
  expect((await riley.fetch('/api/ext/dealer-documents')).status).toBe(401)
  expect(await acts()).toEqual([{ kind: 'end-sessions', id: '1' }])
})

test('[H14k] an export has all data, asks for a recent passkey and is in the audit log', async () => {
  const data = await act({ action: 'export' })
  expect(data.headers.get('Content-Disposition')).toBe('attachment; filename="customer-1.json"')
  expect(await data.json()).toMatchObject({ customer: { email: 'riley@example.com' } })
  expect(await acts()).toEqual([{ kind: 'export', id: '1' }])
  const late = new Browser()
  await late.signInAsStaff('owner', { verifiedAt: Date.now() - 3_600_000 })
  const asked = await act({ action: 'export' }, late)
  expect([asked.status, await asked.text()]).toEqual([403, expect.stringContaining('Confirm it’s you')])
  const manager = new Browser()
  await manager.signInAsStaff('manager')
  expect((await act({ action: 'export' }, manager)).status).toBe(403)
})

test('[H14k] an account is erased after its address was typed; the log says so without a name', async () => {
  await act({ action: 'erase', email: 'dealer@example.com' })
  expect(await page('/staff/customers/1')).toContain('nothing was erased')
  const fields = { action: 'erase', email: 'Riley@example.com', key: 'erase-first' }
  await act(fields)
  expect((await owner.fetch('/staff/customers/1')).status).toBe(404)
  await act(fields)
  expect(await page('/staff/customers/')).toContain('Erased.')
  expect(await acts()).toEqual([{ kind: 'erase', id: '1' }])
  expect(await page('/staff/audit/')).toContain('erased')
  const log = JSON.stringify((await env.DB.prepare('SELECT * FROM audit_log').all()).results)
  expect(log).not.toMatch(/riley|marsh/i)
})
