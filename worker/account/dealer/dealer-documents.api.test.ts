import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DealerView } from '../../../schema/account/account.api.ts'
import {
  DEALER_MESSAGES,
  DOCUMENT_MAX,
  DOCUMENTS_MAX,
  UPLOAD_MAX,
} from '../../../schema/account/dealer/dealer.ts'
import { Browser, openShop, RILEY, signInThroughApi } from '../testing/account.harness.ts'

const DEALER = { email: 'dealer@example.com', password: 'forty-four-rims-26' }
const PATH = '/api/ext/dealer-documents'
const PDF = '%PDF-1.7 a licence'
const COMPANY = { companyName: 'Rims & Co', companyEmail: 'office@rims.example', ein: '12-3456789' }

beforeAll(openShop)

let riley: Browser
let dealer: Browser
beforeEach(async () => {
  riley = new Browser()
  dealer = new Browser()
  await Promise.all([riley.signIn(RILEY), dealer.signIn(DEALER)])
  await env.DB.exec('DELETE FROM dealer_document')
})

const file = (name: string, text: string | Uint8Array<ArrayBuffer> = PDF) => new File([text], name)

function createForm(files: File[], fields: Record<string, string> = COMPANY): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const document of files) form.append('documents', document)
  return form
}
async function send(who: Browser, form: FormData, path = PATH) {
  const response = await who.fetch(path, { method: 'POST', body: form })
  return response.json<{ code: number; result: DealerView & { message?: string; errors?: object } }>()
}
const documentsOf = async (who: Browser) =>
  (await (await who.fetch(PATH)).json<{ result: DealerView }>()).result.documents

