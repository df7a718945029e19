import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'

interface Appearance {
  /** `buy` is green and adds or pays; `danger` removes something; `plain` is for all else. */
  kind?: 'plain' | 'buy' | 'danger' | undefined
  /** `big` is 56 px high: one per view. */
  size?: 'normal' | 'big' | undefined
  /** Whether the button fills the width of its container. */
  wide?: boolean | undefined
}

function buttonClass({ kind = 'plain', size, wide }: Appearance, more?: string): string {
  return classNames('button', kind !== 'plain' && kind, size === 'big' && 'big', wide && 'wide', more)
}

/**
 * Renders a button. `busy` means that its action is running: the button stays focusable and keeps its width; the
 * caller ignores clicks meanwhile.
 */
export function Button({
  kind,
  size,
  wide,
  busy = false,
  className,
  type = 'button',
  ...rest
}: Appearance & { busy?: boolean } & ComponentPropsWithRef<'button'>) {
  return (
    <button
      type={type}
      className={buttonClass({ kind, size, wide }, className)}
      aria-busy={busy || undefined}
      {...rest}
    />
  )
}

/** Renders the green button. Its label has the quantity and, if there is room, the amount: "Add 2, $164.00". */
export function BuyButton(
  props: Omit<Appearance, 'kind'> & { busy?: boolean } & ComponentPropsWithRef<'button'>,
) {
  return <Button type="submit" {...props} kind="buy" />
}

/** Renders a link that looks like a button. */
export function LinkButton({
  kind,
  size,
  wide,
  className,
  ...rest
}: Appearance & ComponentPropsWithRef<'a'> & { href: string }) {
  return <a className={buttonClass({ kind, size, wide }, className)} {...rest} />
}
