/** What a search shows where it has no list to show. */

import { Alert } from '../../../client/platform/ui/alert.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { MIN_SEARCH_LENGTH, TOO_SHORT } from '../../../schema/catalog/search/search.ts'
import { paths } from '../../../schema/paths.ts'
import { type IndexLine, IndexList } from '../finder/index-list.tsx'
import { searchHref } from './search-redirect.ts'

export function TooShort({ asked }: { asked: string }) {
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
          defaultValue={asked}
          required
          minLength={MIN_SEARCH_LENGTH}
        />
        <button type="submit">Search</button>
      </form>
    </>
  )
}

/** The search gave no answer in time; nothing is wrong with what was asked. */
export function SearchTimedOut({ href }: { href: string }) {
  return (
    <EmptyState
      title="The search took too long"
      action={{ href, label: 'Try again' }}
      other={{ href: paths.sizes, label: 'Find tires by size' }}
    >
      <p>It is slow at the moment. Your words are kept.</p>
    </EmptyState>
  )
}

/** Something near to what found nothing, with how many tires it leads to. */
export interface SuggestedSearch {
  label: string
  href: string
  count: number
}

const tires = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'tire' : 'tires'}`

/** Nothing has all of the words: the nearest query that finds something, other ones, and sizes close to a typed one. */
export function NothingFound({
  near,
  sizes,
}: {
  near: readonly SuggestedSearch[]
  sizes: readonly IndexLine[]
}) {
  const [best, ...others] = near
  const words = ({ label, count }: SuggestedSearch) => `${tires(count)} with "${label}"`
  return (
    <>
      <EmptyState
        title="Nothing has all of these words"
        action={
          best
            ? { href: best.href, label: `Show ${words(best)}` }
            : { href: paths.sizes, label: 'Find tires by size' }
        }
        other={{ href: '/t/b', label: 'All brands' }}
      >
        <p>Look for a size, a brand or a model, or fewer words.</p>
        {others.length > 0 ? (
          <ul className="suggestions">
            {others.map((way) => (
              <li key={way.href}>
                <a href={way.href}>{words(way)}</a>
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
    </>
  )
}

/** Above a list that is for other words than were typed. */
export function DidYouMean({ asked, meant }: { asked: string; meant: string }) {
  return (
    <div className="search-meant">
      <Alert>
        Nothing is called "{asked}". These are for <a href={searchHref(meant)}>{meant}</a>. Or search for{' '}
        <a href={searchHref(`"${asked}"`)}>exactly "{asked}"</a>.
      </Alert>
    </div>
  )
}
