/** The script of the compare bar (worker/catalog/compare/compare-bar.tsx): updates its names, its count and the checkboxes. */
import { COMPARE_LIMIT, type ComparedItem, toggleCompared } from '../../../schema/catalog/compare/compare.ts'
import { compareHref, paths } from '../../../schema/paths.ts'
import { createElement } from '../../platform/create-element.ts'
import { subscribeStoredValue } from '../../platform/storage/stored-value-changes.store.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { LISTING_UPDATED } from '../listing/listing-updated.ts'
import { readCompared, saveCompared } from './compare.store.ts'
import { COMPARE_KEY } from './compare-key.store.ts'

let started = false
/** The chosen tires in memory, because storage may be forbidden. */
let chosen: ComparedItem[] = []

/** Creates the list item of a tire with its button "Remove". */
function createItem(tire: ComparedItem): HTMLLIElement {
  const item = createElement('li', '')
  const remove = createElement('button', 'Remove')
  remove.type = 'button'
  remove.className = 'text-button'
  remove.setAttribute('aria-label', `Remove ${tire.title} from the comparison`)
  remove.addEventListener('click', () => {
    update(chosen.filter(({ sku }) => sku !== tire.sku))
    const next = document.querySelector<HTMLElement>('[data-compare-list] button, [data-compare]')
    next?.focus({ preventScroll: true })
  })
  item.append(createElement('span', tire.title), remove)
  return item
}

function render(): void {
  const bar = document.querySelector<HTMLFormElement>('[data-compare-bar]')
  document.documentElement.toggleAttribute('data-comparing', chosen.length > 0)
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-compare]')) {
    box.checked = chosen.some(({ sku }) => sku === box.value)
  }
  const list = bar?.querySelector<HTMLElement>('[data-compare-list]')
  const go = bar?.querySelector<HTMLElement>('[data-compare-go]')
  if (!list || !go) return
  list.hidden = chosen.length === 0
  list.replaceChildren(...chosen.map(createItem))
  go.textContent =
    chosen.length > 1 ? `Compare ${chosen.length}` : `Compare, ${chosen.length} of ${COMPARE_LIMIT}`
}

function update(list: ComparedItem[]): void {
  chosen = list
  saveCompared(list)
  render()
}

function load(): void {
  const stored = readCompared()
  const checked = [...document.querySelectorAll<HTMLInputElement>('[data-compare]:checked')]
  // The first call adds the boxes that were checked before this script was loaded.
  const early = started ? [] : checked.filter(({ value }) => !stored.some(({ sku }) => sku === value))
  chosen = early.reduce<ComparedItem[]>((list, { value, dataset }) => {
    const result = toggleCompared(list, { sku: value, title: dataset.compare ?? value })
    return result.ok ? result.list : list
  }, stored)
  if (early.length > 0) saveCompared(chosen)
  render()
}

/** Shows the bar with the chosen tires and starts its listeners. */
export function initCompareBar(): void {
  load()
  if (started) return
  started = true
  subscribeStoredValue(COMPARE_KEY, load)
  document.addEventListener(LISTING_UPDATED, render)
  const bar = document.querySelector<HTMLFormElement>('[data-compare-bar]')
  bar?.addEventListener('submit', (event) => {
    event.preventDefault()
    location.assign(compareHref(chosen.map(({ sku }) => sku)))
  })
  for (const clear of document.querySelectorAll('[data-compare-clear]')) {
    clear.addEventListener('click', () => {
      update([])
      // The page of the comparison has the tires in its address.
      if (location.pathname === paths.compare) location.assign(paths.compare)
      else document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    })
  }
  enhanceComparePage()
}

/** On the compare page: "Remove" also removes the tire from the stored list; an address without tires redirects to the list's. */
function enhanceComparePage(): void {
  if (location.pathname !== paths.compare) return
  if (location.search === '' && chosen.length > 0) {
    location.replace(compareHref(chosen.map(({ sku }) => sku)))
    return
  }
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-compare-drop]') : null
    if (link) update(chosen.filter(({ sku }) => sku !== link.dataset.compareDrop))
  })
}

/** Adds or removes the tire of a checkbox that has just changed; shows a message when it cannot be added. */
export function toggleCompareItem(box: HTMLInputElement): void {
  const isChecked = box.checked
  if (!started) {
    // The start of the bar reads the checked boxes; this change is applied below.
    box.checked = !isChecked
    initCompareBar()
  }
  const isChosen = chosen.some(({ sku }) => sku === box.value)
  if (isChosen === isChecked) {
    render()
    return
  }
  const result = toggleCompared(chosen, { sku: box.value, title: box.dataset.compare ?? box.value })
  if (result.ok) {
    update(result.list)
    return
  }
  render()
  showToast({ message: result.message, type: 'error' })
}
