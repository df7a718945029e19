/** Returns whether a text has more characters than `most`. Far longer texts are not counted. */
export function isLonger(text: string, most: number): boolean {
  // A character takes one or two units of JavaScript's strings.
  return text.length > 2 * most || (text.length > most && [...text].length > most)
}
