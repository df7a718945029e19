/**
 * Looks up paths without a route in the URL map before the shop replies with 404 (A6). A mapped path is
 * redirected to its current address: with 301, or with 302 by a redirect that staff made for some time (H14l).
 */

import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { categoryHref, childHref, cmsHref, landingHref, productHref } from '../../schema/paths.ts'
import { plainPath } from '../../schema/platform/http/plain-path.ts'
import type { Config } from '../config.ts'
import { TEXTS_TAG } from '../content/pages/cms.sql.ts'
import type { AppEnv } from '../env.ts'
import { requestChangeFeed } from '../platform/cache/request-change-feed.ts'
import { redact } from '../platform/security/log-redaction.ts'
import { findUrlTarget, type UrlTarget } from './url-map.sql.ts'

/** Number of cached paths per isolate; robots repeat most requests for unmapped paths. */
const MAX_CACHED = 1_000

/** Targets by version of the catalog, last change of texts and redirects, and path; `false` for a path without a mapping. */
const targets = new LRUCache<string, UrlTarget | false>({ max: MAX_CACHED })

type Page = (c: Context<AppEnv>) => Response | Promise<Response>

/** Returns a page for unknown paths: a redirect of the map, otherwise `notFound`. */
export function withUrlMap(notFound: Page): Page {
  return async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return notFound(c)
    const url = new URL(c.get('asked') ?? c.req.url)
    const path = plainPath(url.pathname)
    const target = path === null ? null : await targetOf(c, path)
    const address = target && addressOf(target, url.searchParams, c.get('config').childSku)
    // A path that maps to itself stays 404.
    if (!address || address.split('?')[0] === url.pathname) return notFound(c)
    // A browser asks again, because staff may change the redirect; search engines follow the status alone.
    if (target.type === 'redirect') c.header('Cache-Control', 'no-cache')
    return c.redirect(address, target.type === 'redirect' && !target.isPermanent ? 302 : 301)
  }
}

/** Finds the target of a path, cached until the catalog, a text or a redirect changes. */
async function targetOf(c: Context<AppEnv>, path: string): Promise<UrlTarget | null> {
  const { version, changed, completeFrom } = await requestChangeFeed(c)
  // A change that the feed no longer lists is before `completeFrom`.
  const changedAt = changed.get(TEXTS_TAG)?.id ?? completeFrom
  const key = `${version} ${changedAt} ${path}`
  const cached = targets.get(key)
  if (cached !== undefined) return cached || null
  const target = await findUrlTarget(c.env.DB, path)
  if (!target) console.warn('No mapping found', redact(path))
  targets.set(key, target ?? false)
  return target
}

/** Returns the address of a target with the remaining query. */
function addressOf(target: UrlTarget, query: URLSearchParams, childSkuForm: Config['childSku']): string {
  const page = pageOf(target, query, childSkuForm)
  return query.size === 0 ? page : `${page}${page.includes('?') ? '&' : '?'}${query}`
}

/** Returns the page of a target; removes `childSku` from the query when the page contains it. */
function pageOf(target: UrlTarget, query: URLSearchParams, childSkuForm: Config['childSku']): string {
  switch (target.type) {
    case 'product': {
      const { sku, slug } = target
      const childSku = target.childSku ?? query.get('childSku')
      query.delete('childSku')
      return childSku
        ? childHref({ sku, slug }, childSku, childSkuForm)
        : productHref({ sku, parentSku: null, slug })
    }
    case 'category':
      return categoryHref(target.urlKey)
    case 'cms_page':
      return cmsHref(target.identifier)
    case 'landing':
      return landingHref(target.urlPath)
    case 'redirect':
      return target.location
  }
}
