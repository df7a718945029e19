/** Saving a recall: the question before it, its undo, and recalls of more units than a form can name. */
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import { textOf } from '../counter/testing/counter.harness.ts'
import { updateRecalls } from './import-recalls.ts'
import { matchRecalls } from './match-recalls.ts'
import {
  addKestrels,
  lastKey,
  MANY,
  manager,
  matchOf,
  RECALL,
  read,
  resetRecalls,
  save,
  send,
  sendForm,
  undo,
  unitOf,
} from './testing/recalls.harness.ts'

beforeAll(async () => {
  await openShop()
  await manager.signInAsStaff('manager')
})
beforeEach(resetRecalls)

test('[H14t] the first press takes nothing off sale: it shows how many units the recall names, and ten of them', async () => {
  const before = await env.DB.prepare('SELECT count(*) AS n FROM audit_log').first()
  const question = textOf(await sendForm(RECALL))
  expect(question).toMatch(/It names \d+ units They go off sale at once.*TL-1001 Halden/)
  expect(await unitOf('TL-1001')).toEqual(['live', 40, 0])
  expect(await env.DB.prepare('SELECT count(*) AS n FROM recall').first()).toEqual({ n: 0 })
  expect(await env.DB.prepare('SELECT count(*) AS n FROM audit_log').first()).toEqual(before)
  // More units than the sender saw are asked about again.
  expect(await send({ ...RECALL, confirmed: '1' })).toMatch(/It names \d+ units now\. The number has changed/)
  expect(await unitOf('TL-1001')).toEqual(['live', 40, 0])
})

test('[H14t] a brand that the shop doesn’t have gets a warning with near brands, and can be saved anyway', async () => {
  const page = await sendForm({ ...RECALL, brand: 'Haldne' })
  expect(textOf(page)).toMatch(/no tire of the brand “Haldne”\. Did you mean another brand\? Use Halden/)
  expect(textOf(page)).toContain('It names no unit of the shop')
  expect(textOf(await sendForm({ ...RECALL, brand: 'Qqqqqqqq' }))).toMatch(
    /Qqqqqqqq”\. Check how it’s spelled/,
  )
  expect(textOf(await sendForm(RECALL))).not.toContain('no tire of the brand')
  expect(await save({ brand: 'Haldne' })).toContain('Saved. 0 units taken off sale.')
})

test('[H14t] a recall and all that it took off sale are undone as one, from its page, and it can be entered again', async () => {
  const key = 'recall-pressed-twice'
  // The audit log has other recalls of the tests before.
  const once = { ...RECALL, campaign: '24T030' }
  const units = /name="confirmed" value="(\d+)"/.exec(await sendForm(once))?.[1] ?? ''
  const saved = await sendForm({ ...once, confirmed: units, key })
  expect(textOf(saved)).toMatch(
    new RegExp(`Saved\\. ${units} units taken off sale\\..*Undo all: ${units} units`),
  )
  // As after a run that ended before the tires were taken off sale.
  await env.DB.exec("DELETE FROM recall_match WHERE sku = 'TL-1001'")
  expect(textOf(await sendForm({ ...once, confirmed: units, key }))).toMatch(/Saved\./)
  expect(await matchOf('TL-1001')).not.toBeNull()
  const batchOf = (html: string) => [...html.matchAll(/name="batch" value="([^"]+)"/g)].map(([, id]) => id)
  expect(batchOf(saved)).toEqual(['recall 24T030 v1'])
  const later = await (await manager.fetch('/staff/recalls/24T030')).text()
  expect(batchOf(later)).toEqual(['recall 24T030 v1'])
  await undo('recall 24T030 v1')
  expect(await unitOf('TL-1001')).toEqual(['live', 40, 0])
  expect(await matchOf('TL-1001')).toBeNull()
  expect(await read('/staff/recalls/')).toContain('No recalls yet.')
  await matchRecalls(env.DB, {}, Date.now())
  expect(await unitOf('TL-1001')).toEqual(['live', 40, 0])
  expect(await save(once)).toContain(`Saved. ${units} units taken off sale.`)
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 40])
})

