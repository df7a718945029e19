import type { ComponentPropsWithRef } from 'react'
import { describedBy, FieldFrame, type FieldText } from './field.tsx'

interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

/** Renders a native select with label, hint and error. `children` may replace `options`, for groups. */
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
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} span={span} className={className}>
      <span className="select">
        <select
          id={id}
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
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
