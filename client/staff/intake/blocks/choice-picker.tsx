/** A row of choices for a thumb, and a text box for a keyboard that filters them (H14). */
import { useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../../../platform/ui/class-names.ts'

export interface PickerChoice {
  id: string
  label: string
  more?: string | undefined
}

/** Choices that are shown at once; the rest is behind a button. */
const SHOWN = 12

/** Returns the choices whose words begin with the typed text. */
function matching(choices: readonly PickerChoice[], typed: string): readonly PickerChoice[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return choices
  return choices.filter(({ label }) =>
    label
      .toLowerCase()
      .split(/\s+/)
      .some(
        (word, index, words) => word.startsWith(wanted) || words.slice(index).join(' ').startsWith(wanted),
      ),
  )
}

/**
 * Renders the choices, most frequent first; while their order is not known yet, only those that fit a typed text, because a
 * button that moves would be pressed by mistake. With `onType` there is a text box: Enter picks the first match, or takes the
 * typed text if nothing matches.
 */
export function ChoicePicker({
  label,
  choices,
  columns,
  chosen = null,
  isLoading = false,
  onPick,
  onType,
}: {
  label: string
  choices: readonly PickerChoice[]
  columns: 2 | 3 | 4
  chosen?: string | null
  isLoading?: boolean
  onPick(id: string): void
  onType?(text: string): void
}) {
  const [typed, setTyped] = useState('')
  const [isWhole, setIsWhole] = useState(false)
  const id = useId()
  const found = matching(choices, typed)
  const isCut = !typed && (isLoading || !isWhole)
  const shown = isCut ? found.slice(0, isLoading ? 0 : SHOWN) : found
  const text = typed.trim()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The picker before this one had the focus of a keyboard.
    const isDesk = matchMedia('(pointer: fine)').matches
    if (isDesk && input.current?.closest('.open')) input.current.focus({ preventScroll: true })
  }, [])
  const pickTyped = () => {
    const first = found[0]
    if (text && first) onPick(first.id)
    else if (text) onType?.(text)
  }
  return (
    <div className="intake-picker">
      {onType ? (
        <div className="intake-type">
          <label htmlFor={id}>{label}</label>
          <input
            id={id}
            ref={input}
            className="input"
            data-first=""
            value={typed}
            autoComplete="off"
            autoCapitalize="words"
            enterKeyHint="next"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              pickTyped()
            }}
          />
        </div>
      ) : (
        <p className="intake-sub">{label}</p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend, and the label is above */}
      <div className={`intake-keys columns-${columns}`} role="group" aria-label={label}>
        {shown.map(({ id: choice, label: name, more }) => (
          <button
            key={choice}
            type="button"
            className={classNames('intake-key', more !== undefined && 'two')}
            aria-pressed={chosen === choice}
            onClick={() => onPick(choice)}
          >
            <span>{name}</span>
            {more ? <small>{more}</small> : null}
          </button>
        ))}
        {text && onType && found.length === 0 ? (
          <button type="button" className="intake-key" onClick={() => onType(text)}>
            Take “{text}”
          </button>
        ) : null}
        {shown.length < found.length && !isLoading ? (
          <button type="button" className="intake-key quiet" onClick={() => setIsWhole(true)}>
            More
          </button>
        ) : null}
      </div>
    </div>
  )
}
