/**
 * Delays changes that may move the page (such as the message of a field that loses the focus) until the current press
 * has ended and its click has arrived; otherwise the click could hit another element. A touch moves the focus only
 * after it has ended, shortly before its click.
 */
const CLICK_FOLLOWS_MS = 350

let isPressed = false
let timer: ReturnType<typeof setTimeout> | undefined
let callbacks: (() => void)[] = []

function endPress(): void {
  isPressed = false
  const due = callbacks
  callbacks = []
  for (const act of due) act()
}

function endPressIn(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(endPress, ms)
}

/** Calls `act` now, or when the current press has ended. */
export function afterPress(act: () => void): void {
  if (isPressed) callbacks.push(act)
  else act()
}

/** Listens for presses on a document. */
export function followPresses(target: Pick<EventTarget, 'addEventListener'>): void {
  const on = (name: string, act: () => void) => target.addEventListener(name, act, true)
  on('pointerdown', () => {
    clearTimeout(timer)
    isPressed = true
  })
  on('pointerup', () => endPressIn(CLICK_FOLLOWS_MS))
  on('click', () => endPressIn(0))
  on('pointercancel', () => endPressIn(0))
}

if (globalThis.document) followPresses(document)
