/** Shows a message above a list when the next one failed to load or comes from the cache, with a retry button. Plain DOM. */
import { OFFLINE_MESSAGE } from '../../../schema/platform/notification.ts'
import { createElement } from '../../platform/create-element.ts'

const NOTHING_CACHED = 'No products synchronized for this category. Please come back while online!'
const FAILED = 'We couldn’t update the list. Here’s the one from before.'

let note: HTMLElement | null = null

const list = () => document.querySelector<HTMLElement>('#results [data-swap=list]')

/** Removes the message and shows the list. */
export function clearListingError(): void {
  note?.remove()
  note = null
  const shown = list()
  if (shown) shown.hidden = false
}

function createButton(label: string, onClick: () => void): HTMLButtonElement {
  const button = createElement('button', label, 'text-button')
  button.type = 'button'
  button.addEventListener('click', onClick)
  return button
}

function show(results: HTMLElement | null, kind: string, role: string, text: string): HTMLElement {
  clearListingError()
  const box = createElement('div', '', `note ${kind} listing-failed`)
  box.setAttribute('role', role)
  box.append(createElement('p', text))
  results?.prepend(box)
  note = box
  return box
}

/** Calls `retry` when the connection is back, if the message is still shown. */
function retryWhenOnline(box: HTMLElement, retry: () => void): void {
  addEventListener('online', () => note === box && retry(), { once: true })
}

/**
 * Shows that a list failed to load. Offline the previous list is hidden until the shopper clicks OK; otherwise it stays
 * visible.
 */
export function showListingError(results: HTMLElement | null, href: string, retry: () => void): void {
  const offline = !navigator.onLine
  const text = offline ? `${OFFLINE_MESSAGE}. ${NOTHING_CACHED}` : FAILED
  const box = show(results, 'note-error', 'alert', text)
  box.append(createButton('Try again', retry))
  if (offline) {
    const previous = list()
    if (previous) previous.hidden = true
    box.append(createButton('OK', clearListingError))
    retryWhenOnline(box, retry)
  } else {
    const link = createElement('a', 'Reload the page')
    link.href = href
    box.append(link)
  }
}

/** Shows that the list comes from the cache, stored `at` (milliseconds since the epoch), because there is no connection. */
export function showCachedNotice(results: HTMLElement | null, at: number, retry: () => void): void {
  const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  const text = `${OFFLINE_MESSAGE}. This list is from ${time}; some tires may have sold, and prices may have changed.`
  const box = show(results, 'note-warning', 'status', text)
  box.append(createButton('Try again', retry))
  retryWhenOnline(box, retry)
}
