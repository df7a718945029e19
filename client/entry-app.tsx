/**
 * The script of the app's pages: loads the app after the page's styles, fonts and pictures, which a slow connection
 * should bring first. Until then links and forms work, and presses are recorded (platform/islands/early-presses.ts).
 */

/** A picture that does not arrive holds the app back no longer than this. */
const LONGEST_WAIT_MS = 2000

const loaded = new Promise((resolve) => {
  if (document.readyState === 'complete') resolve(null)
  else addEventListener('load', resolve, { once: true })
  setTimeout(resolve, LONGEST_WAIT_MS)
})

void loaded.then(() => {
  // Requested on its own and first, so that it usually runs in another task; between two tasks a phone handles touches.
  import('react-dom/client').catch(() => {})
  // Without the app the links and forms of the page still work.
  import('./app/hydrate-app.tsx').catch(() => {})
})
