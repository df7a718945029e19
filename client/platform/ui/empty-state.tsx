import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'

interface LinkTarget {
  href: string
  label: string
}

/** Explains an empty list or page: a title, a text, a green button to the nearest results and another link. `h1` is for pages. */
export function EmptyState({
  title,
  children,
  action,
  other,
  level: Heading = 'h2',
}: {
  title: string
  children?: ReactNode
  action?: LinkTarget
  other?: LinkTarget
  level?: 'h1' | 'h2' | 'h3'
}) {
  return (
    <div className="empty">
      <Heading className={Heading === 'h1' ? 't-64' : 't-28'}>{title}</Heading>
      {children ? <div className="quiet measure">{children}</div> : null}
      {action || other ? (
        <p className="button-row">
          {action ? (
            <LinkButton kind="buy" href={action.href}>
              {action.label}
            </LinkButton>
          ) : null}
          {other ? <LinkButton href={other.href}>{other.label}</LinkButton> : null}
        </p>
      ) : null}
    </div>
  )
}
