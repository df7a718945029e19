/** A form of the back office that is posted with fields which nobody types (H14). */
import type { ReactNode } from 'react'

interface PostFormProps {
  /** The address that takes the form. */
  path: string
  /** Its action and what it is about; a key is added, so that a repeated request changes nothing more. */
  fields?: Readonly<Record<string, string | number>>
  className?: string | undefined
  children: ReactNode
}

export function PostForm({ path, fields, className, children }: PostFormProps) {
  return (
    <form method="post" action={path} className={className}>
      {Object.entries({ key: crypto.randomUUID(), ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
