import { expect, test } from 'vitest'
import { readMainThread, type TraceEvent } from './main-thread.ts'

const event = (tid: number, name: string, more: Partial<TraceEvent> = {}): TraceEvent => ({
  ...{ name, ph: 'X', pid: 1, tid, ts: 0, args: {} },
  ...more,
})
const task = (tid: number, ms: number, worked: number) =>
  event(tid, 'RunTask', { dur: ms * 1000, tdur: worked * 1000 })
const named = (tid: number, name: string) => event(tid, 'thread_name', { ph: 'M', args: { name } })

test('the main thread with the most events is read, and the time that a task waits for a core does not block', () => {
  const trace = [
    ...[named(7, 'CrRendererMain'), named(8, 'CrRendererMain'), named(9, 'Compositor')],
    ...[task(7, 900, 900), task(9, 500, 500), task(9, 500, 500), task(9, 500, 500)],
    ...[task(8, 40, 10), task(8, 30, 20), event(8, 'Layout', { dur: 25_000 })],
  ]
  expect(readMainThread(trace, 4)).toEqual({ wall: 70, waiting: 40, blocking: 30 })
})

test('a task before the first content is painted does not block', () => {
  const trace = [
    ...[
      named(7, 'CrRendererMain'),
      task(7, 100, 100),
      event(7, 'firstContentfulPaint', { ph: 'R', ts: 500 }),
    ],
    event(7, 'RunTask', { ts: 600, dur: 30_000, tdur: 20_000 }),
  ]
  expect(readMainThread(trace, 4)).toEqual({ wall: 130, waiting: 10, blocking: 30 })
})

test('without times on a core, a task counts whole', () => {
  const trace = [named(7, 'CrRendererMain'), event(7, 'RunTask', { dur: 20_000 })]
  expect(readMainThread(trace, 4)).toEqual({ wall: 20, waiting: 0, blocking: 30 })
})
