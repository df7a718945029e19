import { useEffect, useRef, useState } from 'react'
import { SEARCH_FIELD, SearchBox } from './search-box.tsx'

interface SearchProps {
  /** The id of the field; two search forms on one page need two ids. */
  id: string
  placeholder: string
  /** `panel` opens a dialog of the size of the screen, for small screens. */
  opens: 'below' | 'panel'
}

/** Renders the search of the header. */
export default function Search({ id, placeholder, opens }: SearchProps) {
  if (opens === 'below') return <SearchBox id={id} placeholder={placeholder} list="below" />
  return <SearchPanel id={id} placeholder={placeholder} />
}

/** Renders a plain form; a tap or a typed letter opens a dialog of the size of the screen. */
function SearchPanel({ id, placeholder }: Pick<SearchProps, 'id' | 'placeholder'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const outer = useRef<HTMLInputElement>(null)
  const inner = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)

  // The tap that hydrated the island is over by now: on a touch screen, a field with the focus was tapped.
  useEffect(() => {
    const field = outer.current
    const hasFocus = field !== null && field === document.activeElement
    if (hasFocus && (field.value !== '' || matchMedia('(pointer: coarse)').matches)) setOpen(true)
  }, [])

  useEffect(() => {
    if (!isOpen) return
    dialog.current?.showModal()
    const field = inner.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [isOpen])

  return (
    <>
      <form className="seek" action="/search" method="get">
        <label className="visually-hidden" htmlFor={id}>
          Search tires
        </label>
        <input
          ref={outer}
          id={id}
          {...SEARCH_FIELD}
          placeholder={placeholder}
          onInput={() => setOpen(true)}
          onClick={() => setOpen(true)}
        />
        <button type="submit">Search</button>
      </form>
      <dialog
        ref={dialog}
        className="search-panel"
        aria-labelledby={`${id}-title`}
        onClose={() => setOpen(false)}
      >
        {isOpen ? (
          <>
            <div className="search-panel-head">
              <h2 className="t-28" id={`${id}-title`}>
                Search
              </h2>
              <button type="button" className="text-button" onClick={() => dialog.current?.close()}>
                Close
              </button>
            </div>
            <SearchBox
              id={`${id}-panel`}
              placeholder={placeholder}
              initial={outer.current?.value ?? ''}
              list="page"
              field={inner}
              onTyped={(text) => {
                if (outer.current) outer.current.value = text
              }}
            />
          </>
        ) : null}
      </dialog>
    </>
  )
}
