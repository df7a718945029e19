import { fieldWord } from '../../../schema/domain/checkout-fields.ts'
import { Note } from '../../ui/note.tsx'

/** Which fields need a look, beside the button, each a link to its field. */
export function ErrorSummary({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Note tone="error" live>
      <strong>
        {names.length === 1 ? 'One field needs a look: ' : `${names.length} fields need a look: `}
      </strong>
      {names.map((name, at) => (
        <span key={name}>
          {at > 0 ? ', ' : ''}
          <a href={`#${name}`}>{fieldWord(name)}</a>
        </span>
      ))}
      .
    </Note>
  )
}
