import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { EvaluationContext } from '../changes/change.ts'
import { CHAT_DESK_PATCH, evaluateChatDesk, NEW_CHAT_DESK } from './chat-desk-record.ts'

const as = (permission: string): EvaluationContext => ({
  actor: {
    ...{ staffId: 1, name: 'Ada', session: null, source: 'page', maxPriceChange: null },
    may: (asked) => asked === permission,
  },
  ...{ now: 0, why: null, isUndo: false },
})

test('[H14m] a wanted size has one spelling and is there once', () => {
  expect(v.parse(CHAT_DESK_PATCH, { wants: ['225 45 17', 'lt245/75r16'] })).toEqual({
    wants: ['225/45R17', 'LT245/75R16'],
  })
  expect(v.safeParse(CHAT_DESK_PATCH, { wants: ['winter tires'] }).success).toBe(false)
  const twice = { wants: ['225/45R17', '225/45R17'] }
  expect(evaluateChatDesk(NEW_CHAT_DESK, twice, { mayAnswer: true }, as('chat'))).toEqual({
    ok: true,
    after: { wants: ['225/45R17'] },
  })
})

test('[H14m] a conversation is given to someone who may answer it', () => {
  const give = (mayAnswer: boolean, permission = 'chat') =>
    evaluateChatDesk(NEW_CHAT_DESK, { assignee: 2 }, { mayAnswer }, as(permission))
  expect(give(true)).toEqual({ ok: true, after: { assignee: 2 } })
  expect(give(false)).toMatchObject({ problem: 'invalid', field: 'assignee' })
  expect(give(true, 'orders.see')).toMatchObject({ problem: 'permission' })
})
