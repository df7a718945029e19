/** Paths that are neither a fixed route nor a product, with their target in every shop. */

import type { urlMap } from '../../schema/catalog/landing/landing.table.ts'
import { paths } from '../../schema/paths.ts'
import { CATEGORY_ROWS, ROOT_CATEGORY } from './categories.ts'
import { LANDINGS } from './landings.ts'
import { CMS_PAGE_ROWS } from './pages.ts'

/** Landings have no target id here: the database assigns their ids, so they are found by their path. */
type UrlRow = Omit<typeof urlMap.$inferInsert, 'targetId'> & { targetId: number | null }

/** Short addresses that people type and print, with their targets. */
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

const row = (url: string, type: UrlRow['type'], targetId: number | null): UrlRow => ({
  url,
  type,
  targetId,
  location: null,
})

/** Landings at their path, categories at /c/… and their url_path, CMS pages at /i/… and their identifier. */
export const URL_ROWS: UrlRow[] = [
  ...LANDINGS.map(({ urlPath }) => row(urlPath, 'landing', null)),
  ...CATEGORY_ROWS.filter(({ id }) => id !== ROOT_CATEGORY).flatMap(({ urlPath, urlKey, id = 0 }) => [
    row(`c/${urlKey}`, 'category', id),
    row(urlPath, 'category', id),
  ]),
  ...CMS_PAGE_ROWS.flatMap(({ identifier, id = 0 }) => [
    row(`i/${identifier}`, 'cms_page', id),
    row(identifier, 'cms_page', id),
  ]),
  ...Object.entries(SHORT).map(([url, location]) => ({ ...row(url, 'redirect', 0), location })),
]
