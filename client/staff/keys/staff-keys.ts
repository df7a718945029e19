/**
 * Keys of the back office (H14): `/` searches, `g u` opens the units, `j` and `k` step through rows. Off while somebody types, and
 * everybody can switch them off (WCAG 2.1.4). Plain DOM.
 */
import { paths, staffPaths } from '../../../schema/paths.ts'
import { createElement } from '../../platform/create-element.ts'
import { storedText } from '../../platform/storage/stored-value.store.ts'

const STORED_OFF = storedText('staff-keys')
const OFF = 'off'

/** The second key after `g`. */
const PAGES: Readonly<Record<string, { label: string; href: string }>> = {
  t: { label: 'Start', href: staffPaths.home },
  s: { label: 'Sell', href: staffPaths.sell },
  o: { label: 'Orders', href: paths.staffOrders },
  u: { label: 'Units', href: staffPaths.units },
  i: { label: 'Intake', href: staffPaths.intake },
  b: { label: 'Bins', href: staffPaths.bins },
}
/** How long `g` waits for its second key. */
const SEQUENCE_MS = 1_500

const KEYS: Readonly<Record<string, { label: string; run(): void }>> = {
  '/': { label: 'Search', run: search },
  j: { label: 'Next row', run: () => step(1) },
  k: { label: 'Row before', run: () => step(-1) },
  x: { label: 'Mark the row', run: () => focusedRow()?.querySelector('input')?.click() },
  e: {
    label: 'Edit',
    run: () => document.querySelector<HTMLElement>('[data-edit] input:not([type="hidden"])')?.focus(),
  },
  p: {
    label: 'Print labels',
    run: () => document.querySelector<HTMLElement>('[data-print-labels]')?.click(),
  },
  '?': { label: 'Show these keys', run: showKeys },
}

/** A page without a search leads to the search of orders, which finds most of all. */
function search(): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]')
  if (field) field.select()
  else location.assign(paths.staffOrders)
}

/** Listens for keys; `Enter` on a row is the press of its link, so it needs nothing here. */
export function enableStaffKeys(): void {
  let isAfterG = false
  let timer = 0
  addEventListener('keydown', (event) => {
    if (!isForUs(event)) return
    const page = isAfterG ? PAGES[event.key] : undefined
    clearTimeout(timer)
    isAfterG = event.key === 'g' && !page
    if (isAfterG) {
      timer = window.setTimeout(() => {
        isAfterG = false
      }, SEQUENCE_MS)
    }
    if (page) location.assign(page.href)
    else if (KEYS[event.key]) {
      event.preventDefault()
      KEYS[event.key]?.run()
    }
  })
}

/** With the keys switched off, only the list of keys opens, where they are switched on. */
function isForUs({ key, target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || document.querySelector('dialog[open]')) return false
  const isTyping =
    target instanceof Element &&
    target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select')
  return !isTyping && (key === '?' || STORED_OFF.read() !== OFF)
}

const rowLinks = () => [...document.querySelectorAll<HTMLAnchorElement>('[data-rows] tbody th a')]

function focusedRow(): Element | null {
  return document.activeElement?.closest('[data-rows] tbody tr') ?? null
}

function step(by: 1 | -1): void {
  const links = rowLinks()
  const at = links.findIndex((link) => link.closest('tr') === focusedRow())
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by
  links[next]?.focus()
}

/** Shows the keys in a dialog, with the switch that turns them off on this device. */
function showKeys(): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'staff-keys'
  dialog.setAttribute('aria-labelledby', 'staff-keys-title')
  const title = createElement('h2', 'Keys')
  title.id = 'staff-keys-title'
  const list = document.createElement('dl')
  const rows = [
    ...Object.entries(KEYS).map(([key, { label }]) => [key, label] as const),
    ['Enter', 'Open the row'] as const,
    ...Object.entries(PAGES).map(([key, { label }]) => [`g ${key}`, label] as const),
  ]
  for (const [key, label] of rows) {
    const term = document.createElement('dt')
    term.append(createElement('kbd', key))
    list.append(term, createElement('dd', label))
  }
  const toggle = createElement(
    'button',
    STORED_OFF.read() === OFF ? 'Switch the keys on' : 'Switch the keys off',
    'button',
  )
  toggle.addEventListener('click', () => {
    if (STORED_OFF.read() === OFF) STORED_OFF.clear()
    else STORED_OFF.save(OFF)
    dialog.close()
  })
  const close = createElement('button', 'Close', 'button')
  // Enter, right after the keys were shown, changes nothing.
  close.autofocus = true
  close.addEventListener('click', () => dialog.close())
  const buttons = createElement('p', '', 'button-row')
  buttons.append(toggle, close)
  dialog.append(title, list, buttons)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
