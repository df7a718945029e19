import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { openStaffSession } from '../../identity/staff/testing/staff.harness.ts'

let yard: Browser
beforeAll(async () => {
  await openShop()
  await env.DB.batch([
    env.DB.prepare("INSERT INTO bin (code) VALUES ('A-12-3'), ('B-1')"),
    env.DB.prepare(
      "UPDATE unit SET bin = 'A-12-3' WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-1001')",
    ),
  ])
  yard = await signedIn('yard')
})

async function signedIn(role: 'yard' | 'books') {
  const browser = new Browser()
  browser.cookies.set('__Host-staff', (await openStaffSession(env.DB, role)).secret)
  return browser
}
const print = (fields: Record<string, string>, browser = yard) =>
  browser.fetch('/staff/labels/form', { method: 'POST', body: new URLSearchParams(fields) })
const history = async () =>
  (
    await env.DB.prepare(
      "SELECT record, record_id, staff_id, after FROM audit_log WHERE kind = 'print' ORDER BY id",
    ).all()
  ).results

test('[H14g] several units are shown with their labels before they are printed, unknown numbers are named', async () => {
  const page = await (await yard.fetch('/staff/labels/?units=tl1001+TL-2001+TL-9999&paper=4x2')).text()
  expect(page).toContain('2 labels')
  expect(page).toContain('1 code not found.')
  for (const text of [
    'TL-1001',
    '225/45R17',
    'Tread 7/32',
    'DOT 2421  Grade A',
    'A-12-3',
    'Halden Velo Sport',
  ])
    expect(page).toContain(`>${text}</text>`)
  expect(page).toContain('aria-label="Label of TL-2001"')
  expect(await (await yard.fetch('/staff/labels/?units=TL-9999')).text()).toContain(
    'Nothing found for TL-9999',
  )
  expect(await (await yard.fetch('/staff/labels/')).text()).toContain('No labels yet')
})

test('[H14g] labels are printed as a page of paper each, as PDF and as ZPL, and each print is in the audit log', async () => {
  const before = (await history()).length
  const units = { units: 'TL-1001 TL-2001', paper: '2x1' }
  const paper = await (await print({ ...units, format: 'print' })).text()
  expect(paper.match(/class="label-sheet label-2x1"/g)).toHaveLength(2)
  expect(paper).not.toContain('<h1>')

  const pdf = await print({ ...units, format: 'pdf' })
  expect(pdf.headers.get('Content-Type')).toBe('application/pdf')
  expect(pdf.headers.get('Content-Disposition')).toBe('attachment; filename="labels.pdf"')
  const text = new TextDecoder().decode(await pdf.arrayBuffer())
  expect(text.match(/\/Type \/Page \//g)).toHaveLength(2)

  const zpl = await (await print({ ...units, format: 'zpl' })).text()
  expect(zpl.match(/\^XA/g)).toHaveLength(2)
  expect(zpl).toContain('^FDTL-1001^FS')

  const printed = (await history()).slice(before)
  expect(printed).toHaveLength(6)
  expect(printed[0]).toMatchObject({
    record: 'unit',
    record_id: 'TL-1001',
    after: '{"paper":"2x1","format":"print"}',
  })
})

test('[H14g] the label of a bin has its code and an arrow', async () => {
  const page = await (await yard.fetch('/staff/labels/?bins=a-12-3&arrow=left')).text()
  expect(page).toContain('>A-12-3</text>')
  expect(page).toContain('<polygon')
  const zpl = await (await print({ bins: 'A-12-3 B-1', arrow: '', format: 'zpl' })).text()
  expect(zpl.match(/\^PW812/g)).toHaveLength(2)
  expect((await history()).at(-1)).toMatchObject({ record: 'bin', record_id: 'B-1' })
})

test('[H14g] nothing is printed for visitors, for a role without the permission, or for a form from elsewhere', async () => {
  const before = (await history()).length
  const fields = { units: 'TL-1001', format: 'pdf' }
  expect((await print(fields, new Browser())).status).toBe(404)
  expect((await print(fields, await signedIn('books'))).status).toBe(403)
  expect((await new Browser().fetch('/staff/labels/')).status).toBe(404)
  const foreign = {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'Sec-Fetch-Site': 'cross-site' },
  }
  expect((await yard.fetch('/staff/labels/form', foreign)).status).toBe(403)
  expect((await print({ units: 'TL-9999' })).status).toBe(303)
  expect(await history()).toHaveLength(before)
})
