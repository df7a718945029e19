import type { ReactNode } from 'react'

/** Renders an active filter as a link that removes it; the label Remove follows a thin line. */
export function RemoveChip({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="chip" href={href} rel="nofollow">
      {children} <span className="chip-act">Remove</span>
    </a>
  )
}