/** Puts the tire TL-1001 on sale, whatever recalls say. */
async function putOnSale(): Promise<void> {
  await env.DB.exec(
    "UPDATE unit SET state = 'live', off_sale = 0 WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-1001')",
  )
  await env.DB.exec("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-1001'")
}

test('[H14t] after the undo of one save, what another save of the same recall names stays off sale', async () => {
  const campaign = '24T040'
  await save({ campaign, brand: 'Halden' })
  // As a tire of the first save that is taken in before the second one.
  await env.DB.exec("DELETE FROM recall_match WHERE sku = 'TL-1001'")
  await putOnSale()
  expect(await save({ campaign, version: '1', brand: 'Corvane' })).toMatch(
    /Saved\. \d+ units taken off sale\./,
  )
  const others = await env.DB.prepare(
    "SELECT sku FROM product WHERE brand_slug = 'corvane' AND visibility > 1",
  ).all<{ sku: string }>()
  const other = others.results[0]?.sku ?? ''
  expect((await unitOf(other))[0]).toBe('recalled')
  expect((await unitOf('TL-1001'))[0]).toBe('recalled')
  // As after an undo that was killed before its last step: the hourly run takes the tire off sale.
  await putOnSale()
  await updateRecalls(env, Date.now())
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 40])
  // The older save: the recall still names its tires, so they stay.
  await undo(`recall ${campaign} v1`)
  expect((await unitOf('TL-1001'))[0]).toBe('recalled')
  // The newer save, by the call of the API.
  const id = await env.DB.prepare("SELECT id FROM audit_log WHERE batch = ? AND record = 'recall'")
    .bind(`recall ${campaign} v2`)
    .first('id')
  const body = JSON.stringify({ id, key: 'undo-of-a-recall-by-call' })
  const call = await manager.fetch('/api/ext/staff/changes/undo', { method: 'POST', body })
  expect(call.status).toBe(200)
  expect((await unitOf('TL-1001'))[0]).toBe('recalled')
  await undo(`recall ${campaign} v2`)
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 40])
  expect((await unitOf(other))[0]).toBe('live')
})

test('[H14t] no undo puts a tire on sale that an open recall names and nobody freed', async () => {
  const undoLast = async (record: string, recordId: string) => {
    const id = await env.DB.prepare(
      "SELECT max(id) FROM audit_log WHERE record = ? AND record_id = ? AND kind <> 'undo'",
    )
      .bind(record, recordId)
      .first<number>('max(id)')
    const body = new URLSearchParams({
      undo: String(id),
      key: `undo-of-row-${id}`,
      return: '/staff/recalls/',
    })
    await manager.fetch('/staff/audit/form/', { method: 'POST', body })
  }
  // The batch of one campaign has the row of the unit, and another one names it too.
  await save({ campaign: '24T060', brand: 'Halden' })
  await save({ campaign: '24T061', brand: 'Halden' })
  await undo('recall 24T060 v1')
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 40])
  // The row of a unit alone, without a reason.
  await undoLast('unit', 'TL-1001')
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 40])
  // A decision without the row of its unit.
  await resetRecalls()
  await save({ campaign: '24T062', brand: 'Halden' })
  const id = String((await matchOf('TL-1001'))?.id)
  await send({ action: 'free', campaign: '24T062', ids: id, why: 'Another plant' })
  expect(await unitOf('TL-1001')).toEqual(['live', 40, 0])
  await undoLast('recall-match', id)
  expect((await matchOf('TL-1001'))?.state).toBe('waiting')
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 40])
})

test('[H14t] a lost tire that is found again stays off sale when a recall names it since', async () => {
  const set = async (state: string) => {
    const body = new URLSearchParams({ action: 'state', sku: 'TL-1001', state, key: crypto.randomUUID() })
    const version = await env.DB.prepare(
      "SELECT u.version FROM unit u JOIN product p ON p.id = u.product_id WHERE p.sku = 'TL-1001'",
    ).first<number>('version')
    body.set('version', String(version))
    return manager.fetch('/staff/units/form', { method: 'POST', body })
  }
  await set('lost')
  expect((await unitOf('TL-1001'))[0]).toBe('lost')
  await save({ campaign: '24T060', brand: 'Halden' })
  expect((await unitOf('TL-1001'))[0]).toBe('lost')
  const refused = await set('live')
  expect(refused.status).toBe(422)
  expect(textOf(await refused.text())).toContain(CHANGE_MESSAGES['recall-open'])
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 40])
})

