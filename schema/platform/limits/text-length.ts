/** Checks whether a text has more than `max` characters. The characters of far longer texts are not counted. */
export function isLonger(text: string, max: number): boolean {
  // A character has one or two UTF-16 units.
  return text.length > 2 * max || (text.length > max && [...text].length > max)
}
