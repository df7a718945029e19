import { useEffect, useState } from 'react'
import { afterPress } from '../islands/after-press.ts'
import { useEarlyPresses } from '../islands/early-presses.ts'

interface Props {
  /** The label for screen readers: "Quantity of Halden Velo Sport". */
  label: string
  name?: string
  /** The number, if the caller controls it; otherwise the stepper does, starting at `defaultValue`. */
  value?: number
  defaultValue?: number
  min?: number
  /** The largest number allowed, and the message for a larger one. */
  most: { max: number; why: string }
  size?: 'normal' | 'big'
  onChange?: (value: number) => void
  /** Called when the shopper types 0; without it 0 is invalid. */
  onNone?: () => void
}

/** Renders a number field with buttons "one less" and "one more"; without JavaScript the field works alone. */
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
  const [ownValue, setOwnValue] = useState(defaultValue)
  const now = value ?? ownValue
  // While the shopper types, the text may be empty or out of range, until Enter or until the field loses the focus.
  const [typed, setTyped] = useState<string | null>(null)
  const [isAboveMax, setAboveMax] = useState(false)

  function set(next: number): void {
    const clamped = Math.min(Math.max(next, min), max)
    setTyped(null)
    // The message is below and moves the page, so it is shown only when the current press has ended.
    afterPress(() => setAboveMax(next > max))
    if (clamped === now) return
    if (value === undefined) setOwnValue(clamped)
    onChange?.(clamped)
  }
  /** Sets the number from the text of the field; a text that is not a number changes nothing. */
  function commit(text: string): void {
    const next = Math.round(Number(text))
    if (text !== '' && next === 0 && onNone) {
      setTyped(null)
      onNone()
    } else set(text === '' || !Number.isFinite(next) ? now : next)
  }
  const ref = useEarlyPresses()
  // biome-ignore lint/correctness/useExhaustiveDependencies: text that was typed before hydration is read once
  useEffect(() => {
    const field = ref.current?.querySelector('input')
    if (!field || field === document.activeElement || field.value === String(now)) return
    const { value: text } = field
    field.value = String(now)
    commit(text)
  }, [])
  const step = (by: number, text: string, sign: string) => {
    const atEnd = by < 0 ? now <= min : now >= max
    return (
      <button
        type="button"
        aria-label={`${text}: ${label}`}
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
      <span ref={ref} className={size === 'big' ? 'stepper big' : 'stepper'} role="group" aria-label={label}>
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
            // Typing 24 begins with 2, so typed text is committed later; the arrows of the field have no `inputType`.
            if ((event.nativeEvent as InputEvent).inputType) setTyped(text)
            else commit(text)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            const next = Number(event.currentTarget.value)
            // A number that is corrected must be seen by the shopper before it is submitted.
            if (next < min || next > max) event.preventDefault()
            commit(event.currentTarget.value)
          }}
          onBlur={(event) => commit(event.target.value)}
        />
        {step(1, 'One more', '+')}
      </span>
      {isAboveMax ? (
        <span className="stepper-short oxide t-14" role="alert">
          {why}
        </span>
      ) : null}
    </>
  )
}
