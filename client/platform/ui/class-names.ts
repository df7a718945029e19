/** Joins class names and skips empty ones: `classNames('button', big && 'big')`. */
export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
