/** Paths that are no fixed route and no product, and what answers at each. */
import { paths } from '../../schema/paths.ts'
import type { category } from '../../schema/tables/category.ts'
import type { cmsPage } from '../../schema/tables/cms.ts'
import type { landing, urlMap } from '../../schema/tables/landing.ts'
import { ROOT_CATEGORY } from './categories.ts'

type UrlRow = typeof urlMap.$inferInsert

/** Short addresses that people type and print, and where they lead. */
const SHORT: Record<string, string> = {
  tires: '/t',
  brands: '/t/b',
  cars: '/t/car',
  used: '/t/c/used',
  winter: '/t/z/winter',
  stores: paths.contacts,
  returns: paths.returns,
  shipping: paths.delivery,
  usa: paths.usa,
}

/** Landings at their path, categories at /c/… and their url_path, CMS pages at /i/… and their identifier. */
export function urlRows(known: {
  landings: readonly (typeof landing.$inferInsert)[]
  categories: readonly (typeof category.$inferInsert)[]
  pages: readonly (typeof cmsPage.$inferInsert)[]
}): UrlRow[] {
  const row = (url: string, type: UrlRow['type'], targetId: number): UrlRow => ({
    url,
    type,
    targetId,
    location: null,
  })
  return [
    ...known.landings.map(({ urlPath, id = 0 }) => row(urlPath, 'landing', id)),
    ...known.categories
      .filter(({ id }) => id !== ROOT_CATEGORY)
      .flatMap(({ urlPath, urlKey, id = 0 }) => [
        row(`c/${urlKey}`, 'category', id),
        row(urlPath, 'category', id),
      ]),
    ...known.pages.flatMap(({ identifier, id = 0 }) => [
      row(`i/${identifier}`, 'cms_page', id),
      row(identifier, 'cms_page', id),
    ]),
    ...Object.entries(SHORT).map(([url, location]) => ({ ...row(url, 'redirect', 0), location })),
  ]
}
