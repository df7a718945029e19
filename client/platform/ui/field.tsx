import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface FieldText {
  label: ReactNode
  /** A sentence below, read out with the field. */
  hint?: ReactNode
  /** A sentence that says what is wrong and how to make it right. */
  error?: string | null | undefined
  /** Columns of the six-column form: 6 (default), 4, 3, 2. */
  span?: 2 | 3 | 4 | 6
  className?: string | undefined
}

/** Ids of hint and error for `aria-describedby`; the error comes first. */
export function describedBy(id: string, { hint, error }: Pick<FieldText, 'hint' | 'error'>) {
  return classNames(Boolean(error) && `${id}-error`, Boolean(hint) && `${id}-hint`) || undefined
}

/** Label above, control, error and hint below: the frame of every field. */
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

/** A line of text. The id is the name unless given, so an error summary can link to `#zipCode`. */
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
      <input
        className="input"
        id={own}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(own, { hint, error })}
        {...rest}
      />
    </FieldFrame>
  )
}
