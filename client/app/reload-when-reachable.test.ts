import { expect, test } from 'vitest'
import { waitUntilReachable } from './reload-when-reachable.ts'

test('[A9] the shop is checked until it answers, with longer and longer pauses', async () => {
  const pauses: number[] = []
  const answers = [false, false, false, false, false, false, true]
  await waitUntilReachable({
    isReachable: () => Promise.resolve(answers.shift() ?? false),
    pause: (ms) => Promise.resolve(void pauses.push(ms)),
  })
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  expect(answers).toEqual([])
})
