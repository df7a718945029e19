/** A newly rendered page that will be cached. */
export interface CacheablePage {
  key: string
  edgeKey: Request
  skus: string[]
  /** Id of the latest stock event that the page includes. */
  at: number
  /** Time at which the page counted the whole stock, in milliseconds; `null` for a page without counts. */
  countedAt: number | null
}

/** Notes of a route about caching its page; in the context as `c.var.pageCache`. */
export class PageNotes {
  readonly skus = new Set<string>()
  isCounting = false
  isSkipped = false
  cacheable: CacheablePage | null = null

  /** Adds stock pools and lists (list-tag.ts) that the page shows; a sale or a changed product makes the page stale. */
  tag(skus: readonly string[]): void {
    for (const sku of skus) this.skus.add(sku)
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
