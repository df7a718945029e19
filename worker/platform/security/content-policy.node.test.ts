import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appPolicy, contentPolicy } from './content-policy.ts'

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
    appPolicy('a-nonce', { card: null, captcha: null, siteUrl }, '/checkout/').enforced,
  ]
  for (const policy of policies('http://localhost:8787')) expect(policy).toContain(hash)
  for (const policy of policies('https://shop.example')) expect(policy).not.toContain('sha256-')
})
