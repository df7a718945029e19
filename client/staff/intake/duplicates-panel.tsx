/** Asks whether a tire that looks the same is the same one (H14). Nothing is blocked; the answer is stored. */

import { formatAgo } from '../../../schema/platform/elapsed.ts'
import type { AlikeReply } from '../../../schema/staff/intake/intake-queries.api.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'

type Duplicate = AlikeReply['duplicates'][number]

export function DuplicatesPanel({
  duplicates,
  now,
  unitHref,
  onOther,
}: {
  duplicates: readonly Duplicate[]
  now: number
  unitHref(sku: string): string
  /** The person says that this tire is another one than this sku. */
  onOther(sku: string): void
}) {
  return (
    <div role="status">
      {duplicates.map((duplicate) => (
        <section key={duplicate.sku} className="intake-duplicate" aria-label={`Looks like ${duplicate.sku}`}>
          {duplicate.photo ? <img src={duplicate.photo} alt={duplicate.sku} /> : null}
          <p>
            <b>Looks like {duplicate.sku}</b>
            <span>{describe(duplicate, now)}</span>
          </p>
          <div>
            <Button onClick={() => onOther(duplicate.sku)}>It’s another tire</Button>
            <LinkButton href={unitHref(duplicate.sku)} target="_blank" rel="noopener">
              Open {duplicate.sku}
            </LinkButton>
          </div>
        </section>
      ))}
    </div>
  )
}

/** `Same picture. Casey, 12 minutes ago`. */
function describe({ reason, takenBy, takenAt, name }: Duplicate, now: number): string {
  const why = reason === 'picture' ? 'Same picture' : 'Same tire, week and tread'
  const who = [takenBy, takenAt !== null && formatAgo(takenAt, now)].filter(Boolean).join(', ')
  return `${why}. ${who || name}`
}
