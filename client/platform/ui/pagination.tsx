/** Returns the first, last, current and adjacent page numbers; `null` stands for a gap. */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages)
  const sorted = [...new Set(shown)].sort((a, b) => a - b)
  return sorted.flatMap((n, i) => {
    const before = sorted[i - 1] ?? 0
    if (n - before === 2) return [n - 1, n]
    return n - before > 2 ? [null, n] : [n]
  })
}

/** Renders page numbers of 44 px and a link to the next page; nothing for a single page. */
export function Pagination({
  page,
  pages,
  hrefFor,
  summary,
}: {
  page: number
  pages: number
  hrefFor: (page: number) => string
  /** E.g. "1 to 50 of 398". */
  summary?: string
}) {
  if (pages <= 1) return null
  return (
    <nav className="paging" aria-label="Pages">
      {summary ? <p className="paging-summary">{summary}</p> : null}
      <ol>
        {pageWindow(page, pages).map((n, i) => (
          <li key={n ?? `gap-${i}`}>
            {n === null ? (
              <span aria-hidden="true">…</span>
            ) : n === page ? (
              <span aria-current="page">
                <span className="visually-hidden">Page </span>
                {n}
              </span>
            ) : (
              <a href={hrefFor(n)} rel={n === page - 1 ? 'prev' : n === page + 1 ? 'next' : undefined}>
                <span className="visually-hidden">Page </span>
                {n}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pages ? (
        <a className="button" rel="next" href={hrefFor(page + 1)}>
          Next page
        </a>
      ) : (
        <a className="button" rel="prev" href={hrefFor(page - 1)}>
          Previous page
        </a>
      )}
    </nav>
  )
}
