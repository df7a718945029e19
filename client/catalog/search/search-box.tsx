import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { isLongEnough } from '../../../schema/catalog/search/search.ts'
import type { SuggestionGroup } from '../../../schema/catalog/search/suggest.api.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { addRecentSearch, clearRecentSearches, readRecentSearches } from './recent-searches.store.ts'
import { optionId, SearchList } from './search-list.tsx'
import { type SuggestionState, useSuggestions } from './use-suggestions.ts'

interface SearchBoxProps {
  id: string
  placeholder: string
  /** The text that was typed before hydration. */
  initial?: string
  /** `below` opens the list over the page; `page` fills a panel and is always open. */
  list: 'below' | 'page'
  field?: Ref<HTMLInputElement>
  onTyped?: (text: string) => void
}

/** Attributes of the search field. */
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

/** Returns the status text of the list for screen readers; it is visible where there is no list. */
function statusText({ found, waiting, problem }: SuggestionState, count: number): string {
  if (problem) return problem
  if (waiting && !found) return 'Searching'
  if (!found) return ''
  if (count === 0) return 'No suggestions. Press Search to look everywhere.'
  const many = formatQuantity(count, 'suggestion')
  const { meant } = found.answer
  return meant ? `No matches for "${found.term}". ${many} for "${meant}".` : `${many}.`
}

/** Returns the index of the option that a key moves to, -1 for the field between the last and the first option. */
function nextOption(key: string, chosen: number, count: number): number | undefined {
  if (key === 'ArrowDown') return chosen + 1 < count ? chosen + 1 : -1
  if (key === 'ArrowUp') return chosen < 0 ? count - 1 : chosen - 1
  // Without a chosen option these keys move the cursor in the text.
  if (chosen < 0) return undefined
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined
}

function TextButton(props: { onClick: () => void; children: string }) {
  return <button type="button" className="text-button" {...props} />
}

/** Returns the content of the list: recent searches while the field is empty, then suggestions. */
function useSearchList(typed: string, focusField: () => void) {
  const suggestions = useSuggestions(typed)
  const [recent, setRecent] = useState<string[]>([])
  useEffect(() => setRecent(readRecentSearches()), [])
  const isEmpty = typed.trim() === ''
  const groups = isEmpty ? recentGroup(recent) : (suggestions.found?.answer.groups ?? [])
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  return {
    suggestions,
    groups,
    count,
    status: isEmpty ? '' : statusText(suggestions, count),
    hasRecent: isEmpty && recent.length > 0,
    clearRecent: () => {
      clearRecentSearches()
      setRecent([])
      focusField()
    },
  }
}

function SearchDrop({
  id,
  typed,
  shown: { suggestions, groups, count, status, hasRecent, clearRecent },
  chosen,
}: {
  id: string
  typed: string
  shown: ReturnType<typeof useSearchList>
  chosen: number
}) {
  return (
    <div className="search-drop">
      {status !== '' && (count === 0 || suggestions.found?.answer.meant) ? (
        <p className="search-said">{status}</p>
      ) : null}
      {count > 0 ? (
        <SearchList
          id={id}
          groups={groups}
          active={chosen}
          onChoose={(label) => addRecentSearch(isLongEnough(typed) ? typed : label)}
        />
      ) : null}
      {suggestions.problem ? <TextButton onClick={suggestions.retry}>Try again</TextButton> : null}
      {hasRecent ? <TextButton onClick={clearRecent}>Clear recent searches</TextButton> : null}
    </div>
  )
}

function comboboxAttributes(listId: string, isExpanded: boolean, chosen: number) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isExpanded,
    'aria-controls': isExpanded ? listId : undefined,
    'aria-activedescendant': chosen >= 0 ? optionId(listId, chosen) : undefined,
  } as const
}

/** Renders a combobox after the pattern of the ARIA guide. Before hydration, and without script, it is a plain search form. */
export function SearchBox({ id, placeholder, initial = '', list, field, onTyped }: SearchBoxProps) {
  const root = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(initial)
  const [isHydrated, setHydrated] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const input = () => root.current?.querySelector('input') ?? null
  const shown = useSearchList(typed, () => input()?.focus())

  useEffect(() => {
    const element = root.current?.querySelector('input')
    // Text that was typed while the script was loading.
    setTyped(element?.value ?? '')
    setHydrated(true)
    if (element && element === document.activeElement) setOpen(true)
  }, [])

  const { count, status } = shown
  const open = isHydrated && (list === 'page' || isOpen) && (count > 0 || status !== '')
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
    const to = nextOption(event.key, chosen, count)
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
    // biome-ignore lint/a11y/noStaticElementInteractions: only detects that the focus has left the element
    <div
      className={list === 'below' ? 'search-box' : 'search-box search-box-page'}
      ref={root}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <form
        className="seek"
        action="/search"
        method="get"
        onSubmit={() => addRecentSearch(input()?.value ?? '')}
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
          {...(isHydrated && comboboxAttributes(listId, open && count > 0, chosen))}
        />
        <button type="submit">Search</button>
      </form>
      {open ? <SearchDrop id={listId} typed={typed} shown={shown} chosen={chosen} /> : null}
      <p className="visually-hidden" role="status">
        {open ? status : ''}
      </p>
    </div>
  )
}
