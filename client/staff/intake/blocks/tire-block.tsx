/** Chooses brand and model (H14); a known tire fills in the rest, an unknown one is asked for it. */
import { useEffect } from 'react'
import {
  brandChoices,
  fillTire,
  findTypedTire,
  modelChoices,
  readService,
  type YardTire,
} from '../state/tire-choices.ts'
import type { BlockBody } from './block-body.ts'
import { ChoicePicker } from './choice-picker.tsx'
import { TireDetails } from './tire-details.tsx'

export interface TireChoices {
  /** Known tires of the draft's size. */
  tires: readonly YardTire[]
  /** The shop, or this phone without it, has not said yet what it knows of the size. */
  isLoading: boolean
  brands: readonly string[]
  /** Brands of the last tires that this phone took in, newest first. */
  recent: readonly string[]
}

export function TireBlock({
  draft,
  change,
  complete,
  isDone,
  choices,
}: BlockBody & { isDone: boolean; choices: TireChoices }) {
  const { brand, model } = draft
  const typed = isDone ? null : findTypedTire(choices.tires, draft)
  useEffect(() => {
    if (typed) complete(fillTire(draft, typed))
  }, [typed, draft, complete])
  if (!brand) {
    const names = brandChoices(choices.tires, choices.recent, choices.brands)
    return (
      <ChoicePicker
        key="brand"
        label="Brand"
        columns={3}
        isLoading={choices.isLoading}
        choices={names.map((name) => ({ id: name, label: name }))}
        onPick={(name) => change({ brand: name })}
        onType={(name) => change({ brand: name })}
      />
    )
  }
  const startAgain = () => change({ brand: null, model: null, season: null, pattern: null, treadNew: null })
  const known = modelChoices(choices.tires, brand)
  return (
    <>
      <div className="intake-steps">
        <output>{[brand, model].filter(Boolean).join(' ')}</output>
        <button type="button" className="button" onClick={startAgain}>
          Other brand
        </button>
      </div>
      {model ? (
        <TireDetails draft={draft} change={change} complete={complete} isDone={isDone} />
      ) : (
        <ChoicePicker
          key="model"
          label="Model"
          columns={2}
          isLoading={choices.isLoading}
          choices={known.map((tire, index) => ({
            id: String(index),
            label: tire.model,
            more: readService(tire.marking) || undefined,
          }))}
          onPick={(index) => {
            const tire = known[Number(index)]
            if (tire) complete(fillTire(draft, tire))
          }}
          onType={(name) => change({ model: name })}
        />
      )}
    </>
  )
}
