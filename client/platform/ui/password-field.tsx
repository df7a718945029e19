import { type ComponentPropsWithRef, useState } from 'react'
import { useEarlyPresses } from '../islands/early-presses.ts'
import { describedBy, FieldFrame, type FieldText } from './field.tsx'

/** Renders a password field whose text can be shown. Pasting is allowed. */
export function PasswordField({
  label,
  hint,
  error,
  name,
  id = name,
  ...rest
}: FieldText & Omit<ComponentPropsWithRef<'input'>, 'type'> & { name: string; label: string }) {
  const [shown, setShown] = useState(false)
  const ref = useEarlyPresses()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span ref={ref} className="password">
        <input
          className="input"
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          {...rest}
        />
        <button type="button" className="text-button" onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
          <span className="visually-hidden"> {label.toLowerCase()}</span>
        </button>
      </span>
    </FieldFrame>
  )
}
