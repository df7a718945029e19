import type { ComponentPropsWithRef } from 'react'
import { describedBy, FieldFrame, type FieldText } from './field.tsx'

interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

/** A native select with label, hint and error. `children` may replace `options` (for groups). */
export function Select({
  label,
  hint,
  error,
  span,
  className,
  name,
  id = name,
  options,
  children,
  ...rest
}: FieldText & ComponentPropsWithRef<'select'> & { name: string; options?: readonly SelectOption[] }) {
  const own = id ?? name
  return (
    <FieldFrame
      id={own}
      label={label}
      hint={hint}
      error={error}
      className={className}
      {...(span && { span })}
    >
      <span className="select">
        <select
          id={own}
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(own, { hint, error })}
          {...rest}
        >
          {children ??
            options?.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
        </select>
      </span>
    </FieldFrame>
  )
}
