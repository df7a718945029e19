import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Pagination, pageWindow } from './pagination.tsx'

test('the first, last, current and adjacent pages are always shown, in order, with a gap only where pages are skipped', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), (pages, seed) => {
      const page = 1 + (seed % pages)
      const shown = pageWindow(page, pages)
      for (const n of [1, page - 1, page, page + 1, pages]) {
        if (n >= 1 && n <= pages) expect(shown).toContain(n)
      }
      const gaps = shown.flatMap((n, i) =>
        n === null ? [[shown[i - 1] ?? 0, shown[i + 1] ?? 0] as const] : [],
      )
      for (const [before, after] of gaps) expect(after - before).toBeGreaterThan(2)
      const numbers = shown.filter((n) => n !== null)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(shown.length).toBeLessThanOrEqual(7)
    }),
  )
})

test('a single page has no pagination; the last page links to the previous one', () => {
  const hrefFor = (page: number) => `?page=${page}`
  expect(renderToStaticMarkup(<Pagination page={1} pages={1} hrefFor={hrefFor} />)).toBe('')
  const last = renderToStaticMarkup(<Pagination page={3} pages={3} hrefFor={hrefFor} />)
  expect(last).toContain('rel="prev" href="?page=2"')
  expect(last).not.toContain('Next page')
})

test('[audit D1] links to the previous and the next page have their `rel` on every page', () => {
  const middle = renderToStaticMarkup(
    <Pagination page={202} pages={401} hrefFor={(page) => `?page=${page}`} />,
  )
  expect(middle).toContain('href="?page=201" rel="prev"')
  expect(middle).toContain('href="?page=203" rel="next"')
})
