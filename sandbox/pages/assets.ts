import { Hono } from 'hono'
import challengeScript from '../browser/challenge.browser.js'
import copyScript from '../browser/copy.browser.js'
import expressScript from '../browser/express.browser.js'
import frameStyle from '../browser/frame.browser.css'
import pageStyle from '../browser/page.browser.css'
import frameScript from '../browser/payment-frame.browser.js'
import stripeScript from '../browser/stripe.browser.js'
import turnstileScript from '../browser/turnstile.browser.js'
import walletFrameScript from '../browser/wallet-frame.browser.js'

/** Scripts and styles for the browser, by address. */
const FILES: Record<string, { type: 'javascript' | 'css'; text: string }> = {
  '/assets/page.css': { type: 'css', text: pageStyle },
  '/assets/frame.css': { type: 'css', text: frameStyle },
  '/assets/copy.js': { type: 'javascript', text: copyScript },
  '/assets/payment-frame.js': { type: 'javascript', text: frameScript },
  '/assets/wallet-frame.js': { type: 'javascript', text: walletFrameScript },
  '/assets/challenge.js': { type: 'javascript', text: challengeScript },
}

/** Stripe.js: the Express Checkout Element is a file of its own. */
const stripe = `${expressScript}\n${stripeScript}`

/** Scripts that pages of the shop load, at the addresses of the real services. */
const SCRIPTS: Record<string, string> = {
  '/v3': stripe,
  '/v3/': stripe,
  '/:release{[a-z]+}/stripe.js': stripe,
  '/turnstile/v0/api.js': turnstileScript,
}

/** Serves scripts and styles. */
export const assetRoutes = new Hono()

for (const [path, { type, text }] of Object.entries(FILES)) {
  assetRoutes.get(path, (c) => c.body(text, 200, { 'content-type': `text/${type}; charset=utf-8` }))
}

for (const [path, script] of Object.entries(SCRIPTS)) {
  assetRoutes.get(path, (c) =>
    c.body(script, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    }),
  )
}
