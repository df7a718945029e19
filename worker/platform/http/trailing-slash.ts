/**
 * One address per page: fixed routes are canonical as the requirements write them and
 * answer 301 from the other form; any other path that ends in a slash answers 301 to the one without.
 */
import type { MiddlewareHandler } from 'hono'
import { paths } from '../../../schema/paths.ts'

const FIXED = new Set<string>(Object.values(paths))

export function trailingSlash(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const url = new URL(c.req.url)
    const canonical = canonicalPath(url.pathname)
    if (canonical === url.pathname) return next()
    return c.redirect(`${canonical}${url.search}`, 301)
  }
}

export function canonicalPath(path: string): string {
  if (path === '/' || FIXED.has(path)) return path
  const bare = path.replace(/\/+$/, '')
  if (FIXED.has(`${bare}/`)) return `${bare}/`
  // `//host` would be another site's address.
  return bare.replace(/^\/+/, '/') || '/'
}
