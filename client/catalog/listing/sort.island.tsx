import { useEffect, useState } from 'react'
import {
  availableSorts,
  defaultSort,
  type Sort as SortValue,
} from '../../../schema/catalog/listing/listing.ts'
import { listingHref, parseSearchUrl } from '../../../schema/catalog/listing/listing-url.ts'
import { navigateListing } from './listing-navigation.ts'
import { LISTING_UPDATED } from './listing-updated.ts'

interface SortProps {
  path: string
  sort: SortValue
  /** The other parameters of the query, for the form without JavaScript. */
  carried: readonly [name: string, value: string][]
}

const readAddress = () => parseSearchUrl(new URLSearchParams(location.search))

/** Renders the sort order: a native select that takes effect at once; without JavaScript a form with a button. */
export default function Sort({ path, sort, carried }: SortProps) {
  const [value, setValue] = useState(sort)
  const [message, setMessage] = useState('')
  const list = parseSearchUrl(carried)
  const sorts = availableSorts(list)
  useEffect(() => {
    const follow = () => setValue(readAddress().sort)
    document.addEventListener(LISTING_UPDATED, follow)
    return () => document.removeEventListener(LISTING_UPDATED, follow)
  }, [])
  return (
    <form className="sort" action={path} method="get">
      {carried.map(([name, parameter]) => (
        <input key={`${name}${parameter}`} type="hidden" name={name} value={parameter} />
      ))}
      <label htmlFor="sort">Sort by</label>
      <span className="select">
        <select
          id="sort"
          name="sort"
          value={value}
          onChange={(event) => {
            const next =
              sorts.find((option) => option.value === event.target.value)?.value ?? defaultSort(list)
            setValue(next)
            void navigateListing(listingHref(path, { ...readAddress(), start: 0, sort: next }), {
              announce: setMessage,
            })
          }}
        >
          {sorts.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
      <button type="submit" className="button if-no-script">
        Sort
      </button>
      <span className="visually-hidden" role="status">
        {message}
      </span>
    </form>
  )
}
