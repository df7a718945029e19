/** Skus of units: a number with a check digit, so that a sku that was copied wrongly is no other tire (H14). */

/** The quasigroup of Damm's check digit: it finds each wrong digit and each swap of neighbors. */
const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
] as const

/** Numbers of a block that a phone gets for work without reception. */
export const NUMBER_BLOCK = 20

function dammOf(digits: string): number {
  return [...digits].reduce((row, digit) => Number(DAMM[row]?.[Number(digit)] ?? 0), 0)
}

/** Returns the sku of a number: `TL-` and the digits with their check digit at the end. */
export function skuWithCheckDigit(number: number): string {
  return `TL-${number}${dammOf(String(number))}`
}

/** Checks whether a text is a sku whose check digit is right. */
export function isUnitSku(sku: string): boolean {
  const digits = /^TL-([1-9]\d{1,11})$/.exec(sku)?.[1]
  return digits !== undefined && dammOf(digits) === 0
}

/** Returns the number in a sku without its check digit; `null` for a text that is no sku of a unit. */
export function numberOfSku(sku: string): number | null {
  return isUnitSku(sku) ? Number(sku.slice(3, -1)) : null
}
