/** Joins the class names that are given: `names('button', big && 'big')`. */
export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
