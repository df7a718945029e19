import { expect, test } from 'vitest'
import { askFirst, type DemoState, explainGate } from './consent.ts'

const STATE: DemoState = { environment: 'local', own: 0, demo: 0 }

/** Answers one after the other, and what was asked. */
function typing(...answers: string[]) {
  const asked: string[] = []
  const ask = async (question: string) => {
    asked.push(question)
    return answers.shift() ?? ''
  }
  return { asked, terminal: { isTerminal: true, ask } }
}
const nobody = { isTerminal: false, ask: async () => '' }

test('[audit B2] demo tires are replaced only when somebody types the name of the database', async () => {
  const right = typing('treadline')
  await askFirst({ ...STATE, demo: 1200 }, 'local', { terminal: right.terminal, yes: false })
  expect(right.asked).toEqual([expect.stringContaining('The 1,200 demo products in it')])
  const wrong = typing('y')
  await expect(
    askFirst({ ...STATE, demo: 1 }, 'local', { terminal: wrong.terminal, yes: false }),
  ).rejects.toThrow('Nothing was changed.')
  const empty = typing()
  await askFirst(STATE, 'local', { terminal: empty.terminal, yes: false })
  expect(empty.asked).toEqual([])
})

test('[audit B2] the deployed shop is asked about twice, also while it is empty', async () => {
  const right = typing('treadline', 'remote')
  await askFirst({ ...STATE, environment: 'demo' }, 'remote', { terminal: right.terminal, yes: false })
  expect(right.asked).toHaveLength(2)
  expect(right.asked[0]).toContain('DEPLOYED')
  const once = typing('treadline', 'no')
  await expect(askFirst(STATE, 'remote', { terminal: once.terminal, yes: false })).rejects.toThrow(
    'Nothing was changed.',
  )
})

test('[audit B2] without a terminal nothing is replaced unless --yes was said', async () => {
  await expect(askFirst({ ...STATE, demo: 1 }, 'local', { terminal: nobody, yes: false })).rejects.toThrow(
    '--yes',
  )
  await askFirst({ ...STATE, demo: 1 }, 'local', { terminal: nobody, yes: true })
})

test('[audit A2] [audit B2] no yes helps in production or beside products of somebody else', async () => {
  const sure = { terminal: nobody, yes: true }
  await expect(askFirst({ ...STATE, environment: 'production' }, 'remote', sure)).rejects.toThrow(
    'marked as production',
  )
  await expect(askFirst({ ...STATE, own: 3 }, 'local', sure)).rejects.toThrow('the seed did not make')
  expect(explainGate('D1_ERROR: demo_in_production: SQLITE_CONSTRAINT')).toContain('marked as production')
})
