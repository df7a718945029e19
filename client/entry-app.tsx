/**
 * The script of the app's pages: loads the app when the page is shown, because styles, fonts and pictures need a slow
 * connection first. Until then links and forms work, and presses are recorded (platform/islands/early-presses.ts).
 */

/** A picture that does not arrive holds the app back no longer than this. */
const LONGEST_WAIT_MS = 2000

const loaded = new Promise((resolve) => {
  if (document.readyState === 'complete') resolve(null)
  else addEventListener('load', resolve, { once: true })
  setTimeout(resolve, LONGEST_WAIT_MS)
})

void loaded.then(() => {
  // React runs first, in a task of its own; between two tasks a phone handles touches.
  void import('react-dom/client')
  void import('./app/hydrate-app.tsx')
})
