/** Shows a notice in the document's region (NoticeRegion). Plain DOM, so pages need no React for it. */
import { isDuplicate, lifetime, type Notification } from '../../schema/domain/notification.ts'

let last: { notice: Notification; element: Element } | undefined

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  text: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

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

export function notify(notice: Notification): void {
  const region = document.querySelector(
    `[data-notices] > [role=${notice.type === 'error' ? 'alert' : 'status'}]`,
  )
  if (!region) return
  if (last?.element.isConnected && isDuplicate(last.notice, notice)) return
  const box = element('div', notice.type === 'error' ? 'notice notice-error' : 'notice', '')
  box.append(element('p', '', notice.message))
  if (notice.action1) {
    const link = element('a', '', notice.action1.label)
    link.href = notice.action1.href
    box.append(link)
  }
  const close = element('button', 'text-button', 'Close')
  close.type = 'button'
  const leave = () => box.remove()
  close.addEventListener('click', leave)
  box.append(close)
  region.append(box)
  last = { notice, element: box }
  const ms = lifetime(notice)
  if (ms !== null) leaveAfter(box, ms, leave)
}
