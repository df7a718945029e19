/** The search of a list of the back office: one field, to which the key / leads (H14). */
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'

interface StaffSearchProps
  extends Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'maxLength' | 'autoCapitalize'> {
  /** The path of the list. */
  action: string
  name?: string
  /** What was searched for; empty for everything. */
  text: string
  submit?: string
  /** Hidden fields before the search, such as the tab of a list. */
  hidden?: ReactNode
  /** Further fields. */
  children?: ReactNode
}

export function StaffSearch({
  action,
  text,
  submit = 'Search',
  hidden,
  children,
  name = 'q',
  maxLength = 100,
  ...field
}: StaffSearchProps) {
  return (
    <search className="staff-search">
      <form method="get" action={action}>
        {hidden}
        <div className="field-and-button">
          <Field
            {...field}
            name={name}
            type="search"
            defaultValue={text}
            maxLength={maxLength}
            autoComplete="off"
            data-search=""
          />
          <Button type="submit">{submit}</Button>
        </div>
        {children}
      </form>
    </search>
  )
}
