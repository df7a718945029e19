import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Props = Omit<ComponentPropsWithRef<'input'>, 'type'> & {
  label: ReactNode
  /** The number of results with this choice, at the right. */
  count?: number | undefined
}

function Check({ type, label, count, className, ...rest }: Props & { type: 'checkbox' | 'radio' }) {
  return (
    <label className={classNames('check', className)}>
      <input type={type} {...rest} />
      <span>{label}</span>
      {count === undefined ? null : <span className="check-count num">{count.toLocaleString('en-US')}</span>}
    </label>
  )
}

/** Renders a checkbox, with its count where it is a filter. */
export function Checkbox(props: Props) {
  return <Check type="checkbox" {...props} />
}

/** Renders a radio button; all buttons of a group have the same `name` and are in one fieldset. */
export function Radio(props: Props) {
  return <Check type="radio" {...props} />
}
