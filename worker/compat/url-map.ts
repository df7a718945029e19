/**
 * Looks up paths without a route in the URL map before the reply is 404 (A6). A match is redirected by 301 to its one
 * address.
 */

import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { categoryHref, childHref, cmsHref, landingHref, productHref } from '../../schema/paths.ts'
import type { AppEnv } from '../env.ts'
import { requestChangeFeed } from '../platform/cache/request-change-feed.ts'
import { redact } from '../platform/security/log-redaction.ts'
import { findUrl, type UrlTarget } from './url-map.sql.ts'

/** Paths remembered per isolate; most of what nobody maps is asked by robots again and again. */
const MAX_CACHED = 1_000
/** Longest path that is looked up. */
const MAX_PATH_LENGTH = 300

/** By version and path; `false` is a path without a mapping. */
const targets = new LRUCache<string, UrlTarget | false>({ max: MAX_CACHED })

type Page = (c: Context<AppEnv>) => Response | Promise<Response>

/** Replies to an unknown path: a redirect of the map, otherwise 404. */
export function withUrlMap(lost: Page): Page {
  return async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return lost(c)
    const url = new URL(c.get('asked') ?? c.req.url)
    const path = plainPath(url.pathname)
    const target = path === null ? null : await targetOf(c, path)
    const place = target && addressOf(target, url.searchParams, c.get('config').childSku)
    // An address that leads to itself stays 404.
    if (!place || place.split('?')[0] === url.pathname) return lost(c)
    return c.redirect(place, 301)
  }
}

/** Returns the path without slashes at its ends, as the map stores it; `null` for a path that cannot be mapped. */
function plainPath(pathname: string): string | null {
  // Each character takes at most nine when encoded.
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

async function targetOf(c: Context<AppEnv>, path: string): Promise<UrlTarget | null> {
  const { version } = await requestChangeFeed(c)
  const key = `${version} ${path}`
  const known = targets.get(key)
  if (known !== undefined) return known || null
  const target = await findUrl(c.env.DB, path)
  if (!target) console.warn('No mapping found', redact(path))
  targets.set(key, target ?? false)
  return target
}

function addressOf(target: UrlTarget, query: URLSearchParams, place: 'route' | 'query'): string {
  switch (target.type) {
    case 'product': {
      const { sku, slug } = target
      const childSku = target.childSku ?? query.get('childSku')
      query.delete('childSku')
      const page = childSku
        ? childHref({ sku, slug }, childSku, place)
        : productHref({ sku, parentSku: null, slug })
      return withQuery(page, query)
    }
    case 'category':
      return withQuery(categoryHref(target.urlKey), query)
    case 'cms_page':
      return withQuery(cmsHref(target.identifier), query)
    case 'landing':
      return withQuery(landingHref(target.urlPath), query)
    case 'redirect':
      return withQuery(target.location, query)
  }
}

function withQuery(page: string, query: URLSearchParams): string {
  return query.size === 0 ? page : `${page}${page.includes('?') ? '&' : '?'}${query}`
}
