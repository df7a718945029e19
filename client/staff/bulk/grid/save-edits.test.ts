import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SentGrid } from './grid-edits.store.ts'
import { cellKey, type Edits, typeCells } from './grid-edits.ts'
import { SAVE_MESSAGES, type SaveOutcome, saveEdits } from './save-edits.ts'

const PRICE = { sku: 'TL-1', field: 'price', base: '62.00' } as const
const type = (edits: Edits, typed: string) => typeCells(edits, [{ ...PRICE, typed }])

/** A shop that changes every row once for each key; `isAnswerLost` loses its answers. */
const shop = { keys: [] as string[], price: 6_200, isAnswerLost: false, status: 200 }
let grid: { edits: Edits; sent: SentGrid | null }

beforeEach(() => {
  Object.assign(shop, { keys: [], price: 6_200, isAnswerLost: false, status: 200 })
  grid = { edits: type(new Map(), '70'), sent: null }
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { key, rows } = JSON.parse(body) as SentGrid
    if (shop.status !== 200) return Response.json({ code: shop.status, result: 'Sign in first.' })
    const { patch, seen } = rows[0] ?? { patch: { price: 0 }, seen: { price: 0 } }
    const isRepeated = shop.keys.includes(key)
    const isConflict = !isRepeated && seen.price !== shop.price
    if (!isRepeated && !isConflict) shop.price = patch.price ?? 0
    shop.keys.push(key)
    if (shop.isAnswerLost) throw new TypeError('no connection')
    const outcome = isConflict ? 'conflict' : 'changed'
    return Response.json({ code: 200, result: { job: 1, changed: 1, rows: [{ sku: 'TL-1', outcome }] } })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function save(): Promise<SaveOutcome> {
  const accept = ({ edits, sent }: SaveOutcome) => {
    grid = { edits, sent }
  }
  const outcome = await saveEdits('/grid', {
    ...{ why: null, sent: grid.sent, current: () => grid.edits, onAnswer: accept },
    onSend: (sent) => {
      grid.sent = sent
    },
  })
  accept(outcome)
  return outcome
}

test('[H14v] a save whose answer was lost is sent again with its key, and what was typed since is saved after it', async () => {
  shop.isAnswerLost = true
  expect((await save()).message).toBe(SAVE_MESSAGES.unknown)
  expect(grid.edits.get(cellKey(PRICE))?.typed).toBe('70.00')
  grid.edits = type(grid.edits, '75')
  shop.isAnswerLost = false
  expect((await save()).message).toBeNull()
  expect(grid).toMatchObject({ edits: new Map(), sent: null })
  expect(shop.price).toBe(7_500)
  expect(new Set(shop.keys).size).toBe(2)
  expect(shop.keys).toHaveLength(3)
})

test('[H14v] signed out, the cells stay, and the save is not sent again by itself', async () => {
  shop.status = 401
  expect((await save()).message).toBe(SAVE_MESSAGES['signed-out'])
  expect(grid.edits.size).toBe(1)
  expect(grid.sent).toBeNull()
})

test('[H14v] nothing is sent while no cell can be saved', async () => {
  grid.edits = type(grid.edits, 'cheap')
  expect((await save()).message).toBe(SAVE_MESSAGES.nothing)
  expect(shop.keys).toEqual([])
})
