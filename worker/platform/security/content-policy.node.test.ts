import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appPolicy, contentPolicy, permissions, scriptOrigins } from './content-policy.ts'

/** Returns the inline script that the installed wrangler adds to each page with `--live-reload`. */
function liveReloadScript(): string {
  const source = readFileSync('node_modules/wrangler/wrangler-dist/ProxyWorker.js', 'utf8')
  const script = /liveReloadScript = `\s*<script[^>]*>([\s\S]*?)<\/script>/.exec(source)?.[1] ?? ''
  return script.replace(/\$\{(\w+)\}/g, (_, name) => new RegExp(`${name} = "(.*?)"`).exec(source)?.[1] ?? '')
}

test('[audit B9] `npx wrangler dev --live-reload` may reload pages of a shop on this machine, and of no other', () => {
  const hash = `'sha256-${createHash('sha256').update(liveReloadScript()).digest('base64')}'`
  const policies = (siteUrl: string) => [
    contentPolicy([], siteUrl),
    appPolicy('a-nonce', { card: null, paypal: null, captcha: null, siteUrl }, '/checkout/').enforced,
  ]
  for (const policy of policies('http://localhost:8787')) expect(policy).toContain(hash)
  for (const policy of policies('https://shop.example')) expect(policy).not.toContain('sha256-')
})

test('[H13h] forms may lead to PayPal’s own pages, and only where PayPal is configured', () => {
  const toSetBits = (paypal: { apiUrl: string } | null) => {
    const config = { card: null, paypal, captcha: null, siteUrl: 'https://shop.example' }
    return /form-action ([^;]*)/.exec(appPolicy('a-nonce', config, '/cart/').enforced)?.[1]
  }
  expect(toSetBits(null)).toBe("'self'")
  expect(toSetBits({ apiUrl: 'https://api-m.paypal.com' })).toBe("'self' https://www.paypal.com")
  expect(toSetBits({ apiUrl: 'https://api-m.sandbox.paypal.com' })).toBe(
    "'self' https://www.sandbox.paypal.com",
  )
  expect(toSetBits({ apiUrl: 'http://localhost:8788' })).toBe("'self' http://localhost:8788")
  expect(contentPolicy([], 'https://shop.example')).toContain("form-action 'self';")
})

test('[H13h] the cart may load the card provider’s script, and the payment API is allowed for its frames', () => {
  const card = { scriptUrl: 'https://js.stripe.com/v3/', apiUrl: 'https://api.stripe.com' }
  const config = { card, paypal: null, captcha: null, siteUrl: 'https://shop.example' }
  expect(scriptOrigins(config, '/cart/')).toEqual(['https://js.stripe.com'])
  expect(scriptOrigins(config, '/customer/account/')).toEqual([])
  expect(permissions(card)).toContain('payment=(self "https://js.stripe.com")')
})
