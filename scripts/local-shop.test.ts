import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareShop } from './local-shop.ts'

test('an empty shop is refused where demo tires are loaded, and the message names the command for one', async () => {
  const started = new Error('started')
  const log = () => {
    throw started
  }
  const start = (seed: string, size: number) => {
    const state = mkdtempSync(join(tmpdir(), 'treadline-shop-'))
    writeFileSync(join(state, 'treadline.json'), JSON.stringify({ seed }))
    return prepareShop({ state, size, log })
  }
  await expect(start('20000', 0)).rejects.toThrow('npm start -- --empty --reset')
  // A shop that was empty before, and a shop with demo tires, are prepared.
  await expect(start('none', 0)).rejects.toBe(started)
  await expect(start('20000', 20_000)).rejects.toBe(started)
})
