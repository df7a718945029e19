/**
 * The comparison on content pages: one listener for every "Compare" box, whatever card it stands in. A page that
 * compares nothing pays for this file only; the bar's code comes with the first box or choice.
 */
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { COMPARE_KEY } from './compare-key.store.ts'

const bar = () => import('./compare-bar.ts')

/** The box of a "Compare" label, when the event is about one. */
function boxOf({ target }: Event): HTMLInputElement | null {
  return target instanceof HTMLInputElement && target.dataset.compare !== undefined ? target : null
}

export function enhanceCompare(): void {
  document.addEventListener('change', (event) => {
    const box = boxOf(event)
    // Without the bar's code the box keeps its toggleCompareItem, and the plain form compares what is ticked here.
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
  // A page that comes back from the bfcache, or a box that the browser ticked again, follows what is chosen now.
  addEventListener('pageshow', ({ persisted }) => persisted && show())
}
