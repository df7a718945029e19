import { Fragment, type ReactNode } from 'react'
import { Alert } from './alert.tsx'

/** Lists the invalid fields beside the button, each as a link to its field. */
export function ErrorSummary({
  fields,
  focus = false,
  title,
  children,
}: {
  fields: readonly { id: string; label: string }[]
  focus?: boolean
  title?: ReactNode
  /** The error of a field that cannot show it itself. */
  children?: ReactNode
}) {
  if (fields.length === 0) return null
  return (
    <Alert tone="error" live focus={focus}>
      {title}
      <strong>
        {fields.length === 1 ? 'One field needs attention: ' : `${fields.length} fields need attention: `}
      </strong>
      {fields.map(({ id, label }, index) => (
        <Fragment key={id}>
          <span className="nowrap">
            <a href={`#${id}`}>{label}</a>
            {index === fields.length - 1 ? '.' : ','}
          </span>{' '}
        </Fragment>
      ))}
      {children}
    </Alert>
  )
}

/** Returns the fields that have an error, in the order of `fields`. */
export function toErrorSummary<Name extends string>(
  errors: Readonly<Partial<Record<Name, unknown>>>,
  fields: Readonly<Record<Name, { id: string; label: string }>>,
): { id: string; label: string }[] {
  return (Object.keys(fields) as Name[]).flatMap((name) => (errors[name] ? [fields[name]] : []))
}
