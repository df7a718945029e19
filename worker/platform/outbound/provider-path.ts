/**
 * Checks that no part of a provider's path is empty, `.` or `..` (also encoded). An empty id addresses the list, and
 * URL parsers remove dot segments, so the shop would read, cancel or refund another object.
 */
export function isProviderPath(path: string): boolean {
  const [pathname = ''] = path.split('?')
  const [, ...parts] = pathname.split(/[/:]/)
  return parts.every((part) => !/^(?:\.|%2e){0,2}$/i.test(part))
}
