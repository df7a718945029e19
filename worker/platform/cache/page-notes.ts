/** What is known of a page that was made now and is to be cached. */
export interface MadePage {
  key: string
  edgeKey: Request
  skus: string[]
  /** Stock event up to which the page is right. */
  at: number
  /** When what it counts in the whole stock was counted; `null` for a page that counts nothing. */
  countedAt: number | null
}

/** What a route says of the page that it makes; in the context as `c.var.pageCache`. */
export class PageNotes {
  readonly skus = new Set<string>()
  isCounting = false
  isSkipped = false
  made: MadePage | null = null

  /** Notes the stock pools that the page shows, so that a sale makes it stale. */
  tag(skus: readonly string[]): void {
    for (const sku of skus) this.skus.add(sku)
  }

  /** Notes that the page counts, or names the least price of, more than the pools that it shows. */
  count(): void {
    this.isCounting = true
  }

  /** Notes that the page is right for a moment only and may not be cached. */
  skip(): void {
    this.isSkipped = true
  }
}
