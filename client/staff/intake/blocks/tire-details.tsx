/** What a model that the shop doesn't know is asked for: service, season, tread when new (H14). */
import { useId, useState } from 'react'
import { PATTERN_NAMES, SEASONS } from '../../../../schema/catalog/product/product.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { readService, withService } from '../state/tire-choices.ts'
import type { BlockBody } from './block-body.ts'
import { KeyPad } from './key-pad.tsx'

/** Depths of new tires in 32nds, from summer tires to mud tires. */
const NEW_DEPTHS = [8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22] as const

const PATTERN_LABELS: Readonly<Record<(typeof PATTERN_NAMES)[number], string>> = {
  touring: 'Touring',
  sport: 'Sport',
  winter: 'Winter',
  at: 'All-terrain',
  highway: 'Highway',
}

export function TireDetails({ draft, change, complete, isDone }: BlockBody & { isDone: boolean }) {
  return (
    <>
      <ServiceField
        service={readService(draft.marking)}
        onEnter={(service) => change({ marking: withService(draft.marking, service) })}
      />
      <p className="intake-sub">Season</p>
      <KeyPad
        label="Season"
        columns={3}
        keys={SEASONS.map((season) => ({
          label: season,
          isPressed: draft.season === season,
          onPress: () => change({ season }),
        }))}
      />
      <p className="intake-sub">Tread when new, 32nds of an inch</p>
      <KeyPad
        label="Tread when new"
        columns={6}
        keys={NEW_DEPTHS.map((depth) => ({
          label: String(depth),
          name: `${depth} thirty-seconds when new`,
          isPressed: draft.treadNew === depth,
          onPress: () => change({ treadNew: depth }),
        }))}
      />
      <p className="intake-sub">Tread pattern</p>
      <KeyPad
        label="Tread pattern"
        columns={3}
        keys={[
          ...PATTERN_NAMES.map((pattern) => ({
            label: PATTERN_LABELS[pattern],
            isPressed: draft.pattern === pattern,
            onPress: () => change({ pattern }),
          })),
          {
            label: 'Run-flat',
            isPressed: draft.runFlat === true,
            onPress: () => change({ runFlat: !draft.runFlat }),
          },
        ]}
      />
      <Button size="big" wide disabled={!isDone} onClick={() => complete({})}>
        Next
      </Button>
    </>
  )
}

function ServiceField({ service, onEnter }: { service: string; onEnter(service: string): void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const submit = () => {
    if (typed !== null) onEnter(typed)
    setTyped(null)
  }
  return (
    <div className="intake-type">
      <label htmlFor={id}>Load index and speed, such as 94W XL</label>
      <input
        id={id}
        className="input"
        data-first=""
        placeholder="94W"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed ?? service}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={submit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          submit()
        }}
      />
    </div>
  )
}
