/** A list of facts about a record: a label with its value. Facts without a value are left out. */
import type { ReactNode } from 'react'

export type Fact = readonly [label: string, value: ReactNode]

export function FactList({
  facts,
  className = 'staff-facts',
}: {
  facts: readonly Fact[]
  className?: string
}) {
  return (
    <dl className={className}>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
