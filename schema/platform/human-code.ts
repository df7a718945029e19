/** Random codes that people read, type and dictate. */

/** Crockford's base 32: no I, L, O or U, so that a code can be dictated by telephone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Number of random bytes in one code: 40 bits. */
export const HUMAN_CODE_BYTES = 5

/** Encodes five random bytes as eight letters or digits. */
export function encodeHumanCode(bytes: Uint8Array): string {
  let value = 0n
  for (const byte of bytes.subarray(0, HUMAN_CODE_BYTES)) value = value * 256n + BigInt(byte)
  let text = ''
  for (let position = 0; position < 8; position += 1) {
    text = ALPHABET.charAt(Number(value % 32n)) + text
    value /= 32n
  }
  return text
}
