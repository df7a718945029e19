/** The category tree. A filter or a merchant assigns products to a category. */
import * as v from 'valibot'
import type { category } from '../../schema/catalog/landing/category.table.ts'
import { CELL_FILTERS, CELL_NUMBER, readTable } from '../load/data-file.ts'

type CategoryRow = typeof category.$inferInsert

export const ROOT_CATEGORY = 2
export const SERVICES_CATEGORY = 40

const CATEGORIES = readTable(
  new URL('categories.csv', import.meta.url),
  v.object({
    id: CELL_NUMBER,
    parent: CELL_NUMBER,
    name: v.string(),
    path: v.string(),
    filter: v.optional(CELL_FILTERS),
    description: v.string(),
  }),
)

/** Product counts start at 0; loading the demo tires sets them. */
export const CATEGORY_ROWS: CategoryRow[] = [
  {
    id: ROOT_CATEGORY,
    parentId: 1,
    name: 'Shop',
    urlKey: 'shop',
    urlPath: 'shop',
    path: '1/2',
    level: 1,
    position: 0,
    isActive: true,
    productCount: 0,
    description: '',
    categoryFilter: null,
  },
  ...CATEGORIES.map(({ id, parent, name, path, filter, description }, index) => ({
    id,
    parentId: parent,
    name,
    urlKey: path.split('/').at(-1) ?? path,
    urlPath: path,
    path: parent === ROOT_CATEGORY ? `1/2/${id}` : `1/2/${parent}/${id}`,
    level: parent === ROOT_CATEGORY ? 2 : 3,
    position: index + 1,
    isActive: true,
    productCount: 0,
    description,
    categoryFilter: filter ?? null,
  })),
]
