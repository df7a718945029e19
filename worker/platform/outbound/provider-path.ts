/**
 * Whether each part of a provider's path names something. An empty one makes the path that of the list, and `.` and `..`
 * are taken out of every URL, encoded too: with such an id the shop would ask, cancel or give back something else.
 */
export function isProviderPath(path: string): boolean {
  const [pathname = ''] = path.split('?')
  const [, ...parts] = pathname.split(/[/:]/)
  return parts.every((part) => !/^(?:\.|%2e){0,2}$/i.test(part))
}
