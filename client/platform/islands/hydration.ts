/** Wakes the islands of a page, each when it is first needed, and repeats the touch that woke it. Plain DOM. */

import type { ComponentType } from 'react'
import { submitPlainForm } from '../forms/submit-plain-form.ts'
import { storedText } from '../storage/stored-value.store.ts'
import { opensElsewhere } from './opens-elsewhere.ts'

/** Fetches the code of an island. Props travel as JSON: `<Island>` checks each island's where they are written. */
export type IslandLoader = () => Promise<{ default: ComponentType<never> }>

let loaders: Readonly<Record<string, IslandLoader>> = {}

const waking = new WeakMap<HTMLElement, Promise<void>>()

/** Fetches the island's code and React, and hydrates it in place. A second call waits for the first. */
export function hydrateIsland(island: HTMLElement): Promise<void> {
  const known = waking.get(island)
  if (known) return known
  const load = loaders[island.dataset.island ?? '']
  const work = load
    ? Promise.all([import('./hydrate-island.ts'), load()]).then(async ([{ hydrate }, module]) => {
        await hydrate(island, module.default)
        island.dataset.awake = ''
      })
    : Promise.reject(new Error(`no island is called ${island.dataset.island}`))
  waking.set(island, work)
  // A chunk that did not arrive (offline, new deployment) may be asked for again; until then the HTML works.
  work.catch(() => waking.delete(island))
  return work
}

/** Islands hold whole forms; in them, a touch before they are awake is stored and repeated once. */
const TOUCHES = ['click', 'submit', 'change'] as const

function repeat(event: Event, value: string | undefined): void {
  const { target } = event
  if (!(target instanceof Element) || !target.isConnected) return
  if (event.type === 'submit' && target instanceof HTMLFormElement) {
    target.requestSubmit((event as SubmitEvent).submitter)
  } else if (event.type === 'click') {
    // A finger may be on the drawing in a button, which cannot be clicked itself.
    target.closest<HTMLElement>('a, button')?.click()
  } else if (target instanceof HTMLInputElement && (target.type === 'radio' || target.type === 'checkbox')) {
    // React handles these by their click. A plain Event is no activation, so the choice stays as it was made.
    trackerOf(target)?.setValue(String(!target.checked))
    target.dispatchEvent(new Event('click', { bubbles: true }))
  } else if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) {
    if (value !== undefined) target.value = value
    trackerOf(target)?.setValue('')
    for (const name of ['input', 'change']) target.dispatchEvent(new Event(name, { bubbles: true }))
  }
}

/** React compares a field with the value it last saw on it, and ignores an event without a difference. */
function trackerOf(field: HTMLElement): { setValue(value: string): void } | undefined {
  return (field as { _valueTracker?: { setValue(value: string): void } })._valueTracker
}

/** What the browser would have done by itself, when the island's code cannot be had. */
function carryOn(event: Event): void {
  if (event.type === 'submit' && event.target instanceof HTMLFormElement) void submitPlainForm(event.target)
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (event.type === 'click' && link) location.assign(link.href)
}

function onTouch(island: HTMLElement): void {
  const early = () => void hydrateIsland(island).catch(() => {})
  island.addEventListener('pointerover', early, { once: true, passive: true })
  island.addEventListener('focusin', early, { once: true })
  // Of each thing its last touch, in order: a number typed into a select changes it with every digit.
  const held = new Map<EventTarget | null, { event: Event; value: string | undefined }>()
  const hold = (event: Event) => {
    if (island.dataset.awake !== undefined) return
    const { target } = event
    if (event instanceof MouseEvent && event.type === 'click') {
      // Fields keep their own click; their change is what counts.
      const acts = target instanceof Element && target.closest('a, button')
      if (opensElsewhere(event) || !acts || (acts as HTMLButtonElement).type === 'submit') return
    }
    if (event.type !== 'change') event.preventDefault()
    event.stopPropagation()
    const isFirst = held.size === 0
    held.delete(target)
    held.set(target, { event, value: (target as Partial<HTMLInputElement>).value })
    if (!isFirst) return
    hydrateIsland(island).then(
      async () => {
        for (const touch of held.values()) {
          repeat(touch.event, touch.value)
          // The next one must find what this one has changed.
          await new Promise((resolve) => setTimeout(resolve))
        }
      },
      () => {
        for (const touch of held.values()) carryOn(touch.event)
        held.clear()
      },
    )
  }
  for (const name of TOUCHES) island.addEventListener(name, hold, { capture: true })
}

function onSight(islands: HTMLElement[]): void {
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const island = target.parentElement
        if (!isIntersecting || !island) continue
        seen.unobserve(target)
        hydrateIsland(island).catch(() => {})
      }
    },
    { rootMargin: '200px' },
  )
  // The island's own element has no box (display: contents).
  for (const island of islands) if (island.firstElementChild) seen.observe(island.firstElementChild)
}

/** True for an island that has something to say only to a browser that keeps what it speaks of. */
function isCached(when = ''): boolean {
  const key = when.slice('stored:'.length)
  const stored = [storedText(key), storedText(key, () => sessionStorage)]
  return when.startsWith('stored:') && stored.some(({ read }) => read() !== null)
}

/** Arranges for every island of the page to wake at its time; `islandLoaders` has the code of each by its name. */
export function scheduleHydration(islandLoaders: Readonly<Record<string, IslandLoader>>): void {
  loaders = islandLoaders
  const islands = [...document.querySelectorAll<HTMLElement>('[data-island]')]
  const sight: HTMLElement[] = []
  for (const island of islands) {
    const { when } = island.dataset
    if (when === 'load') hydrateIsland(island).catch(() => {})
    if (when === 'visible') sight.push(island)
    if (when === 'idle' || isCached(when))
      (window.requestIdleCallback ?? setTimeout)(() => void hydrateIsland(island).catch(() => {}))
    // Whatever its time, an island that is touched earlier wakes earlier.
    if (when !== 'asked') onTouch(island)
  }
  if (sight.length > 0) onSight(sight)
}
