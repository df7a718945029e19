/** The content of a search page without a list of results. */
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { MIN_SEARCH_LENGTH, TOO_SHORT } from '../../../schema/catalog/search/search.ts'
import { paths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { type IndexLink, IndexList } from '../finder/index-list.tsx'
import type { NamedCar } from '../vehicle/search-vehicles.ts'
import { searchHref } from './search-redirect.ts'

export function TooShort({ term }: { term: string }) {
  return (
    <>
      <Alert>{TOO_SHORT}</Alert>
      <p className="quiet measure">
        A size in any form, such as 225/45R17 or 225 45 17, a brand, a model or a number.
      </p>
      <form className="seek" action="/search" method="get" aria-label="Search again">
        <label className="visually-hidden" htmlFor="q-again">
          Search tires
        </label>
        <input
          id="q-again"
          type="search"
          name="q"
          defaultValue={term}
          required
          minLength={MIN_SEARCH_LENGTH}
        />
        <button type="submit">Search</button>
      </form>
    </>
  )
}

/** The page after a timeout: the shopper can repeat the same search. */
export function SearchTimedOut({ href }: { href: string }) {
  return (
    <EmptyState
      title="The search took too long"
      action={{ href, label: 'Try again' }}
      other={{ href: paths.sizes, label: 'Find tires by size' }}
    >
      <p>It’s slow right now. We still have your words.</p>
    </EmptyState>
  )
}

/** A search similar to one without results; `count` is its number of results. */
export interface SuggestedSearch {
  label: string
  href: string
  count: number
}

/** The page without results: the best similar search, other ones, and sizes similar to a typed one. */
export function NothingFound({
  quotedTerm,
  searches,
  cars,
  sizes,
}: {
  quotedTerm: string
  searches: readonly SuggestedSearch[]
  /** Cars whose names are like the words. */
  cars: readonly NamedCar[]
  sizes: readonly IndexLink[]
}) {
  const [best, ...others] = searches
  const [car, ...otherCars] = cars
  const format = ({ label, count }: SuggestedSearch) => `${formatQuantity(count, 'tire')} with "${label}"`
  return (
    <div className="search-none">
      <EmptyState
        title={`No tires match ${quotedTerm}`}
        action={
          best
            ? { href: best.href, label: `Show ${format(best)}` }
            : car
              ? { href: car.href, label: `Tires for ${car.label}` }
              : { href: paths.sizes, label: 'Find tires by size' }
        }
        other={{ href: paths.cars, label: 'Find by car' }}
      >
        <p>Try a size, a brand or a model, or fewer words.</p>
        {others.length > 0 || otherCars.length > 0 ? (
          <ul className="suggestions">
            {otherCars.map(({ label, href }) => (
              <li key={href}>
                <a href={href}>Tires for {label}</a>
              </li>
            ))}
            {others.map((search) => (
              <li key={search.href}>
                <a href={search.href}>{format(search)}</a>
              </li>
            ))}
          </ul>
        ) : null}
      </EmptyState>
      {sizes.length > 0 ? (
        <>
          <h2 className="t-28 search-sizes">Sizes close to it</h2>
          <IndexList lines={sizes} columns={3} />
        </>
      ) : null}
    </div>
  )
}

/** The note above a list for the corrected spelling of a term. */
export function DidYouMean({ term, corrected }: { term: string; corrected: string }) {
  return (
    <div className="search-meant">
      <Alert>
        No matches for "{term}". These are for <a href={searchHref(corrected)}>{corrected}</a>. Or search for{' '}
        <a href={searchHref(`"${term}"`)}>exactly "{term}"</a>.
      </Alert>
    </div>
  )
}
