import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

/** An e-mail address; the id is the name unless given. */
export function EmailField(props: Partial<ComponentProps<typeof Field>>) {
  return (
    <Field
      label="E-mail"
      name="emailAddress"
      type="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  )
}
