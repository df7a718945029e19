import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'

interface Look {
  /** Green buys; plain is everything else; danger takes something away. */
  kind?: 'plain' | 'buy' | 'danger'
  /** `big` is 56 px high: one per view. */
  size?: 'normal' | 'big'
  /** As wide as its place. */
  wide?: boolean
}

function look({ kind = 'plain', size = 'normal', wide = false }: Look, more?: string): string {
  return classNames('button', kind !== 'plain' && kind, size === 'big' && 'big', wide && 'wide', more)
}

/**
 * A button. `busy` says that its act is under way: it stays focusable, keeps its width and takes no second press
 * (the caller ignores clicks while it is set).
 */
export function Button({
  kind,
  size,
  wide,
  busy = false,
  className,
  type = 'button',
  ...rest
}: Look & { busy?: boolean } & ComponentPropsWithRef<'button'>) {
  return (
    <button
      type={type}
      className={look({ ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) }, className)}
      aria-busy={busy || undefined}
      {...rest}
    />
  )
}

/** The green one. Its label says how many and, if there is room, how much: "Add 2, $164.00". */
export function BuyButton(props: Omit<Look, 'kind'> & { busy?: boolean } & ComponentPropsWithRef<'button'>) {
  return <Button type="submit" {...props} kind="buy" />
}

/** A link that looks like a button. */
export function LinkButton({
  kind,
  size,
  wide,
  className,
  ...rest
}: Look & ComponentPropsWithRef<'a'> & { href: string }) {
  return (
    <a
      className={look({ ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) }, className)}
      {...rest}
    />
  )
}
