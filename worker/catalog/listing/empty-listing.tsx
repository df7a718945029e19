/** Nothing matches: say which filter to drop and how many it would bring, or which sizes are near. */
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { paths } from '../../../schema/paths.ts'
import { IndexList } from '../finder/index-list.tsx'
import type { EmptyListingSuggestion } from './empty-listing-suggestions.ts'
import type { FilterProps } from './listing-filters.tsx'

export function NoMatch({ landing, waysOut }: FilterProps & { waysOut: readonly EmptyListingSuggestion[] }) {
  const drops = waysOut.flatMap((way) => (way.kind === 'drop' && way.count > 0 ? [way] : []))
  const sizes = waysOut.flatMap((way) => (way.kind === 'size' ? [way.line] : []))
  const [best, ...others] = drops.sort((a, b) => b.count - a.count)
  const words = (way: { label: string; count: number }) =>
    `${way.count.toLocaleString('en-US')} ${way.count === 1 ? 'tire' : 'tires'} without "${way.label}"`
  const narrowed = waysOut.some(({ kind }) => kind === 'drop')
  return (
    <>
      <EmptyState
        title={narrowed ? 'No tire matches all of these' : `No ${landing.heading} in stock today`}
        {...(best
          ? { action: { href: best.href, label: `Show ${words(best)}` } }
          : { action: { href: paths.sizes, label: 'All sizes in stock' } })}
      >
        {narrowed && others.length > 0 ? (
          <ul className="ways-out">
            {others.map((way) => (
              <li key={way.href}>
                <a href={way.href}>{words(way)}</a>
              </li>
            ))}
          </ul>
        ) : null}
        {narrowed ? null : (
          <p>Tires come in every day. These sizes are close; check that your car takes them.</p>
        )}
      </EmptyState>
      {sizes.length > 0 ? <IndexList lines={sizes} columns={3} /> : null}
    </>
  )
}
