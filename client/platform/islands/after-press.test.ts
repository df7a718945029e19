import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPress, followPresses } from './after-press.ts'

const page = new EventTarget()
followPresses(page)
const on = (name: string) => page.dispatchEvent(new Event(name))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('[audit D6] what moves the page comes after the click of the press that it came with', () => {
  const done: string[] = []
  const act = (name: string) => afterPress(() => done.push(name))
  act('no press')
  on('pointerdown')
  act('mouse')
  on('pointerup')
  on('click')
  expect(done).toEqual(['no press'])
  vi.advanceTimersByTime(0)
  expect(done).toEqual(['no press', 'mouse'])
  // A touch takes the focus after the finger is off, and its click comes last.
  on('pointerdown')
  on('pointerup')
  act('touch')
  vi.advanceTimersByTime(100)
  on('click')
  expect(done).not.toContain('touch')
  vi.advanceTimersByTime(0)
  expect(done).toContain('touch')
})

test('[audit D6] a press that ends without a click, or in a scroll, holds nothing back for long', () => {
  const done: string[] = []
  on('pointerdown')
  afterPress(() => done.push('drag'))
  on('pointerup')
  vi.advanceTimersByTime(350)
  expect(done).toEqual(['drag'])
  on('pointerdown')
  afterPress(() => done.push('scroll'))
  on('pointercancel')
  vi.advanceTimersByTime(0)
  expect(done).toEqual(['drag', 'scroll'])
})
