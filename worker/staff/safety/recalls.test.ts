import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import {
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { parseConfig } from '../../config.ts'
import { buildMail } from '../../mails.ts'
import { newPlacedOrder, type PlacedOrder } from '../../orders/life/testing/order-lifecycle.harness.ts'
import { updateRecalls } from './import-recalls.ts'
import { isTireRecalled, matchRecalls } from './match-recalls.ts'
import {
  lastKey,
  manager,
  matchOf,
  read,
  resetRecalls,
  save,
  send,
  undo,
  unitOf,
} from './testing/recalls.harness.ts'

const { fetch } = globalThis
let harness: PlacementHarness
const counter = new Browser()

beforeAll(async () => {
  await openShop()
  await manager.signInAsStaff('manager')
  await counter.signInAsStaff('counter')
})
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
  await resetRecalls()
})
afterAll(() => {
  globalThis.fetch = fetch
})

const tireOf = (sku: string) =>
  env.DB.prepare('SELECT brand, model, size, dot FROM product WHERE sku = ?')
    .bind(sku)
    .first<{ brand: string; model: string; size: string; dot: string }>()
/** A row of NHTSA's file. */
function row(cells: Record<number, string>): string {
  return Array.from({ length: 27 }, (_, index) => cells[index] ?? '').join('\t')
}
const upload = async (file: File) => {
  const form = new FormData()
  form.set('key', `file-${crypto.randomUUID()}`)
  form.set('file', file)
  const answer = await manager.fetch('/staff/recalls/file/', { method: 'POST', body: form })
  return read(answer.headers.get('Location') ?? '')
}

test('[H14t] a recall takes the tires that it names off sale at once, and a person confirms or frees them with a reason', async () => {
  const tire = await tireOf('TL-1001')
  expect(await save({ model: tire?.model ?? '', size: tire?.size ?? '', from: '0119', to: '5230' })).toMatch(
    /Saved\. \d+ units? taken off sale\./,
  )
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 40])
  expect(await unitOf('TL-1004')).toEqual(['live', 40, 0])
  expect(await read('/staff/')).toContain('Recalled tires to look at')
  const [first, second] = [await matchOf('TL-1001'), await matchOf('TL-1002')]
  await send({ action: 'confirm', campaign: '24T011', ids: String(second?.id) })
  expect(await matchOf('TL-1002')).toMatchObject({ state: 'confirmed' })
  expect(await send({ action: 'free', campaign: '24T011', ids: String(first?.id), why: '' })).toContain(
    'Say why',
  )
  const freed = await send({
    action: 'free',
    campaign: '24T011',
    ids: String(first?.id),
    why: 'Made in another plant',
  })
  expect(freed).toMatch(/1 unit freed\..*Undo/)
  expect(await unitOf('TL-1001')).toEqual(['live', 40, 0])
  expect(await unitOf('TL-1002')).toEqual(['recalled', 0, 40])
  await matchRecalls(env.DB, {}, Date.now())
  expect(await unitOf('TL-1001')).toEqual(['live', 40, 0])
  await undo(`recall decision ${lastKey()}`)
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 40])
  expect(await matchOf('TL-1001')).toMatchObject({ state: 'waiting' })
})

test('[H14t] tires of other weeks, models and brands stay on sale; a tire without a DOT code does not', async () => {
  await env.DB.exec("UPDATE product SET dot = null WHERE sku = 'TL-1002'")
  await save({ from: '0101', to: '0201' })
  expect(await unitOf('TL-1001')).toEqual(['live', 40, 0])
  expect(await unitOf('TL-1002')).toEqual(['recalled', 0, 40])
  await env.DB.exec("UPDATE product SET dot = '2419' WHERE sku = 'TL-1002'")
  const late = await save({ campaign: '24T012', model: 'No such model' })
  expect(late).toContain('0 units taken off sale')
})

test('[H14t] each recall of the list has its own numbers, and those with tires to look at are first', async () => {
  await save({ campaign: '24T020' })
  await save({ campaign: '24T021', brand: 'No such brand' })
  const tires = await env.DB.prepare('SELECT count(*) AS n FROM recall_match').first<{ n: number }>()
  expect(await read('/staff/recalls/')).toMatch(
    new RegExp(`24T020 Halden ${tires?.n} units to look at 24T021 No such brand No tire here`),
  )
  await env.DB.exec("UPDATE recall_match SET state = 'confirmed'")
  expect(await read('/staff/recalls/')).toMatch(
    new RegExp(`24T020 Halden ${tires?.n} units 24T021 No such brand No tire here`),
  )
})

