/** Returns random bytes from Web Crypto; functions that need randomness have this function as the parameter `random`. */
export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}
