/** A form of the back office that is posted with fields which nobody types (H14). */
import type { ComponentProps } from 'react'

interface PostFormProps extends Omit<ComponentProps<'form'>, 'action' | 'method'> {
  /** The address that takes the form. */
  path: string
  /** Its action and what it is about; a key is added, so that a repeated request changes nothing more. */
  fields?: Readonly<Record<string, string | number>>
}

export function PostForm({ path, fields, children, ...props }: PostFormProps) {
  return (
    <form method="post" action={path} {...props}>
      {Object.entries({ key: crypto.randomUUID(), ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
