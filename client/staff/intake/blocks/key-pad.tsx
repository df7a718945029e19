/** Large keys for a thumb with a glove (H14). */
import { type ReactNode, useRef } from 'react'
import { classNames } from '../../../platform/ui/class-names.ts'

export interface Key {
  label: ReactNode
  /** The accessible name, where the label alone is not clear. */
  name?: string
  /** For keys that stay down. */
  isPressed?: boolean
  isQuiet?: boolean
  onPress(): void
  /** What press and hold does; a visible button does the same. */
  onHold?(): void
}

/** How long a key is held until it counts as such, in milliseconds. */
const HOLD_MS = 500

/** Renders the keys in rows of `columns`. */
export function KeyPad({
  label,
  columns,
  keys,
}: {
  label: string
  columns: 2 | 3 | 4 | 6
  keys: readonly Key[]
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend, and the block has a heading already
    <div className={`intake-keys columns-${columns}`} role="group" aria-label={label}>
      {keys.map((key, index) => (
        <KeyButton key={key.name ?? (typeof key.label === 'string' ? key.label : index)} item={key} />
      ))}
    </div>
  )
}

function KeyButton({ item }: { item: Key }) {
  const held = useRef<{ timer: ReturnType<typeof setTimeout>; isOver: boolean } | null>(null)
  const { label, name, isPressed, isQuiet, onPress, onHold } = item
  const startHold = () => {
    if (!onHold) return
    const timer = setTimeout(() => {
      if (held.current) held.current.isOver = true
      onHold()
    }, HOLD_MS)
    held.current = { timer, isOver: false }
  }
  const endHold = () => clearTimeout(held.current?.timer)
  return (
    <button
      type="button"
      className={classNames('intake-key', isQuiet && 'quiet')}
      aria-label={name}
      aria-pressed={isPressed}
      onPointerDown={startHold}
      onPointerUp={endHold}
      onPointerLeave={endHold}
      // A held key of a phone would open the browser's menu.
      onContextMenu={onHold ? (event) => event.preventDefault() : undefined}
      onClick={() => {
        const wasHeld = held.current?.isOver
        held.current = null
        if (!wasHeld) onPress()
      }}
    >
      {label}
    </button>
  )
}
