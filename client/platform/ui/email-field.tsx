import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

/** Renders the field of an e-mail address; its id is its name by default. */
export function EmailField(props: Partial<ComponentProps<typeof Field>>) {
  return (
    <Field
      label="Email"
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
