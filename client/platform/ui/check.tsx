import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Props = Omit<ComponentPropsWithRef<'input'>, 'type'> & {
  label: ReactNode
  /** How many the choice would show; stands at the right. */
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

/** A row to tick, with its count where it is a filter. */
export function Checkbox(props: Props) {
  return <Check type="checkbox" {...props} />
}

/** One of several; give all of them the same `name` and stand them in a fieldset. */
export function Radio(props: Props) {
  return <Check type="radio" {...props} />
}
