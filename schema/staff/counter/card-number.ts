/** Numbers of payment cards (H14p): no field of the counter takes one, so that none is ever stored. */

/** Checks the last digit of a number by Luhn's rule, which every payment card follows. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Checks whether a text has 13 to 19 digits in a row, with spaces or hyphens between them, that could be a payment card. */
export function hasCardNumber(text: string): boolean {
  return [...text.matchAll(/\d(?:[ -]?\d){12,}/g)].some(([run]) => {
    const digits = run.replace(/\D/g, '')
    const lengths = Array.from({ length: Math.min(19, digits.length) - 12 }, (_, at) => at + 13)
    return lengths.some((length) =>
      Array.from({ length: digits.length - length + 1 }, (_, from) => digits.slice(from, from + length)).some(
        passesLuhn,
      ),
    )
  })
}
