import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'

interface Way {
  href: string
  label: string
}

/** What was asked, the nearest thing there is with a green button, one other way out. No drawing. As `h1` it is a page. */
export function EmptyState({
  title,
  children,
  action,
  other,
  level: Heading = 'h2',
}: {
  title: string
  children?: ReactNode
  action?: Way
  other?: Way
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
