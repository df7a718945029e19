import { useEffect, useState } from 'react'
import { type Sort as SortValue, sortsOf, usualSort } from '../../../schema/catalog/listing/listing.ts'
import { listingHref, parseSearchUrl } from '../../../schema/catalog/listing/listing-url.ts'
import { navigateListing } from './listing-navigation.ts'
import { LISTING_UPDATED } from './listing-updated.ts'

interface SortProps {
  path: string
  sort: SortValue
  /** The rest of the query, for the form without JavaScript. */
  carried: readonly [name: string, value: string][]
}

const inAddress = () => parseSearchUrl(new URLSearchParams(location.search))

/** A native select that acts at once; without JavaScript a form with a button. */
export default function Sort({ path, sort, carried }: SortProps) {
  const [value, setValue] = useState(sort)
  const [said, setSaid] = useState('')
  const list = parseSearchUrl(carried)
  const sorts = sortsOf(list)
  useEffect(() => {
    const follow = () => setValue(inAddress().sort)
    document.addEventListener(LISTING_UPDATED, follow)
    return () => document.removeEventListener(LISTING_UPDATED, follow)
  }, [])
  return (
    <form className="sort" action={path} method="get">
      {carried.map(([name, held]) => (
        <input key={`${name}${held}`} type="hidden" name={name} value={held} />
      ))}
      <label htmlFor="sort">Sort by</label>
      <span className="select">
        <select
          id="sort"
          name="sort"
          value={value}
          onChange={(event) => {
            const next = sorts.find((known) => known.value === event.target.value)?.value ?? usualSort(list)
            setValue(next)
            void navigateListing(listingHref(path, { ...inAddress(), start: 0, sort: next }), {
              say: setSaid,
            })
          }}
        >
          {sorts.map((known) => (
            <option key={known.value} value={known.value}>
              {known.label}
            </option>
          ))}
        </select>
      </span>
      <button type="submit" className="button if-no-script">
        Sort
      </button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </form>
  )
}
