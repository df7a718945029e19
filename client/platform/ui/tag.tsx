import type { ReactNode } from 'react'

/** Renders a framed label: the condition. `filled` is for "New". One per card. */
export function Tag({ kind = 'plain', children }: { kind?: 'plain' | 'filled'; children: ReactNode }) {
  return <span className={kind === 'plain' ? 'tag' : `tag tag-${kind}`}>{children}</span>
}
