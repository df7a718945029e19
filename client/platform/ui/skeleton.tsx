import { classNames } from './class-names.ts'

/** Renders a placeholder of the size of the content that is loading; a live region nearby must announce the loading. */
export function Skeleton({ shape, className }: { shape: 'picture' | 'title' | 'short'; className?: string }) {
  return <span className={classNames('skeleton', `skeleton-${shape}`, className)} aria-hidden="true" />
}
