import { useEffect, useState } from 'react'
import { afterPress } from '../islands/after-press.ts'
import { useEarlyPresses } from '../islands/early-presses.ts'

interface Props {
  /** What is counted, for readers: "Quantity of Halden Velo Sport". */
  label: string
  name?: string
  /** Given: the caller keeps the number. Absent: the stepper does, starting at `defaultValue`. */
  value?: number
  defaultValue?: number
  min?: number
  /** The largest number that can be taken, and the sentence for a larger one. */
  most: { max: number; why: string }
  size?: 'normal' | 'big'
  onChange?: (value: number) => void
  /** Given: 0 that is typed is no mistake, and means none at all. */
  onNone?: () => void
}

/** A number with "one less" and "one more"; without JavaScript the number field alone does the work. */
export function QuantityStepper({
  label,
  name = 'qty',
  value,
  defaultValue = 1,
  min = 1,
  most: { max, why },
  size = 'normal',
  onChange,
  onNone,
}: Props) {
  const [counted, setCounted] = useState(defaultValue)
  const now = value ?? counted
  // What is being typed may be empty or out of range until Enter, or until the field is left.
  const [typed, setTyped] = useState<string | null>(null)
  const [isShort, setShort] = useState(false)

  function set(next: number): void {
    const inside = Math.min(Math.max(next, min), max)
    setTyped(null)
    // Below, so that it may come only when the press that left the field is over.
    afterPress(() => setShort(next > max))
    if (inside === now) return
    if (value === undefined) setCounted(inside)
    onChange?.(inside)
  }
  /** What stands in the field; what is no number changes nothing. */
  function take(text: string): void {
    const next = Math.round(Number(text))
    if (text !== '' && next === 0 && onNone) {
      setTyped(null)
      onNone()
    } else set(text === '' || !Number.isFinite(next) ? now : next)
  }
  const own = useEarlyPresses()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before React was there is read once
  useEffect(() => {
    const field = own.current?.querySelector('input')
    if (!field || field === document.activeElement || field.value === String(now)) return
    const { value: text } = field
    field.value = String(now)
    take(text)
  }, [])
  const step = (by: number, words: string, sign: string) => {
    const atEnd = by < 0 ? now <= min : now >= max
    return (
      <button
        type="button"
        aria-label={`${words}: ${label}`}
        aria-disabled={atEnd}
        onClick={() => set(now + by)}
      >
        <span aria-hidden="true">{sign}</span>
      </button>
    )
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and need a legend for one number */}
      <span ref={own} className={size === 'big' ? 'stepper big' : 'stepper'} role="group" aria-label={label}>
        {step(-1, 'One less', '−')}
        <input
          type="number"
          inputMode="numeric"
          name={name}
          aria-label={label}
          min={min}
          max={max}
          step={1}
          autoComplete="off"
          value={typed ?? now}
          onChange={(event) => {
            const { value: text } = event.target
            // Of 24 the 2 comes first: what is typed counts when the field is left. An arrow types nothing.
            if ((event.nativeEvent as InputEvent).inputType) setTyped(text)
            else take(text)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            const next = Number(event.currentTarget.value)
            // A number that is not taken as it is is looked at before it is sent.
            if (next < min || next > max) event.preventDefault()
            take(event.currentTarget.value)
          }}
          onBlur={(event) => take(event.target.value)}
        />
        {step(1, 'One more', '+')}
      </span>
      {isShort ? (
        <span className="stepper-short oxide t-14" role="alert">
          {why}
        </span>
      ) : null}
    </>
  )
}
