/** Shows toasts in the document's region (ToastRegion). Plain DOM, so pages need no React for them. */
import {
  isDuplicate,
  type Notification,
  notificationActions,
  notificationLifetime,
} from '../../../schema/platform/notification.ts'
import { createElement } from '../create-element.ts'

/** The visible toasts, oldest first. */
const shown: { message: string; close: () => void }[] = []
let ids = 0

/** Calls `close` after `ms`; the time does not run while the pointer or the focus is on `notice`. */
function closeAfter(notice: HTMLElement, ms: number, close: () => void): void {
  let left = ms
  let since = 0
  let timer = 0
  const pause = () => {
    if (!timer) return
    clearTimeout(timer)
    timer = 0
    left -= Date.now() - since
  }
  const resume = () => {
    if (timer || notice.matches(':hover, :focus-within')) return
    since = Date.now()
    timer = window.setTimeout(close, Math.max(left, 0))
  }
  for (const name of ['pointerenter', 'focusin']) notice.addEventListener(name, pause)
  notice.addEventListener('pointerleave', resume)
  // The focus leaves the element only after this event.
  notice.addEventListener('focusout', () => setTimeout(resume))
  resume()
}

/** Returns a function that moves the focus from `notice` back to its previous element, before `notice` is removed. */
function createFocusRestorer(notice: HTMLElement): () => void {
  let before: EventTarget | null = null
  notice.addEventListener('focusin', ({ relatedTarget }) => {
    if (!notice.contains(relatedTarget as Node | null)) before = relatedTarget
  })
  return () => {
    if (!notice.contains(document.activeElement)) return
    const to = before instanceof HTMLElement && before.isConnected ? before : document.getElementById('main')
    to?.focus({ preventScroll: true })
  }
}

/** Shows a toast; returns a function that closes it, for a toast about a running process. */
export function showToast(notice: Notification): () => void {
  const region = document.querySelector(
    `[data-notices] > [role=${notice.type === 'error' ? 'alert' : 'status'}]`,
  )
  const last = shown.at(-1)
  if (!region || isDuplicate(last, notice)) return last?.close ?? (() => {})
  const box = createElement('div', '', notice.type === 'error' ? 'notice notice-error' : 'notice')
  ids += 1
  box.id = `notice-${ids}`
  box.append(createElement('p', notice.message))
  const restoreFocus = createFocusRestorer(box)
  const entry = {
    message: notice.message,
    close: () => {
      const at = shown.indexOf(entry)
      if (at < 0) return
      shown.splice(at, 1)
      restoreFocus()
      box.remove()
    },
  }
  for (const { label, href } of notificationActions(notice)) {
    if (href === undefined) {
      const close = createElement('button', label, 'text-button')
      close.type = 'button'
      close.addEventListener('click', entry.close)
      box.append(close)
    } else {
      const link = createElement('a', label)
      link.href = href
      box.append(link)
    }
  }
  region.append(box)
  shown.push(entry)
  const ms = notificationLifetime(notice)
  if (ms !== null) closeAfter(box, ms, entry.close)
  return entry.close
}
