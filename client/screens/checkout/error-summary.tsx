import { fieldWord } from '../../../schema/domain/checkout-fields.ts'
import { ErrorSummary as Summary } from '../../ui/error-summary.tsx'

/** Which fields of a step need a look. */
export function ErrorSummary({ names }: { names: readonly string[] }) {
  return <Summary fields={names.map((name) => ({ id: name, word: fieldWord(name) }))} />
}
