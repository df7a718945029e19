/** A newly rendered page that will be cached once it has been sent. */
export interface CacheablePage {
  key: string
  edgeKey: Request
  /** Pattern of the route that rendered the page. */
  route: string
  /** Id of the latest stock event that the page includes. */
  at: number
  /** Time of the request, in milliseconds. */
  now: number
}

/**
 * Notes of a route about caching its page; in the context as `c.var.pageCache`. A page that is sent in parts adds notes
 * until its last part.
 */
export class PageNotes {
  readonly tags = new Set<string>()
  isCounting = false
  isSkipped = false
  cacheable: CacheablePage | null = null

  /** Adds stock pools and lists (list-tag.ts) that the page shows; a sale or a changed product makes the page stale. */
  tag(tags: readonly string[]): void {
    for (const tag of tags) this.tags.add(tag)
  }

  /** Marks the page as having counts or lowest prices that also depend on pools that it does not show. */
  count(): void {
    this.isCounting = true
  }

  /** Marks the page as not cacheable. */
  skip(): void {
    this.isSkipped = true
  }
}