test('[H14t] a form that makes no sense names its fields and has what was typed', async () => {
  const page = await save({ brand: '', size: 'big', from: '5419', to: '0101' })
  for (const text of ['Enter the brand', 'Enter a size such as', 'Enter week and year'])
    expect(page).toContain(text)
  expect(await save({ from: '0130', to: '0119' })).toContain('The first week must be before the last one.')
  await save({})
  expect(await save({})).toContain('This recall is here already.')
  expect((await counter.fetch('/staff/recalls/')).status).toBe(200)
  expect((await counter.fetch('/staff/recalls/form/', { method: 'POST', body: 'action=close' })).status).toBe(
    403,
  )
})

const FILE_ROW = {
  ...{ 0: '1', 1: '24T013000', 2: 'HALDEN', 3: 'VELO SPORT', 4: '9999', 7: 'Halden Tire Co', 8: '20150101' },
  ...{
    9: '20301231',
    10: 'T',
    15: '20310101',
    19: 'Tread may separate.',
    20: 'A crash is possible.',
    21: 'Free tires.',
  },
}

test('[H14t] the daily file, as text or ZIP, adds campaigns once and takes their tires off sale; other files are refused', async () => {
  const rows = [
    row({ ...FILE_ROW, 10: 'V' }),
    row(FILE_ROW),
    row({ ...FILE_ROW, 1: '05T001000', 9: '20050101', 15: '20050201' }),
  ]
  const text = `${rows.join('\r\n')}\r\n`
  expect(await upload(new File([text], 'FLAT_RCL.txt'))).toContain('1 recall new or with more tires.')
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 40])
  expect(await read('/staff/recalls/24T013')).toMatch(/Halden Tire Co.*Tread may separate.*Free tires/)
  expect(await upload(await zip(text))).toContain('The shop has all recalls of this file.')
  expect(await upload(new File(['sku,price\r\n1,2'], 'units.csv'))).toContain(
    'This isn’t NHTSA’s recall file',
  )
  expect(await upload(new File([(await (await zip(text)).bytes()).slice(0, -30)], 'cut.zip'))).toContain(
    'This isn’t',
  )
  // A line that never ends is refused.
  expect(await upload(await zip(`${text}${'x'.repeat(1_200_000)}\r\n`))).toContain('This isn’t')
})

test('[H14t] a file from a stranger, or from staff without the permission, is refused before it is read', async () => {
  let read = 0
  const send = async (from: Browser) => {
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read += 1
          controller.enqueue(new Uint8Array(65_536))
          if (read > 20) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    return (await from.fetch('/staff/recalls/file/', { method: 'POST', body, headers })).status
  }
  expect([await send(new Browser()), await send(counter), read]).toEqual([404, 403, 0])
})

/** A ZIP with one file, as programs write it. */
async function zip(text: string): Promise<File> {
  const packed = new Uint8Array(
    await new Response(
      new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    ).arrayBuffer(),
  )
  const name = new TextEncoder().encode('FLAT_RCL.txt')
  const part = (size: number, values: [at: number, value: number, bytes: 2 | 4][]) => {
    const view = new DataView(new ArrayBuffer(size))
    for (const [at, value, bytes] of values)
      if (bytes === 2) view.setUint16(at, value, true)
      else view.setUint32(at, value, true)
    return new Uint8Array(view.buffer)
  }
  const local = part(30, [
    [0, 0x04034b50, 4],
    [8, 8, 2],
    [18, packed.length, 4],
    [26, name.length, 2],
  ])
  const entry = part(46, [
    [0, 0x02014b50, 4],
    [10, 8, 2],
    [20, packed.length, 4],
    [28, name.length, 2],
  ])
  const start = local.length + name.length + packed.length
  const end = part(22, [
    [0, 0x06054b50, 4],
    [8, 1, 2],
    [10, 1, 2],
    [12, entry.length + name.length, 4],
    [16, start, 4],
  ])
  return new File([local, name, packed, entry, name, end], 'FLAT_RCL.zip')
}

test('[H14t] cron fetches the file from the address of the setting once a day', async () => {
  await env.DB.exec(
    "INSERT INTO config (path, value) VALUES ('staff/recall-file', 'https://recalls.example/f.txt')",
  )
  const endless = () => new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1_000_000)) })
  globalThis.fetch = (async () => new Response(endless())) as typeof fetch
  await expect(updateRecalls(env, Date.UTC(2026, 10, 26, 0, 0, 20))).rejects.toThrow('more than')
  const get = vi.fn(async () => new Response(row(FILE_ROW)))
  globalThis.fetch = get as unknown as typeof fetch
  await updateRecalls(env, Date.UTC(2026, 10, 27, 0, 0, 20))
  await updateRecalls(env, Date.UTC(2026, 10, 27, 1, 0, 20))
  expect(get.mock.calls).toHaveLength(1)
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 40])
  expect(await read('/staff/audit/')).toMatch(/Unit TL-1001 changed.*recalled.*The shop/s)
  expect(await read('/staff/recalls/?q=nobody')).toContain('No recall fits.')
  expect(await read('/staff/recalls/?q=halden')).toMatch(/24T013.*to look at/s)
  await env.DB.exec("DELETE FROM config WHERE path = 'staff/recall-file'")
})

