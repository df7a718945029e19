/** What follows the last press (H14): number, link, label, and the next tire. */
import { useEffect, useRef } from 'react'
import { parseMarking } from '../../../schema/catalog/sizes/tire-marking.ts'
import { formatTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import type { AlikeReply } from '../../../schema/staff/intake/intake-queries.api.ts'
import { newSetHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { LabelButton } from './label-button.tsx'
import type { StoredIntake } from './queue/intake-database.ts'
import { isJobDone, photoProgress } from './queue/send-rules.ts'

export function FinishPanel({
  intake,
  alike,
  unitHref,
  labelHref,
  onLike,
  onNew,
}: {
  intake: StoredIntake
  alike: AlikeReply
  unitHref(sku: string): string
  /** Address of the label of a sku. */
  labelHref(sku: string): string
  onLike(): void
  onNew(): void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { job, sku, draft, result } = intake
  const size = parseMarking(draft.marking ?? '')?.size
  return (
    <section className="intake-finish">
      <p className="intake-state">{finishText(intake)}</p>
      <h2 ref={heading} tabIndex={-1}>
        {sku ?? 'Number follows'}
      </h2>
      <p className="intake-finish-tire">
        {[size && formatTireSize(size), draft.brand, draft.model].filter(Boolean).join(' ')}
      </p>
      <p className="intake-quiet" role="status">
        {uploadText(intake)}
      </p>
      {result?.isRenumbered ? (
        <p className="note note-error">Another tire had this number. Print the label again.</p>
      ) : null}
      {job.act === 'publish' ? (
        <SetHint sku={result?.state === 'live' ? sku : null} alike={alike} unitHref={unitHref} />
      ) : null}
      <div className="intake-finish-acts">
        {job.act === 'scrap' ? null : (
          <Button kind="buy" size="big" wide onClick={onLike}>
            One more like it
          </Button>
        )}
        <Button size="big" wide onClick={onNew}>
          Next tire
        </Button>
        {sku && job.act === 'publish' && !job.isDone ? (
          <LabelButton draft={draft} sku={sku} size="big" wide />
        ) : null}
        {sku && job.act === 'publish' && job.isDone ? (
          <LinkButton href={labelHref(sku)} target="_blank" rel="noopener" size="big" wide>
            Print label
          </LinkButton>
        ) : null}
        {result?.href && result.state === 'live' ? (
          <LinkButton href={result.href} target="_blank" rel="noopener" size="big" wide>
            See it in the shop
          </LinkButton>
        ) : null}
      </div>
    </section>
  )
}

function finishText({ job, result }: StoredIntake): string {
  if (job.act === 'scrap') return job.isDone ? 'Scrapped and counted' : 'Waits to be counted as scrap'
  if (!job.isDone) return 'Waits for the shop'
  if (result?.state === 'waiting') return 'Waits for the second inspection'
  return result?.state === 'parked' ? 'Taken in and parked' : 'On sale'
}

function uploadText({ job }: StoredIntake): string {
  if (isJobDone(job)) return job.photos.length > 0 ? 'All photos are sent.' : ''
  const sent = job.photos.filter((photo) => photoProgress(photo) === 1).length
  if (!job.isDone) return 'It’s stored on this phone and sent by itself.'
  return `${sent} of ${job.photos.length} photos are sent.`
}

/** Names the tires that make a set with this one, and where they are. `sku` is that of a tire that is on sale. */
function SetHint({
  sku: own,
  alike,
  unitHref,
}: {
  sku: string | null
  alike: AlikeReply
  unitHref(sku: string): string
}) {
  const { setSize } = alike
  if (setSize === 1) return null
  const mates = alike.mates.slice(0, setSize - 1)
  const name = setSize === 2 ? 'pair' : 'set of four'
  return (
    <div className="note">
      <p>
        <b>Makes a {name} with</b>
      </p>
      <ul>
        {mates.map(({ sku, least, bin }) => (
          <li key={sku}>
            <a href={unitHref(sku)}>{sku}</a>, {least}/32 in{bin ? `, bin ${bin}` : ''}
          </li>
        ))}
      </ul>
      {own ? (
        <LinkButton href={newSetHref([own, ...mates.map(({ sku }) => sku)])} size="big" wide>
          Make a {name}
        </LinkButton>
      ) : null}
    </div>
  )
}
