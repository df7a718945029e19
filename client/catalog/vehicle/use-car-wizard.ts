import { useEffect, useRef, useState } from 'react'
import {
  answerStep,
  answersOf,
  backTo,
  clearWizard,
  type Wizard,
} from '../../../schema/catalog/sizes/wizard.ts'
import type { CarView } from '../../../schema/catalog/vehicle/vehicle.ts'
import { carWizard } from '../../../schema/catalog/vehicle/vehicle-wizard.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { type FinderFailure, toFinderFailure } from '../finder/finder-failure.tsx'

/** Year, make and model are asked of the server; what follows came with the last answer. */
const ASKED = ['year', 'make', 'model'] as const

export interface CarWizardState {
  wizard: Wizard
  view: CarView
  /** What was chosen, also while the server has not said yet that it offers it. */
  answers: readonly string[]
  isLoading: boolean
  failure: FinderFailure | null
  /** Answers step `number`; every later one is cleared. */
  pick(number: number, value: string): void
  /** Back to step `number`, which is asked again. */
  back(number: number): void
  clear(): void
  /** Asks for what these answers lead to. */
  load(answers: readonly string[]): void
  retry(): void
}

/** The car wizard, with what it offers read step by step. Only the answer to the last request counts. */
export function useCarWizard(years: CarView['years']): CarWizardState {
  const [view, setView] = useState<CarView>({ years, makes: [], models: [], trims: [] })
  const [wizard, setWizard] = useState(() => carWizard(view, []))
  const [answers, setAnswers] = useState<readonly string[]>([])
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<FinderFailure | null>(null)
  const turn = useRef(0)

  function show(next: Wizard): void {
    turn.current += 1
    setLoading(false)
    setFailure(null)
    setWizard(next)
    setAnswers(answersOf(next))
  }
  function load(wanted: readonly string[]): void {
    const mine = ++turn.current
    const asked = ASKED.flatMap((name, index) => (wanted[index] ? [[name, wanted[index]]] : []))
    setAnswers(wanted)
    setFailure(null)
    setLoading(true)
    void callApi<CarView>(`/api/ext/cars?${new URLSearchParams(asked)}`).then((outcome) => {
      if (mine !== turn.current) return
      setLoading(false)
      if (!outcome.ok) return setFailure(toFinderFailure(outcome))
      const next = carWizard(outcome.value, wanted)
      setView(outcome.value)
      setWizard(next)
      setAnswers(answersOf(next))
    })
  }
  function pick(number: number, value: string): void {
    const next = answerStep(backTo(wizard, number), value)
    const chosen = answersOf(next)
    if (number > ASKED.length) {
      show(carWizard(view, chosen))
      return
    }
    // The question about the axle belongs to the trim that is not chosen any more.
    setWizard(next.slice(0, ASKED.length + 1))
    load(chosen)
  }
  const retry = () => load(answers)
  useEffect(() => {
    if (!failure?.offline) return
    const again = () => load(answers)
    addEventListener('online', again, { once: true })
    return () => removeEventListener('online', again)
  })
  return {
    wizard,
    view,
    answers,
    isLoading,
    failure,
    pick,
    back: (number) => show(backTo(wizard, number).slice(0, Math.max(number, ASKED.length + 1))),
    clear: () => show(clearWizard(wizard).slice(0, ASKED.length + 1)),
    load,
    retry,
  }
}
