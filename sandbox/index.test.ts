import { describe, expect, test } from 'vitest'
import { cardPayment, control, shopStripe, tokenId, toSandbox } from './stripe/sdk-test-client.ts'

describe('pages', () => {
  test('the index lists the test cards and links to mailbox and payments', async () => {
    const html = await (await toSandbox('/')).text()
    expect(html).toContain('4242 4242 4242 4242')
    expect(html).toContain('href="/mailbox"')
    expect(html).toContain('href="/stripe"')
  })

  test('payments show amount, state, order and card, escaped', async () => {
    const params = { ...cardPayment(await tokenId('4242424242424242')), description: '<b>bold</b>' }
    await shopStripe().paymentIntents.create(params)
    const html = await (await toSandbox('/stripe')).text()
    expect(html).toContain('$12.34')
    expect(html).toContain('visa •••• 4242')
    expect(html).toContain('000000042')
    expect(html).toContain('&lt;b&gt;bold')
  })

  test.each(['/v3/', '/v3', '/endive/stripe.js', '/basil/stripe.js'])(
    '%s is the browser script',
    async (path) => {
      const reply = await toSandbox(path)
      expect(reply.headers.get('content-type')).toContain('text/javascript')
      expect(await reply.text()).toContain('window.Stripe = ')
    },
  )

  test('only card fields and 3-D Secure may be shown in a frame', async () => {
    const policy = async (path: string) => (await toSandbox(path)).headers.get('content-security-policy')
    expect(await policy('/')).toContain("frame-ancestors 'none'")
    expect(await policy('/elements/payment')).not.toContain('frame-ancestors')
  })

  test('health answers', async () => {
    expect(await (await toSandbox('/health')).json()).toEqual({ ok: true })
  })

  test('a form of another site cannot control the sandbox', async () => {
    const body = new URLSearchParams({ url: 'http://evil.example' })
    expect((await toSandbox('/control/webhook', { method: 'POST', body })).status).toBe(415)
    expect((await control('webhook', { url: 'no address' })).status).toBe(400)
  })
})
