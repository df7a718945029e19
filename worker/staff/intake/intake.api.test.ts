import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { DraftCheck } from '../../../schema/staff/intake/check-draft.ts'
import { INTAKE_MESSAGES } from '../../../schema/staff/intake/intake.api.ts'
import { isUnitSku, skuWithCheckDigit } from '../../../schema/staff/intake/unit-sku.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { callIntake, signInStaff, WHOLE_DRAFT } from './testing/intake.harness.ts'

interface Saved {
  sku: string
  revision: number
  isRenumbered: boolean
  check: DraftCheck
}

let casey: Browser
let drew: Browser

beforeAll(async () => {
  await openShop()
  casey = await signInStaff('yard', 'Casey')
  drew = await signInStaff('yard', 'Drew')
})

const save = (who: Browser, key: string, draft: object, more: { revision?: number; sku?: string } = {}) =>
  callIntake<Saved>(who, 'PUT', key, { draft, revision: 1, ...more })

test('[H14d] strangers, customers and roles without the permission can’t take in tires', async () => {
  const key = crypto.randomUUID()
  const [stranger, books, riley] = [new Browser(), await signInStaff('books'), new Browser()]
  await riley.signIn()
  for (const who of [stranger, riley]) {
    expect(await save(who, key, {})).toMatchObject({ code: 401 })
    expect(await callIntake(who, 'POST', 'numbers')).toMatchObject({ code: 401 })
  }
  expect(await save(books, key, {})).toMatchObject({ code: 403 })
  expect(await callIntake(books, 'POST', 'numbers')).toMatchObject({ code: 403 })
})

test('[H14d] two phones that ask at the same moment get twenty numbers each, none of them twice', async () => {
  const phones = [casey, drew, casey, drew, casey]
  const replies = await Promise.all(
    phones.map((who) => callIntake<{ skus: string[] }>(who, 'POST', 'numbers')),
  )
  const skus = replies.flatMap(({ result }) => result.skus)
  expect(skus).toHaveLength(100)
  expect(new Set(skus).size).toBe(100)
  expect(skus.every(isUnitSku)).toBe(true)
})

test('[H14d] a number that an imported product has is never given out', async () => {
  const next = await env.DB.prepare('SELECT next FROM intake_number').first<number>('next')
  const taken = [next ?? 0, (next ?? 0) + 3].map(skuWithCheckDigit)
  for (const [index, sku] of taken.entries())
    await env.DB.prepare('UPDATE product SET sku = ? WHERE id = (SELECT id FROM product LIMIT 1 OFFSET ?)')
      .bind(sku, index)
      .run()
  const { result } = await callIntake<{ skus: string[] }>(casey, 'POST', 'numbers')
  expect(result.skus).toHaveLength(20)
  for (const sku of taken) expect(result.skus).not.toContain(sku)
})

test('[H14d] a draft gets a number at the first tap and keeps it; the reply says what is missing', async () => {
  const key = crypto.randomUUID()
  const first = await save(casey, key, { marking: '225/45R17 94W' })
  expect(first).toMatchObject({ code: 200, result: { isRenumbered: false, revision: 1 } })
  expect(first.result.check.blocks.size).toMatchObject({ done: true, problems: [] })
  expect(first.result.check.blocks.price.problems).toMatchObject([{ code: 'price-missing' }])
  const second = await save(casey, key, { ...WHOLE_DRAFT, dot: '5419' }, { revision: 2 })
  expect(second.result.sku).toBe(first.result.sku)
  expect(second.result.check.blocks.dot.problems).toMatchObject([{ code: 'dot-week' }])
})

test('[H14d] the same request twice is one draft, and an older one never replaces a newer one', async () => {
  const key = crypto.randomUUID()
  const requests = Array.from({ length: 4 }, () => save(casey, key, WHOLE_DRAFT, { revision: 5 }))
  const skus = (await Promise.all(requests)).map(({ result }) => result.sku)
  expect(new Set(skus).size).toBe(1)
  await save(casey, key, { ...WHOLE_DRAFT, model: 'Velo All Season' }, { revision: 7 })
  const late = await save(casey, key, { ...WHOLE_DRAFT, model: 'Old' }, { revision: 6 })
  expect(late).toMatchObject({ code: 200, result: { revision: 7 } })
  const stored = await env.DB.prepare('SELECT draft FROM intake WHERE key = ?')
    .bind(key)
    .first<string>('draft')
  expect(JSON.parse(stored ?? '')).toMatchObject({ model: 'Velo All Season' })
})

test('[H14d] two phones with one number: the second tire gets another number and the phone is notified', async () => {
  const { result } = await callIntake<{ skus: [string] }>(casey, 'POST', 'numbers')
  const [sku] = result.skus
  const [one, other] = await Promise.all([
    save(casey, crypto.randomUUID(), WHOLE_DRAFT, { sku }),
    save(drew, crypto.randomUUID(), WHOLE_DRAFT, { sku }),
  ])
  const renumbered = [one, other].filter((reply) => reply.result.isRenumbered)
  expect(renumbered).toHaveLength(1)
  expect(one.result.sku).not.toBe(other.result.sku)
})

test.each([
  ['a number that was never given out', skuWithCheckDigit(99_999_999)],
  [
    'a wrong check digit',
    skuWithCheckDigit(10_000).replace(/.$/, (digit) => String((Number(digit) + 1) % 10)),
  ],
  ['no number at all', 'TL-12; DROP'],
])('[H14d] %s is replaced', async (_, sku) => {
  const { result } = await save(casey, crypto.randomUUID(), WHOLE_DRAFT, { sku })
  expect(result.isRenumbered).toBe(true)
  expect(isUnitSku(result.sku)).toBe(true)
})

test('[H14d] wrong keys and bodies are refused with words', async () => {
  expect(await save(casey, 'not-a-key', {})).toEqual({ code: 404, result: INTAKE_MESSAGES.key })
  const key = crypto.randomUUID()
  expect(await callIntake(casey, 'PUT', key, '[]')).toMatchObject({ code: 400 })
  expect(await save(casey, key, { depths: ['<b>'] })).toMatchObject({
    code: 400,
    result: [{ dataPath: '.draft.depths.0' }],
  })
  expect(await save(casey, key, { brand: 'x'.repeat(20_000) })).toMatchObject({ code: 413 })
})
