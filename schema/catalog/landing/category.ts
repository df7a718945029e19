/** The tree of categories below the configured root. Categories outside of the root do not belong to the shop. */

export const DEFAULT_ROOT_CATEGORY = 2

export interface Category {
  id: number
  parentId: number
  name: string
  urlKey: string
  urlPath: string
  /** Ids from the top down, `1/2/11/23`. */
  path: string
  level: number
  position: number
  isActive: boolean
  description: string
}

type CategoryKey = 'id' | 'url_key' | 'url_path'

type CategoryLookup =
  | { ok: true; category: Category }
  | { ok: false; code: 'below-root' | 'empty'; message: string }

/** Messages of the log. */
export const CATEGORY_LOAD_ERROR = 'Problem with setting Category initial data!'
const NO_CATEGORY = 'Category query returned empty result for key and value'

/** Returns the active category with this key: the root, or one below it. */
export function findCategory(
  tree: readonly Category[],
  key: CategoryKey,
  value: string,
  rootId = DEFAULT_ROOT_CATEGORY,
): CategoryLookup {
  const message = `${NO_CATEGORY} ${key} ${value}`
  if (key === 'id' && Number(value) < rootId) return { ok: false, code: 'below-root', message }
  const matches = (category: Category) => {
    if (key === 'id') return String(category.id) === value
    return (key === 'url_key' ? category.urlKey : category.urlPath) === value
  }
  const category = tree.find((known) => matches(known) && isInShop(known, rootId) && isOpen(tree, known))
  return category ? { ok: true, category } : { ok: false, code: 'empty', message }
}

function idsOf({ path }: Category): number[] {
  return path.split('/').map(Number)
}

function isInShop(category: Category, rootId: number): boolean {
  return idsOf(category).includes(rootId)
}

/** Returns whether the category and all above it are active. */
function isOpen(tree: readonly Category[], category: Category): boolean {
  const above = idsOf(category)
  return tree.every(({ id, isActive }) => isActive || !above.includes(id))
}

/** Returns the ancestors of a category from the root's child down. */
export function categoriesAbove(
  tree: readonly Category[],
  category: Category,
  rootId = DEFAULT_ROOT_CATEGORY,
): Category[] {
  const ids = idsOf(category)
  return ids.slice(ids.indexOf(rootId) + 1, -1).flatMap((id) => tree.find((known) => known.id === id) ?? [])
}

/** Returns the active children of a category by position. */
export function categoriesBelow(tree: readonly Category[], { id }: Category): Category[] {
  return tree
    .filter((known) => known.parentId === id && known.isActive)
    .sort((a, b) => a.position - b.position || a.id - b.id)
}
