/**
 * One address per page: fixed routes are canonical as in the requirements, and the other form redirects with 301. Every
 * other path with a trailing slash redirects with 301 to the path without it.
 */
import type { MiddlewareHandler } from 'hono'
import { paths, reviewPaths, staffPaths } from '../../../schema/paths.ts'

const FIXED_PATHS = new Set<string>([paths, reviewPaths, staffPaths].flatMap((all) => Object.values(all)))

/** Redirects to the canonical form of the path. */
export function trailingSlash(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const url = new URL(c.req.url)
    const canonical = canonicalPath(url.pathname)
    if (canonical === url.pathname) return next()
    return c.redirect(`${canonical}${url.search}`, 301)
  }
}

function canonicalPath(path: string): string {
  if (path === '/' || FIXED_PATHS.has(path)) return path
  const bare = path.replace(/\/+$/, '')
  if (FIXED_PATHS.has(`${bare}/`)) return `${bare}/`
  // `//host` would be the address of another site.
  return bare.replace(/^\/+/, '/') || '/'
}
