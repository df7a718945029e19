/** Texts of the shop (G4): blocks that a text includes by name, and the hierarchy of pages. */

/** `{{block id="returns"}}`, in a line of its own or within one. */
const INCLUDE = /\{\{\s*block\s+id="([\w.-]{1,100})"\s*\}\}/g

/** The log message before the identifier of a text that does not exist. */
export const MISSING_TEXT = 'CMS query returned empty result'

/** Largest depth of nested blocks. */
const MAX_DEPTH = 5

/**
 * Replaces the includes of a text by their blocks. Unknown blocks are omitted, and so are blocks that include themselves
 * directly or through others.
 */
export function includeBlocks(
  text: string,
  blocks: ReadonlyMap<string, string>,
  open: readonly string[] = [],
): string {
  return text.replace(INCLUDE, (_, id: string) => {
    const content = blocks.get(id)
    if (content === undefined || open.includes(id) || open.length >= MAX_DEPTH) return ''
    return includeBlocks(content, blocks, [...open, id])
  })
}

/** Returns the identifiers of the blocks that a text includes itself. */
export function includedBlocks(text: string): string[] {
  return [...text.matchAll(INCLUDE)].map(([, id]) => id ?? '')
}

/** A node of the hierarchy; without a page it is a heading. */
export interface HierarchyNode {
  id: number
  parentId: number | null
  label: string
  level: number
  position: number
  /** Identifier of its page. */
  page: string | null
}

export interface CmsHierarchyPosition {
  /** The ancestors and the page itself. */
  trail: HierarchyNode[]
  /** All pages of its chapter, with itself. */
  chapter: HierarchyNode[]
}

/** Returns the position of a page in the hierarchy; `null` when the page is not in it. */
export function hierarchyPosition(
  nodes: readonly HierarchyNode[],
  page: string,
): CmsHierarchyPosition | null {
  const own = nodes.find((node) => node.page === page)
  if (!own) return null
  const trail = [own]
  let parent = nodes.find(({ id }) => id === own.parentId)
  while (parent && !trail.includes(parent)) {
    trail.unshift(parent)
    const { parentId }: HierarchyNode = parent
    parent = nodes.find(({ id }) => id === parentId)
  }
  const chapter = nodes
    .filter((node) => node.parentId === own.parentId && node.page !== null)
    .sort((a, b) => a.position - b.position || a.id - b.id)
  return { trail, chapter }
}
