/**
 * The comparison on content pages: one listener for the "Compare" boxes of all cards. A page without chosen tires loads
 * only this file; the bar's code is loaded when a box is checked or a tire is stored.
 */
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { COMPARE_KEY } from './compare-key.store.ts'

const bar = () => import('./compare-bar.ts')

/** Returns the "Compare" box of an event, if any. */
function findBox({ target }: Event): HTMLInputElement | null {
  return target instanceof HTMLInputElement && target.dataset.compare !== undefined ? target : null
}

/** Starts the comparison; called once per page. */
export function enhanceCompare(): void {
  document.addEventListener('change', (event) => {
    const box = findBox(event)
    // If the bar's code cannot be loaded, the box keeps its state and the plain form compares the checked tires.
    if (box)
      bar().then(
        ({ toggleCompareItem }) => toggleCompareItem(box),
        () => {},
      )
  })
  const show = () => {
    if (storedText(COMPARE_KEY).read() !== null || document.querySelector('[data-compare]:checked')) {
      bar().then(
        ({ initCompareBar }) => initCompareBar(),
        () => {},
      )
    }
  }
  show()
  // A page from the bfcache, or a box that the browser restored, must show the current choice.
  addEventListener('pageshow', ({ persisted }) => persisted && show())
}
