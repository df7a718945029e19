/** Hydrates the islands of a page, each when it is first needed, and replays the events from before. Plain DOM. */

import type { ComponentType } from 'react'
import { submitPlainForm } from '../forms/submit-plain-form.ts'
import { storedText } from '../storage/stored-value.store.ts'
import { opensElsewhere } from './opens-elsewhere.ts'

/** Fetches the code of an island. Its props are JSON, whose type `<Island>` checks. */
export type IslandLoader = () => Promise<{ default: ComponentType<never> }>

let loaders: Readonly<Record<string, IslandLoader>> = {}

/** Islands that are being hydrated, or are hydrated. */
const hydrations = new WeakMap<HTMLElement, Promise<void>>()

/** Fetches the island's code and React, and hydrates it in place. A second call waits for the first. */
export function hydrateIsland(island: HTMLElement): Promise<void> {
  const started = hydrations.get(island)
  if (started) return started
  const load = loaders[island.dataset.island ?? '']
  const hydration = load
    ? Promise.all([import('./hydrate-island.ts'), load()]).then(async ([{ hydrate }, module]) => {
        await hydrate(island, module.default)
        island.dataset.awake = ''
      })
    : Promise.reject(new Error(`no island is called ${island.dataset.island}`))
  hydrations.set(island, hydration)
  // A chunk that failed to load (offline, new deployment) may be requested again; until then the plain HTML works.
  hydration.catch(() => hydrations.delete(island))
  return hydration
}

/** Events in an island that are stored before its hydration and replayed once after it. */
const REPLAYED_EVENTS = ['click', 'submit', 'change'] as const

function endBusy({ submitter }: Partial<SubmitEvent>): void {
  submitter?.removeAttribute('aria-busy')
}

function replay(event: Event, value: string | undefined): void {
  const { target } = event
  if (!(target instanceof Element) || !target.isConnected) return
  endBusy(event)
  if (event.type === 'submit' && target instanceof HTMLFormElement) {
    target.requestSubmit((event as SubmitEvent).submitter)
  } else if (event.type === 'click') {
    // The target may be an SVG in a button, which has no `click` method.
    target.closest<HTMLElement>('a, button')?.click()
  } else if (target instanceof HTMLInputElement && (target.type === 'radio' || target.type === 'checkbox')) {
    // React handles these fields by their click. A plain Event does not activate the field, so its state stays.
    getValueTracker(target)?.setValue(String(!target.checked))
    target.dispatchEvent(new Event('click', { bubbles: true }))
  } else if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) {
    if (value !== undefined) target.value = value
    getValueTracker(target)?.setValue('')
    for (const name of ['input', 'change']) target.dispatchEvent(new Event(name, { bubbles: true }))
  }
}

/** React compares a field's value with the one in its tracker, and ignores an event without a difference. */
function getValueTracker(field: HTMLElement): { setValue(value: string): void } | undefined {
  return (field as { _valueTracker?: { setValue(value: string): void } })._valueTracker
}

/** Runs the default action of the browser when the island's code cannot be loaded. */
function runDefaultAction(event: Event): void {
  endBusy(event)
  if (event.type === 'submit' && event.target instanceof HTMLFormElement) void submitPlainForm(event.target)
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (event.type === 'click' && link) location.assign(link.href)
}

function hydrateOnInteraction(island: HTMLElement): void {
  const early = () => void hydrateIsland(island).catch(() => {})
  island.addEventListener('pointerover', early, { once: true, passive: true })
  island.addEventListener('focusin', early, { once: true })
  // The last event of each target, in order: each digit that is typed in a select changes its value.
  const stored = new Map<EventTarget | null, { event: Event; value: string | undefined }>()
  const intercept = (event: Event) => {
    if (island.dataset.awake !== undefined) return
    const { target } = event
    // The listener of the page (add-to-cart-form.ts) sends this form; only changed fields need the island.
    if (target instanceof HTMLFormElement && target.dataset.add !== undefined && stored.size === 0) return
    if (event instanceof MouseEvent && event.type === 'click') {
      // Clicks on fields are not stored; their `change` event is.
      const control = target instanceof Element && target.closest('a, button')
      if (opensElsewhere(event) || !control || (control as HTMLButtonElement).type === 'submit') return
    }
    if (event.type !== 'change') event.preventDefault()
    event.stopPropagation()
    const { submitter } = event as Partial<SubmitEvent>
    submitter?.setAttribute('aria-busy', 'true')
    const replaced = stored.get(target)
    if (replaced) endBusy(replaced.event)
    const isFirst = stored.size === 0
    stored.delete(target)
    stored.set(target, { event, value: (target as Partial<HTMLInputElement>).value })
    if (!isFirst) return
    hydrateIsland(island).then(
      async () => {
        for (const { event, value } of stored.values()) {
          replay(event, value)
          // The next event must see the state that this one has left.
          await new Promise((resolve) => setTimeout(resolve))
        }
      },
      () => {
        for (const { event } of stored.values()) runDefaultAction(event)
        stored.clear()
      },
    )
  }
  for (const name of REPLAYED_EVENTS) island.addEventListener(name, intercept, { capture: true })
}

function hydrateWhenVisible(islands: HTMLElement[]): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const island = target.parentElement
        if (!isIntersecting || !island) continue
        observer.unobserve(target)
        hydrateIsland(island).catch(() => {})
      }
    },
    { rootMargin: '200px' },
  )
  // The island's own element has no box (display: contents).
  for (const island of islands) if (island.firstElementChild) observer.observe(island.firstElementChild)
}

/** Checks whether this browser stores the value that `stored:KEY` names. */
function hasStoredValue(when = ''): boolean {
  const key = when.slice('stored:'.length)
  const values = [storedText(key), storedText(key, () => sessionStorage)]
  return when.startsWith('stored:') && values.some(({ read }) => read() !== null)
}

/** Schedules the hydration of every island of the page; `islandLoaders` has the loader of each island by its name. */
export function scheduleHydration(islandLoaders: Readonly<Record<string, IslandLoader>>): void {
  loaders = islandLoaders
  const islands = [...document.querySelectorAll<HTMLElement>('[data-island]')]
  const visible: HTMLElement[] = []
  for (const island of islands) {
    const { when } = island.dataset
    if (when === 'load') hydrateIsland(island).catch(() => {})
    if (when === 'visible') visible.push(island)
    if (when === 'idle' || hasStoredValue(when))
      (window.requestIdleCallback ?? setTimeout)(() => void hydrateIsland(island).catch(() => {}))
    // An interaction hydrates an island before its scheduled time.
    if (when !== 'asked') hydrateOnInteraction(island)
  }
  if (visible.length > 0) hydrateWhenVisible(visible)
}
