/** Returns the HMAC-SHA256 of a text, with which providers sign. */
export async function hmac(secret: string, text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder()
  const usage = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), usage, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text)))
}

/** Returns the HMAC-SHA256 of a text in lower-case hexadecimal digits. */
export async function hexHmac(secret: string, text: string): Promise<string> {
  return Array.from(await hmac(secret, text), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
