/** Names of custom roles (H14a): nobody may take one for another, or for a built-in role. */

/** Returns a name as it is stored: one spelling for each look, and single spaces. */
export function toRoleName(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ')
}

/** Returns what two names have in common that count as the same. */
export function roleNameKey(name: string): string {
  return toRoleName(name).toLowerCase()
}

/** Phonetic letters are Latin too, but some look like others, such as a small capital O. */
const PHONETIC = /[\u0250-\u02ff\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\uab6f]/

/** Checks whether a name has letters of the Latin script, digits, spaces and simple punctuation alone. */
export function isRoleName(name: string): boolean {
  return /^[\p{Script=Latin}0-9 .,&'’()+/-]*$/u.test(name) && !PHONETIC.test(name)
}
