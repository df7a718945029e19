import { Fragment, type ReactNode } from 'react'
import { Alert } from './alert.tsx'

/** Which fields need a look, beside the button, each a link to its field. */
export function ErrorSummary({
  fields,
  focus = false,
  title,
  children,
}: {
  fields: readonly { id: string; word: string }[]
  focus?: boolean
  title?: ReactNode
  /** Why, for a field that has no room for it. */
  children?: ReactNode
}) {
  if (fields.length === 0) return null
  return (
    <Alert tone="error" live focus={focus}>
      {title}
      <strong>
        {fields.length === 1 ? 'One field needs a look: ' : `${fields.length} fields need a look: `}
      </strong>
      {fields.map(({ id, word }, index) => (
        <Fragment key={id}>
          <span className="nowrap">
            <a href={`#${id}`}>{word}</a>
            {index === fields.length - 1 ? '.' : ','}
          </span>{' '}
        </Fragment>
      ))}
      {children}
    </Alert>
  )
}
