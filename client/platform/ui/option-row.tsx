import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Renders a radio button as a row with its price at the right: set sizes, shipping and payment methods. */
export function OptionRow({
  label,
  detail,
  value,
  price,
  className,
  ...rest
}: Omit<ComponentPropsWithRef<'input'>, 'type' | 'value'> & {
  label: ReactNode
  detail?: ReactNode
  value: string
  price?: ReactNode
}) {
  return (
    <label className={classNames('option-row', rest.disabled && 'off', className)}>
      <input type="radio" value={value} {...rest} />
      <span>
        {label}
        {detail ? <span className="option-detail"> {detail}</span> : null}
      </span>
      {price === undefined ? null : <b className="cond">{price}</b>}
    </label>
  )
}
