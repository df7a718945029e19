/** The tree of categories below the configured root. Categories outside the root do not belong to the shop. */

export const DEFAULT_ROOT_CATEGORY = 2

export interface Category {
  id: number
  parentId: number
  name: string
  urlKey: string
  urlPath: string
  /** Ids from the top of the tree to this category, `1/2/11/23`. */
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

/** Log messages. */
export const CATEGORY_LOAD_ERROR = 'Problem with setting Category initial data!'
const NO_CATEGORY = 'Category query returned empty result for key and value'

/** Returns the active category with this key: the root or one of its descendants. */
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
  const category = tree.find(
    (known) => matches(known) && isInShop(known, rootId) && hasActivePath(tree, known),
  )
  return category ? { ok: true, category } : { ok: false, code: 'empty', message }
}

function pathIds({ path }: Category): number[] {
  return path.split('/').map(Number)
}

function isInShop(category: Category, rootId: number): boolean {
  return pathIds(category).includes(rootId)
}

/** Checks whether the category and all its ancestors are active. */
function hasActivePath(tree: readonly Category[], category: Category): boolean {
  const path = pathIds(category)
  return tree.every(({ id, isActive }) => isActive || !path.includes(id))
}

/** Returns the ancestors of a category below the root, topmost first. */
export function categoriesAbove(
  tree: readonly Category[],
  category: Category,
  rootId = DEFAULT_ROOT_CATEGORY,
): Category[] {
  const ids = pathIds(category)
  return ids.slice(ids.indexOf(rootId) + 1, -1).flatMap((id) => tree.find((known) => known.id === id) ?? [])
}

/** Returns the active children of a category, sorted by position. */
export function categoriesBelow(tree: readonly Category[], { id }: Category): Category[] {
  return tree
    .filter((known) => known.parentId === id && known.isActive)
    .sort((a, b) => a.position - b.position || a.id - b.id)
}