test('[H14t] a sold tire that is recalled stays off sale when it comes back, and is not sent', async () => {
  await env.DB.exec("UPDATE stock SET qty = 1 WHERE stock_sku = 'TL-1001'")
  const { orderNumber } = await newPlacedOrder(harness, { 'TL-1001': 1 })
  await save({})
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 0])
  expect(await read('/staff/recalls/24T011')).toMatch(new RegExp(`${orderNumber} Still here: don’t send it`))
  const post = (path: string, fields: Record<string, string>) =>
    manager.fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ key: `pack-${orderNumber}`, ...fields }),
    })
  const run = await post('/staff/pick/form/', { action: 'start', order: orderNumber })
  const id = run.headers.get('Location')?.split('/').at(-1) ?? ''
  await post('/staff/pick/form/', { action: 'scan', run: id, code: 'TL-1001', key: `pick-${orderNumber}` })
  const parcel = {
    action: 'scan',
    order: orderNumber,
    parcel: '1',
    code: 'TL-1001',
    key: `scan-${orderNumber}`,
  }
  await post('/staff/pack/form/', parcel)
  expect(await read(`/staff/pack/${orderNumber}`)).toMatch(
    /It’s recalled\. Don’t send it.*Recalled, don’t send: TL-1001.*0 of 1|0 of 1.*Recalled, don’t send: TL-1001/,
  )
  await env.DB.exec("UPDATE stock SET qty = qty + 1 WHERE stock_sku = 'TL-1001'")
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 1])
  const tire = await tireOf('TL-1001')
  expect(tire && (await isTireRecalled(env.DB, tire))).toBe(true)
  await send({ action: 'close', campaign: '24T011' })
  expect(tire && (await isTireRecalled(env.DB, tire))).toBe(false)
})

test('[H14t] buyers of recalled tires are listed, new ones by their TINs, and each gets one email by a person’s press', async () => {
  const [old, other, used] = [
    await newPlacedOrder(harness, { 'TL-2001-2': 1 }),
    await newPlacedOrder(harness, { 'TL-2001-1': 1 }),
    await newPlacedOrder(harness, { 'TL-1001': 1 }),
  ]
  await addTin(old, '1A2UVWXYA0119', 2)
  await addTin(other, '1A2UVWXYA0125', 1)
  await env.DB.exec("UPDATE product SET dot = null WHERE sku IN ('TL-2001', 'TL-1001')")
  await save({ from: '0118', to: '5220' })
  const page = await read('/staff/recalls/24T011')
  expect(page).toContain('Email 2 buyers')
  expect(page).toContain(old.orderNumber)
  expect(page).toContain(used.orderNumber)
  expect(page).not.toContain(other.orderNumber)
  const mail = (seen: string) => send({ action: 'mail', campaign: '24T011', seen })
  expect(await mail('1')).toContain('2 buyers to email now. The number has changed since you looked.')
  expect(await mail('2')).toContain('2 emails on the way.')
  expect(await mail('2')).toContain('These buyers have their email.')
  const { results } = await env.DB.prepare(
    "SELECT payload FROM outbox WHERE kind = 'recall-notice' ORDER BY id",
  ).all<{
    payload: string
  }>()
  expect(results).toHaveLength(2)
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error('no configuration')
  const build = (payload?: string) =>
    buildMail(env, { kind: 'recall-notice', payload: JSON.parse(payload ?? '') }, parsed.config, Date.now())
  const texts = await Promise.all(results.map(async ({ payload }) => (await build(payload))?.text))
  expect(texts.join()).toContain('TIN 1A2UVWXYA0119')
  expect(texts.join()).toContain('The tread may come off.')
  await env.DB.exec("UPDATE product SET dot = '2419' WHERE sku IN ('TL-2001', 'TL-1001')")
})

const orderId = async ({ orderNumber }: PlacedOrder) =>
  (
    await env.DB.prepare('SELECT id FROM sales_order WHERE order_number = ?')
      .bind(orderNumber)
      .first<{ id: number }>()
  )?.id
async function addTin(order: PlacedOrder, tin: string, tires: number): Promise<void> {
  await env.DB.prepare(
    'INSERT INTO registration_tin (registration_id, tin, tires) SELECT id, ?, ? FROM registration WHERE order_id = ?',
  )
    .bind(tin, tires, await orderId(order))
    .run()
}
