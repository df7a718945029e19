/**
 * The shopper's car on content pages: one listener for every "This is my car", and a look whether a car is kept. A
 * page without a car pays for this file only; reading it, marking cards and the line above them come when there is one.
 */
import { CAR_CHANGED, isCarKept } from '../store/car-kept.ts'

const page = () => import('./my-car-page.ts')

export function listenToMyCar(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-car]') : null
    if (button)
      page().then(
        ({ press }) => press(button),
        () => {},
      )
  })
  const show = () => {
    if (isCarKept())
      page().then(
        ({ startMyCar }) => startMyCar(),
        () => {},
      )
  }
  show()
  // Chosen in another island, in another tab, or on the page from which the shopper comes back.
  document.addEventListener(CAR_CHANGED, show)
  for (const event of ['storage', 'pageshow']) addEventListener(event, show)
}
