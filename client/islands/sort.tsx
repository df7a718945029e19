import { useEffect, useState } from 'react'
import { DEFAULT_SORT, SORTS, type Sort as SortValue } from '../../schema/domain/listing.ts'
import { listingHref, parseListingUrl } from '../../schema/domain/listing-url.ts'
import { SWAPPED, swapListing } from './swap-listing.ts'

interface SortProps {
  path: string
  sort: SortValue
  /** The rest of the question, for the form without JavaScript. */
  carried: readonly [name: string, value: string][]
}

const inAddress = () => parseListingUrl({}, new URLSearchParams(location.search))

/** A native select that acts at once; without JavaScript a form with a button. */
export default function Sort({ path, sort, carried }: SortProps) {
  const [value, setValue] = useState(sort)
  useEffect(() => {
    const follow = () => setValue(inAddress().sort)
    document.addEventListener(SWAPPED, follow)
    return () => document.removeEventListener(SWAPPED, follow)
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
            const next = SORTS.find((known) => known.value === event.target.value)?.value ?? DEFAULT_SORT
            setValue(next)
            void swapListing(listingHref(path, { ...inAddress(), start: 0, sort: next }))
          }}
        >
          {SORTS.map((known) => (
            <option key={known.value} value={known.value}>
              {known.label}
            </option>
          ))}
        </select>
      </span>
      <button type="submit" className="button if-no-script">
        Sort
      </button>
    </form>
  )
}
