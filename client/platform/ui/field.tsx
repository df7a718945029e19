import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface FieldText {
  label: ReactNode
  /** A sentence below the field, announced with it. */
  hint?: ReactNode
  /** A sentence with the error and how to correct it. */
  error?: string | null | undefined
  /** Columns of the six-column form: 6 (default), 4, 3, 2. */
  span?: 2 | 3 | 4 | 6 | undefined
  className?: string | undefined
}

/** Returns the ids of error and hint for `aria-describedby`; the error comes first. */
export function describedBy(id: string, { hint, error }: Pick<FieldText, 'hint' | 'error'>) {
  return classNames(Boolean(error) && `${id}-error`, Boolean(hint) && `${id}-hint`) || undefined
}

/** Renders the frame of every field: label above, control, error and hint below. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  span = 6,
  className,
  children,
}: FieldText & { id: string; children: ReactNode }) {
  return (
    <div className={classNames('field', span !== 6 && `span-${span}`, className)}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** Renders a text field. Its id is its name by default, so an error summary can link to `#zipCode`. */
export function Field({
  label,
  hint,
  error,
  span,
  className,
  name,
  id = name,
  ...rest
}: FieldText & ComponentPropsWithRef<'input'> & { name: string }) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} span={span} className={className}>
      <input
        className="input"
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
        {...rest}
      />
    </FieldFrame>
  )
}
