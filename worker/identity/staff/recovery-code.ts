/** Recovery codes of staff (H14a): 80 random bits each; only their hashes are stored. */
import { createHash } from 'node:crypto'
import { randomBytes } from '../../platform/security/random-bytes.ts'

export const RECOVERY_CODES = 10
/** Letters and digits that nobody confuses on paper. */
const SYMBOLS = '23456789abcdefghjkmnpqrstuvwxyz'
const LENGTH = 16
const GROUP = /.{4}/g

/** Returns new codes, such as `k7mp-2dxw-9rta-c4ne`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    let code = ''
    // Bytes that would make some symbols more likely are left out.
    while (code.length < LENGTH)
      for (const byte of randomBytes(LENGTH))
        if (byte < 248 && code.length < LENGTH) code += SYMBOLS[byte % SYMBOLS.length]
    return (code.match(GROUP) ?? []).join('-')
  })
}

/** Returns the hash under which a person's code is stored; spaces, dashes and capitals do not matter. */
export function hashRecoveryCode(email: string, code: string): string {
  const bare = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(`${email}\n${bare}`).digest('hex')
}
