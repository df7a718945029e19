import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { isLongEnough } from '../../../schema/catalog/search/search.ts'
import type { SuggestionGroup } from '../../../schema/catalog/search/suggest.api.ts'
import { addRecentSearch, clearRecentSearches, recentSearches } from './recent-searches.store.ts'
import { optionId, SearchList } from './search-list.tsx'
import { type SuggestionState, useSuggestions } from './use-suggestions.ts'

interface SearchBoxProps {
  id: string
  placeholder: string
  /** What was typed before the box took over. */
  initial?: string
  /** `below` drops the list over the page, `page` fills a panel and is always open. */
  list: 'below' | 'page'
  field?: Ref<HTMLInputElement>
  onTyped?: (text: string) => void
}

/** The one field of a search form. */
export const SEARCH_FIELD = {
  type: 'text',
  name: 'q',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'search',
  required: true,
} as const

const searchHref = (term: string) => `/search?q=${encodeURIComponent(term)}`

function recentGroup(recent: readonly string[]): SuggestionGroup[] {
  if (recent.length === 0) return []
  const items = recent.map((term) => ({ label: term, href: searchHref(term), note: null, picture: null }))
  return [{ label: 'Recent searches', items }]
}

/** What a screen reader says about the list, and everybody reads where there is none. */
function words({ found, waiting, problem }: SuggestionState, count: number): string {
  if (problem) return problem
  if (waiting && !found) return 'Searching'
  if (!found) return ''
  if (count === 0) return 'No suggestions. Search looks in every name and number.'
  const many = `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`
  const { meant } = found.answer
  return meant ? `Nothing is called "${found.term}". ${many} for "${meant}".` : `${many}.`
}

/** A combobox after the pattern of the ARIA guide. Before it is awake, and without script, it is a plain search form. */
export function SearchBox({ id, placeholder, initial = '', list, field, onTyped }: SearchBoxProps) {
  const place = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(initial)
  const [awake, setAwake] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [recent, setRecent] = useState<string[]>([])
  const asked = useSuggestions(typed)
  const input = () => place.current?.querySelector('input') ?? null

  useEffect(() => {
    const element = place.current?.querySelector('input')
    // Keys that were pressed while the code was on its way.
    setTyped(element?.value ?? '')
    setRecent(recentSearches(localStorage))
    setAwake(true)
    if (element && element === document.activeElement) setOpen(true)
  }, [])

  const groups = typed.trim() === '' ? recentGroup(recent) : (asked.found?.answer.groups ?? [])
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  const said = typed.trim() === '' ? '' : words(asked, count)
  const open = awake && (list === 'page' || isOpen) && (count > 0 || said !== '')
  const listId = `${id}-list`
  const chosen = open && active < count ? active : -1

  function type(text: string): void {
    setTyped(text)
    setActive(-1)
    setOpen(true)
    onTyped?.(text)
  }

  function move(to: number): void {
    setOpen(true)
    setActive(to)
    document.getElementById(optionId(listId, to))?.scrollIntoView({ block: 'nearest' })
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return
    // Between the last option and the first one the field itself has its turn.
    const steps: Record<string, number | undefined> = {
      ArrowDown: chosen + 1 < count ? chosen + 1 : -1,
      ArrowUp: chosen < 0 ? count - 1 : chosen - 1,
      // Without a chosen option these move in the text.
      Home: chosen < 0 ? undefined : 0,
      End: chosen < 0 ? undefined : count - 1,
    }
    const to = steps[event.key]
    if (to !== undefined) {
      event.preventDefault()
      move(to)
    } else if (event.key === 'Enter' && chosen >= 0) {
      event.preventDefault()
      document.getElementById(optionId(listId, chosen))?.click()
    } else if (event.key === 'Escape' && list === 'below') {
      event.preventDefault()
      if (open) setOpen(false)
      else clear()
      setActive(-1)
    }
  }

  function clear(): void {
    const element = input()
    if (element) element.value = ''
    setTyped('')
    onTyped?.('')
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus has left all of it
    <div
      className={list === 'below' ? 'search-box' : 'search-box search-box-page'}
      ref={place}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <form
        className="seek"
        action="/search"
        method="get"
        onSubmit={() => addRecentSearch(localStorage, input()?.value ?? '')}
      >
        <label className="visually-hidden" htmlFor={id}>
          Search tires
        </label>
        <input
          ref={field}
          id={id}
          {...SEARCH_FIELD}
          defaultValue={initial}
          placeholder={placeholder}
          onInput={(event) => type(event.currentTarget.value)}
          onClick={() => setOpen(true)}
          onKeyDown={onKey}
          {...(awake && {
            role: 'combobox',
            'aria-autocomplete': 'list' as const,
            'aria-expanded': open && count > 0,
            'aria-controls': open && count > 0 ? listId : undefined,
            'aria-activedescendant': chosen >= 0 ? optionId(listId, chosen) : undefined,
          })}
        />
        <button type="submit">Search</button>
      </form>
      {open ? (
        <div className="search-drop">
          {said !== '' && (count === 0 || asked.found?.answer.meant) ? (
            <p className="search-said">{said}</p>
          ) : null}
          {count > 0 ? (
            <SearchList
              id={listId}
              groups={groups}
              active={chosen}
              onChoose={(label) => addRecentSearch(localStorage, isLongEnough(typed) ? typed : label)}
            />
          ) : null}
          {asked.problem ? (
            <button type="button" className="text-button" onClick={asked.again}>
              Try again
            </button>
          ) : null}
          {typed.trim() === '' && recent.length > 0 ? (
            <button
              type="button"
              className="text-button"
              onClick={() => {
                clearRecentSearches(localStorage)
                setRecent([])
                input()?.focus()
              }}
            >
              Clear recent searches
            </button>
          ) : null}
        </div>
      ) : null}
      <p className="visually-hidden" role="status">
        {open ? said : ''}
      </p>
    </div>
  )
}
