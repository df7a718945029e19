/** What stays for a batch of tires (H14): the lot they came with, and the bin they go to. */
import { useId, useState } from 'react'
import type { IntakeDraft } from '../../../schema/staff/intake/intake-draft.ts'
import { Button } from '../../platform/ui/button.tsx'
import type { Lot } from './use-intake-page.ts'

export function BatchBar({
  draft,
  lots,
  bins,
  newLotHref,
  onChange,
}: {
  draft: IntakeDraft
  lots: readonly Lot[]
  bins: readonly string[]
  /** Where a lot is entered; `null` for people who may not see what it cost. */
  newLotHref: string | null
  onChange(patch: Partial<IntakeDraft>): void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const lot = lots.find((one) => one.id === draft.lotId)
  return (
    <section className="intake-batch" aria-label="Batch">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={`${id}-batch`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span>
          <small>Lot</small> <b>{lot?.label ?? (draft.lotId ? `No. ${draft.lotId}` : 'None')}</b>
        </span>
        <span>
          <small>Bin</small> <b>{draft.bin || 'None'}</b>
        </span>
        <span className="intake-change">{isOpen ? 'Close' : 'Change'}</span>
      </button>
      <div id={`${id}-batch`} hidden={!isOpen} className="intake-batch-fields">
        <div className="intake-type">
          <label htmlFor={`${id}-lot`}>Lot</label>
          <span className="select">
            <select
              id={`${id}-lot`}
              value={draft.lotId ?? ''}
              onChange={(event) => onChange({ lotId: Number(event.target.value) || null })}
            >
              <option value="">None</option>
              {lots.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.label}
                </option>
              ))}
            </select>
          </span>
        </div>
        <div className="intake-type">
          <label htmlFor={`${id}-bin`}>Bin</label>
          <input
            id={`${id}-bin`}
            className="input"
            list={`${id}-bins`}
            placeholder="A-12-3"
            autoComplete="off"
            autoCapitalize="characters"
            value={draft.bin ?? ''}
            onChange={(event) => onChange({ bin: event.target.value.toUpperCase() })}
          />
          <datalist id={`${id}-bins`}>
            {bins.map((code) => (
              <option key={code} value={code} />
            ))}
          </datalist>
        </div>
        {newLotHref ? (
          <a className="button" href={newLotHref}>
            New lot
          </a>
        ) : null}
        <Button onClick={() => setIsOpen(false)}>Done</Button>
      </div>
    </section>
  )
}
