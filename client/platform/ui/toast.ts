/** Shows a notice in the document's region (ToastRegion). Plain DOM, so pages need no React for it. */
import { actionsOf, isDuplicate, lifetime, type Notification } from '../../../schema/platform/notification.ts'
import { createElement } from '../create-element.ts'

/** What is on the screen, oldest first. */
const shown: { message: string; leave: () => void }[] = []
let ids = 0

/** Calls `leave` after `ms`, not counting the time while a pointer or the focus is on `notice`. */
function leaveAfter(notice: HTMLElement, ms: number, leave: () => void): void {
  let left = ms
  let since = 0
  let timer = 0
  const hold = () => {
    if (!timer) return
    clearTimeout(timer)
    timer = 0
    left -= Date.now() - since
  }
  const run = () => {
    if (timer || notice.matches(':hover, :focus-within')) return
    since = Date.now()
    timer = window.setTimeout(leave, Math.max(left, 0))
  }
  for (const name of ['pointerenter', 'focusin']) notice.addEventListener(name, hold)
  notice.addEventListener('pointerleave', run)
  // The focus leaves the element only after this event.
  notice.addEventListener('focusout', () => setTimeout(run))
  run()
}

/** Puts the focus where it came from, when what held it is about to go. */
function giveFocusBack(notice: HTMLElement): () => void {
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

/** Gives what takes the notice away again, for one that speaks of something under way. */
export function showToast(notice: Notification): () => void {
  const region = document.querySelector(
    `[data-notices] > [role=${notice.type === 'error' ? 'alert' : 'status'}]`,
  )
  const last = shown.at(-1)
  if (!region || isDuplicate(last, notice)) return last?.leave ?? (() => {})
  const box = createElement('div', '', notice.type === 'error' ? 'notice notice-error' : 'notice')
  ids += 1
  box.id = `notice-${ids}`
  box.append(createElement('p', notice.message))
  const back = giveFocusBack(box)
  const entry = {
    message: notice.message,
    leave: () => {
      const at = shown.indexOf(entry)
      if (at < 0) return
      shown.splice(at, 1)
      back()
      box.remove()
    },
  }
  for (const { label, href } of actionsOf(notice)) {
    if (href === undefined) {
      const close = createElement('button', label, 'text-button')
      close.type = 'button'
      close.addEventListener('click', entry.leave)
      box.append(close)
    } else {
      const link = createElement('a', label)
      link.href = href
      box.append(link)
    }
  }
  region.append(box)
  shown.push(entry)
  const ms = lifetime(notice)
  if (ms !== null) leaveAfter(box, ms, entry.leave)
  return entry.leave
}
