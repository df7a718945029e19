import { classNames } from './class-names.ts'

/** A still plate of the size of what comes. Say once nearby, in a live region, that something is loading. */
export function Skeleton({ shape, className }: { shape: 'picture' | 'title' | 'short'; className?: string }) {
  return <span className={classNames('skeleton', `skeleton-${shape}`, className)} aria-hidden="true" />
}
