/** Longest path that is looked up in the map of addresses, in characters. */
const MAX_PATH_LENGTH = 300

/** Returns the decoded path without slashes at its ends, as the map of addresses stores it; `null` if it cannot be mapped. */
export function plainPath(pathname: string): string | null {
  // An encoded character has at most nine characters.
  if (pathname.length > 9 * MAX_PATH_LENGTH) return null
  try {
    const path = decodeURIComponent(pathname)
      .normalize('NFC')
      .replace(/^\/+|\/+$/g, '')
    return path === '' || path.length > MAX_PATH_LENGTH ? null : path
  } catch {
    return null
  }
}
