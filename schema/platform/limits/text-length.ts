/** Returns whether a text has more characters than `max`. Far longer texts are not counted. */
export function isLonger(text: string, max: number): boolean {
  // A character takes one or two units of JavaScript's strings.
  return text.length > 2 * max || (text.length > max && [...text].length > max)
}
