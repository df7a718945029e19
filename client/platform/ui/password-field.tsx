import { type ComponentPropsWithRef, useState } from 'react'
import { useEarlyPresses } from '../islands/early-presses.ts'
import { describedBy, FieldFrame, type FieldText } from './field.tsx'

/** A password that can be looked at while it is typed. Pasting is as good as typing. */
export function PasswordField({
  label,
  hint,
  error,
  name,
  id = name,
  ...rest
}: FieldText & Omit<ComponentPropsWithRef<'input'>, 'type'> & { name: string; label: string }) {
  const [shown, setShown] = useState(false)
  const own = id ?? name
  const early = useEarlyPresses()
  return (
    <FieldFrame id={own} label={label} hint={hint} error={error}>
      <span ref={early} className="password">
        <input
          className="input"
          id={own}
          name={name}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(own, { hint, error })}
          {...rest}
        />
        <button type="button" className="text-button" onClick={() => setShown((was) => !was)}>
          {shown ? 'Hide' : 'Show'}
          <span className="visually-hidden"> {label.toLowerCase()}</span>
        </button>
      </span>
    </FieldFrame>
  )
}
