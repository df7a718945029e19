/** Texts of the shop (G4): blocks that a text includes by name, and the hierarchy of pages. */

/** `{{block id="returns"}}`, in a line of its own or within one. */
const INCLUDE = /\{\{\s*block\s+id="([\w.-]{1,100})"\s*\}\}/g

/** Message of the log, before an identifier that no text has. */
export const MISSING_TEXT = 'CMS query returned empty result'

/** Blocks within blocks, at most this deep. */
const MAX_DEPTH = 5

/**
 * The text with its blocks in place. A block that is unknown or already open around this place is left out, so that
 * blocks which include each other come to an end.
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

/** A place in the order of pages; one without a page is a heading. */
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
  /** From the top down to the page itself. */
  trail: HierarchyNode[]
  /** All pages of its chapter, itself included. */
  chapter: HierarchyNode[]
}

/** Where a page stands; `null` when the hierarchy does not know it. */
export function hierarchyPosition(
  nodes: readonly HierarchyNode[],
  page: string,
): CmsHierarchyPosition | null {
  const own = nodes.find((node) => node.page === page)
  if (!own) return null
  const trail = [own]
  let above = nodes.find(({ id }) => id === own.parentId)
  while (above && !trail.includes(above)) {
    trail.unshift(above)
    const { parentId }: HierarchyNode = above
    above = nodes.find(({ id }) => id === parentId)
  }
  const chapter = nodes
    .filter((node) => node.parentId === own.parentId && node.page !== null)
    .sort((a, b) => a.position - b.position || a.id - b.id)
  return { trail, chapter }
}
