/** The live half of the compare bar (worker/catalog/compare/compare-bar.tsx): names, count and ticks follow what is chosen. */
import { COMPARE_LIMIT, type ComparedItem, toggleCompared } from '../../../schema/catalog/compare/compare.ts'
import { compareHref, paths } from '../../../schema/paths.ts'
import { createElement } from '../../platform/create-element.ts'
import { subscribeStoredValue } from '../../platform/storage/stored-value-changes.store.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { LISTING_UPDATED } from '../listing/listing-updated.ts'
import { readCompared, saveCompared } from './compare.store.ts'
import { COMPARE_KEY } from './compare-key.store.ts'

let started = false
/** What this page knows; storage may be forbidden. */
let chosen: ComparedItem[] = []

/** A name with the button that takes it out again. */
function line(tire: ComparedItem): HTMLLIElement {
  const item = createElement('li', '')
  const remove = createElement('button', 'Remove')
  remove.type = 'button'
  remove.className = 'text-button'
  remove.setAttribute('aria-label', `Remove ${tire.title} from the comparison`)
  remove.addEventListener('click', () => {
    keep(chosen.filter(({ sku }) => sku !== tire.sku))
    const next = document.querySelector<HTMLElement>('[data-compare-list] button, [data-compare]')
    next?.focus({ preventScroll: true })
  })
  item.append(createElement('span', tire.title), remove)
  return item
}

function paint(): void {
  const bar = document.querySelector<HTMLFormElement>('[data-compare-bar]')
  document.documentElement.toggleAttribute('data-comparing', chosen.length > 0)
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-compare]')) {
    box.checked = chosen.some(({ sku }) => sku === box.value)
  }
  const list = bar?.querySelector<HTMLElement>('[data-compare-list]')
  const go = bar?.querySelector<HTMLElement>('[data-compare-go]')
  if (!list || !go) return
  list.hidden = chosen.length === 0
  list.replaceChildren(...chosen.map(line))
  go.textContent =
    chosen.length > 1 ? `Compare ${chosen.length}` : `Compare, ${chosen.length} of ${COMPARE_LIMIT}`
}

function keep(list: ComparedItem[]): void {
  chosen = list
  saveCompared(list)
  paint()
}

function load(): void {
  const stored = readCompared()
  const ticked = [...document.querySelectorAll<HTMLInputElement>('[data-compare]:checked')]
  // The first look at a page takes over what was ticked before this code was here.
  const early = started ? [] : ticked.filter(({ value }) => !stored.some(({ sku }) => sku === value))
  chosen = early.reduce<ComparedItem[]>((list, { value, dataset }) => {
    const result = toggleCompared(list, { sku: value, title: dataset.compare ?? value })
    return result.ok ? result.list : list
  }, stored)
  if (early.length > 0) saveCompared(chosen)
  paint()
}

/** Shows the bar with what is chosen, and keeps it right from then on. */
export function initCompareBar(): void {
  load()
  if (started) return
  started = true
  subscribeStoredValue(COMPARE_KEY, load)
  document.addEventListener(LISTING_UPDATED, paint)
  const bar = document.querySelector<HTMLFormElement>('[data-compare-bar]')
  bar?.addEventListener('submit', (event) => {
    event.preventDefault()
    location.assign(compareHref(chosen.map(({ sku }) => sku)))
  })
  bar?.querySelector('[data-compare-clear]')?.addEventListener('click', () => {
    keep([])
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  })
  followPage()
}

/** On the comparison itself: its "Remove" takes the tire out of what is chosen too, and its bare address shows it. */
function followPage(): void {
  if (location.pathname !== paths.compare) return
  if (location.search === '' && chosen.length > 0) {
    location.replace(compareHref(chosen.map(({ sku }) => sku)))
    return
  }
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-compare-drop]') : null
    if (link) keep(chosen.filter(({ sku }) => sku !== link.dataset.compareDrop))
  })
}

/** A box was ticked or cleared: it is chosen or not, or the reason why not is said. */
export function toggleCompareItem(box: HTMLInputElement): void {
  const wasTicked = box.checked
  if (!started) {
    // What the bar takes over on its start must not hold this touch, which is counted below.
    box.checked = !wasTicked
    initCompareBar()
  }
  const isIn = chosen.some(({ sku }) => sku === box.value)
  if (isIn === wasTicked) {
    paint()
    return
  }
  const result = toggleCompared(chosen, { sku: box.value, title: box.dataset.compare ?? box.value })
  if (result.ok) {
    keep(result.list)
    return
  }
  paint()
  showToast({ message: result.message, type: 'error' })
}
