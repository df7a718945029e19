/** The button that undoes a change, or all changes of a batch (H14b). */
import { Button } from '../../../client/platform/ui/button.tsx'
import { staffPaths } from '../../../schema/paths.ts'

interface UndoFormProps {
  /** The id of a change, or a batch. */
  undoes: { undo: number } | { batch: string }
  /** The address of the page to return to. */
  returnTo: string
  label?: string
  /** What is undone, for screen readers. */
  of?: string
}

/** Each rendering has a new key: a repeated press is one undo. */
export function UndoForm({ undoes, returnTo, label = 'Undo', of }: UndoFormProps) {
  const fields = { ...undoes, key: crypto.randomUUID(), return: returnTo }
  return (
    <form method="post" action={staffPaths.auditForm}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">
        {label}
        {of ? <span className="visually-hidden">: {of}</span> : null}
      </Button>
    </form>
  )
}