test('[H14t] the undo of a scrapping puts no tire on sale that a recall names since', async () => {
  const version = await env.DB.prepare(
    "SELECT u.version FROM unit u JOIN product p ON p.id = u.product_id WHERE p.sku = 'TL-1001'",
  ).first<number>('version')
  const fields = { action: 'state', sku: 'TL-1001', state: 'scrap', version: String(version) }
  const body = new URLSearchParams({ ...fields, why: 'Cut', key: 'scrap-then-undone' })
  await manager.fetch('/staff/units/form', { method: 'POST', body })
  await save({ campaign: '24T061', brand: 'Halden' })
  expect((await unitOf('TL-1001'))[0]).toBe('scrap')
  const id = await env.DB.prepare("SELECT id FROM audit_log WHERE key = 'scrap-then-undone'").first('id')
  const undone = new URLSearchParams({ undo: String(id), key: 'undo-of-a-scrapping' })
  await manager.fetch('/staff/audit/form/', { method: 'POST', body: undone })
  expect(await unitOf('TL-1001')).toEqual(['recalled', 0, 40])
})

test('[H14t] a list of tires that was cut on its way is refused', async () => {
  await save({})
  const ids = Array.from({ length: 1_821 }, (_, index) => 1000 + index).join()
  const body = new URLSearchParams({ action: 'confirm', campaign: '24T011', ids, key: 'recall-too-long' })
  expect((await manager.fetch('/staff/recalls/form/', { method: 'POST', body })).status).toBe(404)
})

test('[H14t] 2,100 units that a recall names are off sale with one press, shown by 100, and decided at once', async () => {
  await addKestrels()
  expect(await save({ campaign: '24T500', brand: 'Kestrel' })).toContain('2,100 units taken off sale.')
  const left = await env.DB.prepare(
    "SELECT count(*) AS n FROM stock WHERE stock_sku LIKE 'TL-9%' AND qty > 0",
  ).first()
  expect(left).toEqual({ n: 0 })
  const log = await env.DB.prepare("SELECT count(*) AS n FROM audit_log WHERE why = 'Recall 24T500'").first()
  expect(log).toEqual({ n: MANY })
  const html = await (await manager.fetch('/staff/recalls/24T500')).text()
  expect(html.length).toBeLessThan(400_000)
  expect(html.match(/name="ids" value="\d+"/g)).toHaveLength(200)
  expect(textOf(html)).toMatch(/Decide all 2,100 at once.*TL-91000.*TL-91099.*Page 1 of 21 Next 100/)
  const last = await read('/staff/recalls/24T500?units=99')
  expect(last).toMatch(/TL-93099.*Page 21 of 21/)
  expect(last).not.toContain('TL-92999')
  const all = { action: 'confirm', campaign: '24T500', ids: 'all' }
  expect(await send({ ...all, seen: '2099' })).toContain('2,100 units to look at now. The number has changed')
  expect(await send({ ...all, seen: '2100' })).toContain('2,100 units confirmed. They stay off sale.')
  const waiting = await env.DB.prepare(
    "SELECT count(*) AS n FROM recall_match WHERE state = 'waiting'",
  ).first()
  expect(waiting).toEqual({ n: 0 })
})

test('[H14t] 2,100 units are freed at once, and that is undone as one', async () => {
  await save({ campaign: '24T501', brand: 'Kestrel' })
  const free = { action: 'free', campaign: '24T501', ids: 'all', seen: '2100', why: 'Other plant' }
  expect(await send(free)).toMatch(/2,100 units freed\..*Undo/)
  expect(await unitOf('TL-93099')).toEqual(['live', 40, 0])
  await undo(`recall decision ${lastKey()}`)
  expect(await unitOf('TL-93099')).toEqual(['recalled', 0, 40])
  // What was decided meanwhile stays, and the message says so in the space that a cookie has.
  await send(free)
  const undone = await undo('recall 24T501 v1')
  expect(await read(undone.headers.get('Location') ?? '')).toMatch(
    /1 change undone\. Not undone: (TL-\d+, ){9}TL-\d+ and 2,090 more\./,
  )
})
