import { expect, test } from 'vitest'
import { confirmSeeding, type DemoState, explainGateError } from './consent.ts'

const STATE: DemoState = { environment: 'local', own: 0, demo: 0 }

/** Returns a terminal that gives these answers, and the list of its prompts. */
function typing(...answers: string[]) {
  const prompts: string[] = []
  const ask = async (question: string) => {
    prompts.push(question)
    return answers.shift() ?? ''
  }
  return { prompts, terminal: { isTerminal: true, ask } }
}
const noTerminal = { isTerminal: false, ask: async () => '' }

test('[audit B2] demo tires are replaced only after a person types the name of the database', async () => {
  const right = typing('treadline')
  await confirmSeeding({ ...STATE, demo: 1200 }, 'local', { terminal: right.terminal, yes: false })
  expect(right.prompts).toEqual([expect.stringContaining('The 1,200 demo products in it')])
  const wrong = typing('y')
  await expect(
    confirmSeeding({ ...STATE, demo: 1 }, 'local', { terminal: wrong.terminal, yes: false }),
  ).rejects.toThrow('Nothing was changed.')
  const empty = typing()
  await confirmSeeding(STATE, 'local', { terminal: empty.terminal, yes: false })
  expect(empty.prompts).toEqual([])
})

test('[audit B2] the deployed shop needs two confirmations, also while it is empty', async () => {
  const right = typing('treadline', 'remote')
  await confirmSeeding({ ...STATE, environment: 'demo' }, 'remote', { terminal: right.terminal, yes: false })
  expect(right.prompts).toHaveLength(2)
  expect(right.prompts[0]).toContain('DEPLOYED')
  const once = typing('treadline', 'no')
  await expect(confirmSeeding(STATE, 'remote', { terminal: once.terminal, yes: false })).rejects.toThrow(
    'Nothing was changed.',
  )
})

test('[audit B2] without a terminal nothing is replaced, except with --yes', async () => {
  await expect(
    confirmSeeding({ ...STATE, demo: 1 }, 'local', { terminal: noTerminal, yes: false }),
  ).rejects.toThrow('--yes')
  await confirmSeeding({ ...STATE, demo: 1 }, 'local', { terminal: noTerminal, yes: true })
})

test("[audit A2] [audit B2] --yes does not help in production or beside a merchant's products", async () => {
  const sure = { terminal: noTerminal, yes: true }
  await expect(confirmSeeding({ ...STATE, environment: 'production' }, 'remote', sure)).rejects.toThrow(
    'marked as production',
  )
  await expect(confirmSeeding({ ...STATE, own: 3 }, 'local', sure)).rejects.toThrow('the seed did not make')
  expect(explainGateError('D1_ERROR: demo_in_production: SQLITE_CONSTRAINT')).toContain(
    'marked as production',
  )
})