describe('[F7] a dealer’s documents', () => {
  test('are stored with the company, listed, and downloaded as attachments that browsers do not open', async () => {
    const { code, result } = await send(riley, createForm([file('Licence é (1).PDF'), file('card.pdf')]))
    expect(code).toBe(200)
    expect(result.company).toEqual(COMPANY)
    expect(result.documents.map(({ name }) => name)).toEqual(['Licence é (1).PDF', 'card.pdf'])
    const [first] = result.documents
    const response = await riley.fetch(first?.href ?? '')
    expect(new TextDecoder().decode(await response.arrayBuffer())).toBe(PDF)
    const header = (name: string) => response.headers.get(name)
    expect(header('Content-Disposition')).toBe(
      'attachment; filename="Licence-1-.PDF"; filename*=UTF-8\'\'Licence%20%C3%A9%20%281%29.PDF',
    )
    expect(header('X-Content-Type-Options')).toBe('nosniff')
    expect(header('Content-Type')).toBe('application/pdf')
    expect(header('Content-Security-Policy')).toContain('sandbox')
    expect(header('Cache-Control')).toBe('private, no-store')
    // An application does not make the customer a dealer.
    const row = await env.DB.prepare('SELECT group_id FROM customer WHERE id = 1').first()
    expect(row).toEqual({ group_id: 1 })
    expect((await riley.fetch(first?.href ?? '', { method: 'DELETE' })).status).toBe(200)
    expect(await documentsOf(riley)).toHaveLength(1)
    const { objects } = await env.PICTURES.list({ prefix: 'private/dealer/1/' })
    expect(objects).toHaveLength(1)
  })

  test('are stored where no URL of the shop leads', async () => {
    await send(riley, createForm([file('a.pdf')]))
    const { objects } = await env.PICTURES.list({ prefix: 'private/dealer/' })
    const [object] = objects
    for (const path of [`/pictures/${object?.key}`, `/pictures/..%2f${object?.key}`]) {
      expect((await riley.fetch(path)).status).not.toBe(200)
    }
  })

  test.each([
    ['a program', [file('a.exe')], 'Invalid extension'],
    [
      '[audit A17] a program in a PDF',
      [file('a.pdf', '%PDF-1.7 <</OpenAction<</S/JavaScript>>>>')],
      DEALER_MESSAGES.active,
    ],
    ['a page named like a picture', [file('a.png', '<html><script>')], DEALER_MESSAGES.content],
    ['a too large file', [file('a.pdf', new Uint8Array(DOCUMENT_MAX + 1))], 'File size is too large'],
    ['an empty file', [file('a.pdf', '')], DEALER_MESSAGES.empty],
    ['no file', [], 'No files were uploaded'],
    ['a valid file beside an invalid one', [file('a.pdf'), file('b.jpg', 'GIF89a')], DEALER_MESSAGES.content],
  ])('%s is refused and nothing is stored', async (_, files, message) => {
    const before = (await env.PICTURES.list({ prefix: 'private/dealer/' })).objects.length
    const { code, result } = await send(riley, createForm(files))
    expect([code, result.errors]).toEqual([400, { documents: message }])
    expect(await documentsOf(riley)).toEqual([])
    expect((await env.PICTURES.list({ prefix: 'private/dealer/' })).objects.length).toBe(before)
  })

  test('are optional without a required certificate; the fields of the company are always required', async () => {
    const none = { ...COMPANY, certificateNotRequired: '1' }
    expect((await send(riley, createForm([], none))).code).toBe(200)
    const { result } = await send(riley, createForm([file('a.pdf')], { ...none, ein: '', companyEmail: 'x' }))
    expect(result.errors).toEqual({
      companyEmail: 'Please use a valid e-mail address, such as name@example.com',
      ein: 'Field is required',
    })
  })

  test('[API4] are at most the maximum, also with two simultaneous requests, and a too large body is refused', async () => {
    const some = Array.from({ length: DOCUMENTS_MAX - 1 }, (_, n) => file(`${n}.pdf`))
    expect((await send(riley, createForm(some))).code).toBe(200)
    const both = await Promise.all([1, 2].map((n) => send(riley, createForm([file(`late${n}.pdf`)]))))
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400])
    expect(await documentsOf(riley)).toHaveLength(DOCUMENTS_MAX)
    const over = await riley.fetch(PATH, {
      method: 'POST',
      body: 'x',
      headers: {
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': String(UPLOAD_MAX * 2),
      },
    })
    expect(over.status).toBe(413)
  })

  test('are unchanged by a refused request, also with five simultaneous requests', async () => {
    const objects = async () => (await env.PICTURES.list({ prefix: 'private/dealer/' })).objects.length
    const mails = () =>
      env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE kind = 'desk-dealer'").first<number>('n')
    const before = { objects: await objects(), mails: Number(await mails()) }
    const sent = await Promise.all(
      ['A', 'B', 'C', 'D', 'E'].map(async (name) => {
        const files = [1, 2, 3, 4].map((n) => file(`${name}${n}.pdf`))
        const { code, result } = await send(dealer, createForm(files, { ...COMPANY, companyName: name }))
        return { name, code, errors: result.errors }
      }),
    )
    const accepted = sent.filter(({ code }) => code === 200).map(({ name }) => name)
    const refused = sent.filter(({ code }) => code !== 200)
    expect(accepted).toHaveLength(2)
    for (const { code, errors } of refused)
      expect([code, errors]).toEqual([400, { documents: DEALER_MESSAGES.tooMany }])
    const { result } = await (await dealer.fetch(PATH)).json<{ result: DealerView }>()
    const names = result.documents.map(({ name }) => name)
    expect([...names].sort()).toEqual(accepted.flatMap((one) => [1, 2, 3, 4].map((n) => `${one}${n}.pdf`)))
    // The company and the last files are those of the last accepted request.
    expect(names.at(-1)).toBe(`${result.company.companyName}4.pdf`)
    expect({ objects: await objects(), mails: await mails() }).toEqual({
      objects: before.objects + 8,
      mails: before.mails + 2,
    })
  })

  test('[API1] of another customer cannot be listed, downloaded or removed', async () => {
    await send(riley, createForm([file('mine.pdf')]))
    const [mine] = await documentsOf(riley)
    expect(await documentsOf(dealer)).toEqual([])
    for (const who of [dealer, new Browser()]) {
      const codes = [
        (await who.fetch(mine?.href ?? '')).status,
        (await who.fetch(mine?.href ?? '', { method: 'DELETE' })).status,
      ]
      expect(codes).toEqual(who === dealer ? [404, 404] : [401, 401])
    }
    const body = new URLSearchParams({ action: 'document-remove', id: String(mine?.id) })
    const init = { method: 'POST', body, headers: { Accept: 'application/json' } }
    expect((await dealer.fetch('/customer/account/form/', init)).status).toBe(404)
    expect(await documentsOf(riley)).toHaveLength(1)
    const foreign = { method: 'DELETE', headers: { 'Sec-Fetch-Site': 'cross-site' } }
    expect((await riley.fetch(mine?.href ?? '', foreign)).status).toBe(401)
  })

  test('are sent by the form of the page, and by an API client with its token', async () => {
    const form = createForm([file('page.pdf')], { ...COMPANY, action: 'dealer' })
    const response = await riley.fetch('/customer/account/form/', { method: 'POST', body: form })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/customer/account/dealer/'])
    const { token } = await signInThroughApi(DEALER)
    const client = new Browser()
    expect((await send(client, createForm([file('wire.pdf')]), `${PATH}?token=${token}`)).code).toBe(200)
    expect((await documentsOf(dealer)).map(({ name }) => name)).toEqual(['wire.pdf'])
    expect((await documentsOf(riley)).map(({ name }) => name)).toEqual(['page.pdf'])
  })
})
