/** Returns the list in parts of at most `size` items, in their order; none for an empty list. */
export function inParts<Item>(list: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, part) =>
    list.slice(part * size, (part + 1) * size),
  )
}
