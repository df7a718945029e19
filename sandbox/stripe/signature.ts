/**
 * Stripe's webhook signature: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`
 * (docs.stripe.com/webhooks#verify-manually).
 */
export async function signatureHeader(body: string, secret: string, seconds: number): Promise<string> {
  const text = new TextEncoder()
  const key = await crypto.subtle.importKey(
    'raw',
    text.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const mac = await crypto.subtle.sign('HMAC', key, text.encode(`${seconds}.${body}`))
  const hex = Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `t=${seconds},v1=${hex}`
}
