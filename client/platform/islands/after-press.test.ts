import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPress, followPresses } from './after-press.ts'

const page = new EventTarget()
followPresses(page)
const press = (name: string) => page.dispatchEvent(new Event(name))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.runAllTimers())

test('[audit D6] a change that moves the page runs after the click of the current press', () => {
  const done: string[] = []
  const schedule = (name: string) => afterPress(() => done.push(name))
  schedule('no press')
  press('pointerdown')
  schedule('mouse')
  press('pointerup')
  press('click')
  expect(done).toEqual(['no press'])
  vi.advanceTimersByTime(0)
  expect(done).toEqual(['no press', 'mouse'])
  // A touch moves the focus after it has ended, and its click comes last.
  press('pointerdown')
  press('pointerup')
  schedule('touch')
  vi.advanceTimersByTime(100)
  press('click')
  expect(done).not.toContain('touch')
  vi.advanceTimersByTime(0)
  expect(done).toContain('touch')
})

test('[audit D6] after a press that ends without a click or in a scroll, the change runs at most 350 ms later', () => {
  const done: string[] = []
  press('pointerdown')
  afterPress(() => done.push('drag'))
  press('pointerup')
  vi.advanceTimersByTime(350)
  expect(done).toEqual(['drag'])
  press('pointerdown')
  afterPress(() => done.push('scroll'))
  press('pointercancel')
  vi.advanceTimersByTime(0)
  expect(done).toEqual(['drag', 'scroll'])
})
