import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { Browser, openShop, RILEY } from '../../account/testing/account.harness.ts'
import { parseConfig } from '../../config.ts'
import { buildMail } from '../../mails.ts'

const COMPANY = { companyName: 'Rims & Co', companyEmail: 'office@rims.example', ein: '12-3456789' }
const parsed = parseConfig(env)
let manager: Browser

beforeEach(async () => {
  await reset()
  await openShop()
  manager = new Browser()
  await manager.signInAsStaff('manager')
})

async function applyAsRiley(): Promise<Browser> {
  const riley = new Browser()
  await riley.signIn(RILEY)
  const form = new FormData()
  for (const [name, value] of Object.entries(COMPANY)) form.set(name, value)
  form.append('documents', new File(['%PDF-1.7 a certificate'], 'certificate.pdf'))
  await riley.fetch('/api/ext/dealer-documents', { method: 'POST', body: form })
  return riley
}
const page = async (path = '/staff/dealers/') => (await manager.fetch(path)).text()
let keys = 0
function answer(fields: Record<string, string>, version = '1', who = manager): Promise<Response> {
  keys += 1
  const body = new URLSearchParams({ customer: '1', version, key: `dealer-${keys}`, ...fields })
  return who.fetch('/staff/dealers/form/', { method: 'POST', body, redirect: 'manual' })
}
const groupOf = () => env.DB.prepare('SELECT group_id FROM customer WHERE id = 1').first('group_id')
async function lastMail() {
  const row = await env.DB.prepare(
    "SELECT kind, payload FROM outbox WHERE kind = 'dealer-answer' ORDER BY id DESC",
  ).first<{
    kind: string
    payload: string
  }>()
  if (!parsed.ok || !row) return null
  return buildMail(env, { kind: row.kind, payload: JSON.parse(row.payload) }, parsed.config, Date.now())
}

test('[H14k] an application is approved with one press: the account gets dealer terms and the dealer a mail', async () => {
  const riley = await applyAsRiley()
  const shown = await page()
  expect(shown).toContain('Rims &amp; Co')
  expect(shown).toContain('Answer by')
  const href = /href="(\/staff\/dealers\/documents\/\d+)"/.exec(shown)?.[1] ?? ''
  const file = await manager.fetch(href)
  expect([file.status, await file.text()]).toEqual([200, '%PDF-1.7 a certificate'])
  expect(file.headers.get('Content-Disposition')).toContain('attachment')

  expect((await answer({ answer: 'approved', certificateUntil: '2099-03-31' })).status).toBe(303)
  expect(await groupOf()).toBe(2)
  expect(await page()).toContain('No dealer waits for an answer.')
  expect(await page('/staff/dealers/?show=answered')).toContain('Approved')
  const { result } = await (await riley.fetch('/api/ext/dealer-documents')).json<{
    result: { answer: string }
  }>()
  expect(result.answer).toBe('You’re approved as a dealer. Dealer terms apply to your account.')
  expect(await lastMail()).toMatchObject({ to: 'riley@example.com', subject: 'You’re approved as a dealer' })
  expect(
    await env.DB.prepare("SELECT record_id, after FROM audit_log WHERE record = 'dealer'").first(),
  ).toEqual({ record_id: '1', after: '{"state":"approved","certificateUntil":"2099-03-31"}' })
})

test('[H14k] a question and a refusal say why, and a new application waits again', async () => {
  await applyAsRiley()
  await answer({ answer: 'asked' })
  expect(await page()).toContain('Choose a reason. The dealer reads it in the email.')
  await answer({ answer: 'asked', reason: 'certificate-missing' })
  expect(await lastMail()).toMatchObject({ subject: 'One thing is missing in your dealer application' })
  expect(await page()).toContain('No dealer waits for an answer.')
  await applyAsRiley()
  expect(await page()).toContain('Waits for us')
  await answer({ answer: 'refused', reason: 'no-dealer' }, '3')
  expect((await lastMail())?.text).toContain('Dealer terms are for companies that resell or fit tires.')
  expect(await groupOf()).toBe(1)
})

test('[H14k] a dealer whose certificate has expired waits, and a refusal ends the terms', async () => {
  await applyAsRiley()
  await answer({ answer: 'approved', certificateUntil: '2020-01-01' })
  expect(await page()).toContain('This certificate has expired.')
  await answer({ answer: 'approved' })
  await env.DB.exec("UPDATE dealer_application SET certificate_until = '2020-01-01' WHERE customer_id = 1")
  expect(await page()).toContain('Certificate expired')
  await answer({ answer: 'refused', reason: 'certificate-expired' }, '2')
  expect(await groupOf()).toBe(1)
})

test('[H14k] the same press twice sends one mail, and the second of two people reads that the first was faster', async () => {
  await applyAsRiley()
  const body = () =>
    new URLSearchParams({
      customer: '1',
      version: '1',
      key: 'dealer-same',
      answer: 'approved',
      reason: '',
      certificateUntil: '',
    })
  const send = (who: Browser) =>
    who.fetch('/staff/dealers/form/', { method: 'POST', body: body(), redirect: 'manual' })
  await Promise.all([send(manager), send(manager)])
  const mails = () =>
    env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE kind = 'dealer-answer'").first('n')
  expect(await mails()).toBe(1)
  const owner = new Browser()
  await owner.signInAsStaff('owner')
  const late = await answer({ answer: 'refused', reason: 'ein' }, '1', owner)
  expect(await (await owner.fetch(late.headers.get('Location') ?? '')).text()).toContain(
    'Someone changed this',
  )
  expect(await mails()).toBe(1)
})

test('[H14k] an answer has no undo, because its mail was sent', async () => {
  await applyAsRiley()
  await answer({ answer: 'approved' })
  expect(await page('/staff/audit/')).not.toContain('name="undo"')
  const undo = await manager.fetch('/api/ext/staff/changes/undo', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: 1, key: 'undo-of-dealer' }),
  })
  expect(await undo.json()).toMatchObject({ result: { code: 'not-undoable' } })
  expect(await groupOf()).toBe(2)
})

test('[H14k] what the form does not know is refused with words', async () => {
  await applyAsRiley()
  for (const fields of [{ answer: 'waiting' }, { answer: 'approved', certificateUntil: 'soon' }] as Record<
    string,
    string
  >[]) {
    await answer(fields)
    expect(await page()).toContain('Choose an answer')
  }
  await answer({ answer: 'approved', customer: '99' })
  expect(await page()).toContain('It’s gone, so nothing was changed.')
})
