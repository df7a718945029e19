import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Renders a radio button as a row with a text at the right (`aside`), mostly its price: set sizes, shipping and payment methods. */
export function OptionRow({
  label,
  detail,
  value,
  aside,
  className,
  ...rest
}: Omit<ComponentPropsWithRef<'input'>, 'type' | 'value'> & {
  label: ReactNode
  detail?: ReactNode
  value: string
  aside?: ReactNode
}) {
  return (
    <label className={classNames('option-row', rest.disabled && 'off', className)}>
      <input type="radio" value={value} {...rest} />
      <span>
        {label}
        {detail ? <span className="option-detail"> {detail}</span> : null}
      </span>
      {aside === undefined ? null : <b className="cond">{aside}</b>}
    </label>
  )
}
