/**
 * A press counts where it began: what may move the page (a message that comes or goes when a field is left) waits until
 * the finger is off and its click has arrived. A touch moves the focus only after it has ended, shortly before its click.
 */
const CLICK_FOLLOWS_MS = 350

let isPressed = false
let timer: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []

function release(): void {
  isPressed = false
  const acts = waiting
  waiting = []
  for (const act of acts) act()
}

function releaseIn(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(release, ms)
}

/** Acts now, or as soon as the press that is under way has done what it was meant for. */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act)
  else act()
}

/** Follows the presses of a document. */
export function followPresses(target: Pick<EventTarget, 'addEventListener'>): void {
  const on = (name: string, act: () => void) => target.addEventListener(name, act, true)
  on('pointerdown', () => {
    clearTimeout(timer)
    isPressed = true
  })
  on('pointerup', () => releaseIn(CLICK_FOLLOWS_MS))
  on('click', () => releaseIn(0))
  on('pointercancel', () => releaseIn(0))
}

if (globalThis.document) followPresses(document)
