/**
 * Checks a version of the deployed shop as a shopper's browser would: pages, headers, cart, and what must be refused. A
 * version that is not deployed to anybody answers to a header of Cloudflare.
 */
import { setTimeout as delay } from 'node:timers/promises'

export interface CheckInput {
  siteUrl: string
  worker: string
  version: string
  /** Whether a tire is in stock, so that lists must show one. */
  hasStock: boolean
  fetch: typeof fetch
  log: (line: string) => void
  wait?: (ms: number) => Promise<unknown>
}

/** A new address answers within about a minute. */
const FIRST_ANSWER_MS = 90_000
const RETRY_MS = 3_000

interface Answer {
  status: number
  headers: Headers
  text: string
}

/** Returns what is wrong; empty for a shop that works. */
export async function checkShop({
  siteUrl,
  worker,
  version,
  hasStock,
  fetch,
  log,
  wait = delay,
}: CheckInput): Promise<string[]> {
  const problems: string[] = []
  const request = startSession({ siteUrl, worker, version, fetch })

  async function expect(
    path: string,
    status: number | readonly number[],
    isRight?: (answer: Answer) => string | null,
    init?: RequestInit,
  ) {
    try {
      const answer = await request(path, init)
      const method = init?.method ?? 'GET'
      const allowed = [status].flat()
      if (!allowed.includes(answer.status))
        problems.push(`${method} ${path} answers ${answer.status}, not ${allowed.join(' or ')}`)
      else {
        const problem = isRight?.(answer) ?? null
        if (problem !== null) problems.push(`${method} ${path} ${problem}`)
      }
      return answer
    } catch (error) {
      problems.push(`${path} does not answer: ${error instanceof Error ? error.message : error}`)
      return null
    }
  }

  const isUp = await untilVersion(async () => (await request('/healthz')).headers.get('X-Release'))
  if (!isUp) return [`${siteUrl} does not answer with version ${version}`]
  // Its status is 503 when a dependency does not answer, and its text names the dependency.
  await expect('/healthz', [200, 503], ({ status, text }) =>
    status === 200 ? null : `reports ${text.slice(0, 300)}`,
  )
  const home = await expect('/', 200, ({ headers }) =>
    headers.get('Content-Security-Policy') === null ||
    // Only an encrypted answer has it.
    (siteUrl.startsWith('https:') && headers.get('Strict-Transport-Security') === null)
      ? 'lacks its security headers'
      : null,
  )
  const asset = /"(\/assets\/[\w-]+\.js)"/.exec(home?.text ?? '')?.[1]
  if (home && !asset) problems.push('/ names no script')
  if (asset) await expect(asset, 200)
  const list = await expect('/t', 200)
  const product = /<h3[^>]*><a href="(\/p\/[^"]+)"/.exec(list?.text ?? '')?.[1]
  if (product) await checkSale(product)
  else if (list && hasStock) problems.push('GET /t shows no tire, but some are in stock')
  await expect('/search?q=tire+for+a+van', 200)
  await expect('/no-such-page', 404)
  await expect('/sitemap.xml', 200)
  // Nobody learns that there is a back office.
  await expect('/staff/', 404)
  // A false signature; 404 without the keys of card payment.
  await expect('/webhooks/stripe', [400, 404], undefined, {
    method: 'POST',
    headers: { 'Stripe-Signature': 't=1,v1=00' },
    body: '{}',
  })
  return problems

  /** Adds a product to a cart, opens cart and checkout, and removes it. */
  async function checkSale(path: string): Promise<void> {
    const page = await expect(path, 200)
    const sku = /name="sku" value="([^"]+)"/.exec(page?.text ?? '')?.[1]
    if (sku === undefined) return void problems.push(`${path} has no product to add`)
    const change = (fields: Record<string, string>) =>
      expect('/cart/form/', 303, undefined, {
        method: 'POST',
        headers: { Origin: siteUrl, 'Sec-Fetch-Site': 'same-origin' },
        body: new URLSearchParams(fields),
      })
    await change({ action: 'add', sku })
    const cart = await expect('/cart/', 200, ({ text }) =>
      text.includes(path) ? null : `does not have ${sku}`,
    )
    await expect('/checkout/', 200)
    const item = /name="item_id" value="(\d+)"/.exec(cart?.text ?? '')?.[1]
    if (item !== undefined) await change({ action: 'remove', item_id: item })
  }

  /** Waits until the address answers with the version; a new one takes a while. */
  async function untilVersion(read: () => Promise<string | null>): Promise<boolean> {
    for (let waited = 0; waited <= FIRST_ANSWER_MS; waited += RETRY_MS) {
      if ((await read().catch(() => null)) === version) return true
      if (waited === 0) log(`  waiting for ${siteUrl} to answer, at most ${FIRST_ANSWER_MS / 1000} s …`)
      await wait(RETRY_MS)
    }
    return false
  }
}

/** Returns a function that requests pages of one version, as one browser with its cookies. */
function startSession({ siteUrl, worker, version, fetch }: Omit<CheckInput, 'log' | 'wait' | 'hasStock'>) {
  const cookies = new Map<string, string>()
  return async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = new Headers(init.headers)
    headers.set('Cloudflare-Workers-Version-Overrides', `${worker}="${version}"`)
    headers.set('User-Agent', 'Treadline deployment check')
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(`${siteUrl}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
      ...init,
      headers,
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}
