/** What the intake page asks the shop (H14): known sizes and tires, a price, and tires that look the same. */
import { useEffect, useState } from 'react'
import type { IntakeContext } from '../../../schema/staff/intake/check-draft.ts'
import type { Grade } from '../../../schema/staff/intake/findings.ts'
import type { AlikeReply } from '../../../schema/staff/intake/intake-queries.api.ts'
import type { TireChoices } from './blocks/tire-block.tsx'
import { readShopChoices, readTires, type ShopChoices } from './calls/read-choices.ts'
import {
  NOTHING_ALIKE,
  type PriceSuggestionState,
  readAlike,
  readSuggestion,
} from './calls/read-suggestion.ts'
import type { FormAction, IntakeForm } from './state/intake-form.ts'
import { readSize, type YardTire } from './state/tire-choices.ts'
import type { OpenIntakes } from './use-intake-store.ts'

export interface IntakeQuestions {
  choices: ShopChoices
  tires: TireChoices
  suggestion: PriceSuggestionState
  alike: AlikeReply
  rememberBrand(brand: string | null | undefined): void
}

const NO_CHOICES: ShopChoices = { sizes: [], brands: [] }
const NO_TIRES: readonly YardTire[] = []
const RECENT = 'recent-brands'
/** Brands of the last tires that are offered first. */
const MAX_RECENT = 6

const toStrings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** What the shop sells; every size counts as known until that has been read. */
export interface KnownChoices extends ShopChoices {
  isKnownSize(size: string): boolean
}

export function useShopChoices(database: OpenIntakes['database'] | null): KnownChoices {
  const [choices, setChoices] = useState(NO_CHOICES)
  useEffect(() => {
    if (database) void readShopChoices(database).then((found) => found && setChoices(found))
  }, [database])
  const { sizes } = choices
  return {
    ...choices,
    isKnownSize: (size) => sizes.length === 0 || sizes.some((known) => known.size === size),
  }
}

export function useIntakeQuestions(
  opened: OpenIntakes | null,
  form: IntakeForm,
  grade: Grade | null,
  dispatch: (action: FormAction) => void,
  setFacts: (facts: IntakeContext['facts']) => void,
  yard: { bins: readonly string[]; lots: readonly { id: number }[]; choices: KnownChoices },
): IntakeQuestions {
  const database = opened?.database ?? null
  const { choices } = yard
  const [answer, setAnswer] = useState<{ size: string; tires: readonly YardTire[] } | null>(null)
  const [recent, setRecent] = useState<readonly string[]>([])
  const size = readSize(form.draft.marking)
  useEffect(() => {
    if (!database) return
    void database.readValue(RECENT).then((brands) => setRecent(toStrings(brands)))
  }, [database])
  useEffect(() => {
    if (!database || size === '') return
    let isOver = false
    void readTires(database, size)
      .catch(() => NO_TIRES)
      .then((tires) => !isOver && setAnswer({ size, tires }))
    return () => {
      isOver = true
    }
  }, [database, size])
  const isLoading = database !== null && size !== '' && answer?.size !== size
  const tires = answer?.size === size ? answer.tires : NO_TIRES
  const { suggestion, alike } = useAnswers(form, grade, dispatch)
  const suggested = typeof suggestion === 'object' ? suggestion.price : null
  const { brand, model } = form.draft
  const isKnownSize = choices.isKnownSize(size)
  const isKnownModel =
    !model || tires.length === 0 || tires.some((tire) => tire.brand === brand && tire.model === model)
  const { bin, lotId } = form.draft
  const isKnownBin = !bin || yard.bins.includes(bin)
  const isKnownLot = !lotId || yard.lots.some(({ id }) => id === lotId)
  useEffect(
    () => setFacts({ isKnownSize, isKnownModel, isKnownBin, isKnownLot, suggested }),
    [setFacts, isKnownSize, isKnownModel, isKnownBin, isKnownLot, suggested],
  )
  return {
    choices,
    tires: { tires, isLoading, brands: choices.brands.map(({ brand: name }) => name), recent },
    suggestion,
    alike,
    rememberBrand(name) {
      if (!name || !database) return
      const next = [name, ...recent.filter((one) => one !== name)].slice(0, MAX_RECENT)
      setRecent(next)
      void database.writeValue(RECENT, next)
    },
  }
}

/** Asks for a price and for duplicates when tire, tread and code are known, and again when one of them changes. */
function useAnswers(
  form: IntakeForm,
  grade: Grade | null,
  dispatch: (action: FormAction) => void,
): { suggestion: PriceSuggestionState; alike: AlikeReply } {
  const [suggestion, setSuggestion] = useState<PriceSuggestionState>('none')
  const [alike, setAlike] = useState(NOTHING_ALIKE)
  const { draft } = form
  const { marking, brand, model, depths, dot, treadNew, season, runFlat, photos, anotherThan } = draft
  const hash = photos.find(({ slot }) => slot === 'tread')?.hash
  const tire = JSON.stringify([marking, brand, model, depths, dot, runFlat])
  const isKnown = Boolean(marking && brand && model && depths.length > 0 && dot)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tire` has the values of the draft that matter
  useEffect(() => {
    if (!isKnown) return setSuggestion('none')
    let isOver = false
    setSuggestion((before) => (typeof before === 'object' ? before : 'loading'))
    void readSuggestion(draft, grade).then((found) => {
      if (isOver) return
      setSuggestion(found)
      if (typeof found === 'object' && found.price !== null) dispatch({ type: 'suggest', price: found.price })
    })
    return () => {
      isOver = true
    }
  }, [isKnown, tire, grade, treadNew, season, dispatch])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tire` has the values of the draft that matter
  useEffect(() => {
    if (!isKnown) return setAlike(NOTHING_ALIKE)
    let isOver = false
    void readAlike(draft).then((found) => !isOver && setAlike(found))
    return () => {
      isOver = true
    }
  }, [isKnown, tire, hash, anotherThan])
  return { suggestion, alike }
}
