import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareShop } from './local-shop.ts'

test('an empty shop is not begun where demo tires are, and the way to one is named', async () => {
  const began = new Error('began')
  const say = () => {
    throw began
  }
  const start = (seed: string, size: number) => {
    const state = mkdtempSync(join(tmpdir(), 'treadline-shop-'))
    writeFileSync(join(state, 'treadline.json'), JSON.stringify({ seed }))
    return prepareShop({ state, size, say })
  }
  await expect(start('20000', 0)).rejects.toThrow('npm start -- --empty --reset')
  // Where it was empty before, and where demo tires are wanted, it goes on.
  await expect(start('none', 0)).rejects.toBe(began)
  await expect(start('20000', 20_000)).rejects.toBe(began)
})
