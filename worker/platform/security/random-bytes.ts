/** Returns random bytes of Web Crypto; functions that need chance take this one as `random`. */
export function randomBytes(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes))
}
