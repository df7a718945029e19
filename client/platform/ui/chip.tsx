import type { ReactNode } from 'react'

/** A filter that is on, as a link that takes it off; the word Remove stands after a hairline. */
export function RemoveChip({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="chip" href={href} rel="nofollow">
      {children} <span className="chip-act">Remove</span>
    </a>
  )
}
