/** Says above a list that the next one could not be had, or is an old one, and offers to try again. Plain DOM. */
import { OFFLINE_MESSAGE } from '../../../schema/platform/notification.ts'

const NOTHING_CACHED = 'No products synchronized for this category. Please come back while online!'
const FAILED = 'The list could not be loaded. What you see below is the list before.'

let note: HTMLElement | null = null

const list = () => document.querySelector<HTMLElement>('#results [data-swap=list]')

export function clearListingError(): void {
  note?.remove()
  note = null
  const shown = list()
  if (shown) shown.hidden = false
}

function button(words: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'text-button'
  made.textContent = words
  made.addEventListener('click', act)
  return made
}

function show(results: HTMLElement | null, kind: string, role: string, text: string): HTMLElement {
  clearListingError()
  const box = document.createElement('div')
  box.className = `note ${kind} listing-failed`
  box.setAttribute('role', role)
  const words = document.createElement('p')
  words.textContent = text
  box.append(words)
  results?.prepend(box)
  note = box
  return box
}

/** `again` asks once more; so does the connection when it is back. */
function whenBack(box: HTMLElement, again: () => void): void {
  addEventListener('online', () => note === box && again(), { once: true })
}

/**
 * Offline the list is cleared until the shopper agrees (OK of a warning) to have the list before; otherwise the list
 * before stays.
 */
export function showListingError(results: HTMLElement | null, href: string, again: () => void): void {
  const offline = !navigator.onLine
  const text = offline ? `${OFFLINE_MESSAGE}. ${NOTHING_CACHED}` : FAILED
  const box = show(results, 'note-error', 'alert', text)
  box.append(button('Try again', again))
  if (offline) {
    const before = list()
    if (before) before.hidden = true
    box.append(button('OK', clearListingError))
    whenBack(box, again)
  } else {
    const link = document.createElement('a')
    link.href = href
    link.textContent = 'Load the page'
    box.append(link)
  }
}

/** The list is one that was stored `at` that moment (milliseconds since the epoch), because there is no connection. */
export function showCachedNotice(results: HTMLElement | null, at: number, again: () => void): void {
  const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  const text = `${OFFLINE_MESSAGE}. This list is as it was on ${time}; tires may be sold since, and prices may be others.`
  const box = show(results, 'note-warning', 'status', text)
  box.append(button('Try again', again))
  whenBack(box, again)
}
