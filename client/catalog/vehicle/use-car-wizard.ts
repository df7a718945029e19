import { useEffect, useRef, useState } from 'react'
import {
  answerStep,
  clearWizard,
  goBackTo,
  type Wizard,
  wizardAnswers,
} from '../../../schema/catalog/sizes/wizard.ts'
import type { CarView } from '../../../schema/catalog/vehicle/vehicle.ts'
import { carWizard } from '../../../schema/catalog/vehicle/vehicle-wizard.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { type FinderFailure, toFinderFailure } from '../finder/finder-failure.tsx'

/** The steps whose answers are sent to the server; the later steps are part of its last response. */
const SERVER_STEPS = ['year', 'make', 'model'] as const

export interface CarWizardState {
  wizard: Wizard
  view: CarView
  /** The chosen answers, including those that the server has not confirmed yet. */
  answers: readonly string[]
  isLoading: boolean
  failure: FinderFailure | null
  /** Answers step `number` and clears every later answer. */
  pick(number: number, value: string): void
  /** Goes back to step `number` and clears its answer. */
  back(number: number): void
  clear(): void
  /** Loads the choices after these answers. */
  load(answers: readonly string[]): void
  retry(): void
}

/** Returns the state of the car wizard; the choices are read step by step. Only the response to the last request is used. */
export function useCarWizard(years: CarView['years']): CarWizardState {
  const [view, setView] = useState<CarView>({ years, makes: [], models: [], trims: [] })
  const [wizard, setWizard] = useState(() => carWizard(view, []))
  const [answers, setAnswers] = useState<readonly string[]>([])
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<FinderFailure | null>(null)
  const lastRequest = useRef(0)

  function show(next: Wizard): void {
    lastRequest.current += 1
    setLoading(false)
    setFailure(null)
    setWizard(next)
    setAnswers(wizardAnswers(next))
  }
  function load(wanted: readonly string[]): void {
    const request = ++lastRequest.current
    const query = SERVER_STEPS.flatMap((name, index) => (wanted[index] ? [[name, wanted[index]]] : []))
    setAnswers(wanted)
    setFailure(null)
    setLoading(true)
    void callApi<CarView>(`/api/ext/cars?${new URLSearchParams(query)}`).then((outcome) => {
      if (request !== lastRequest.current) return
      setLoading(false)
      if (!outcome.ok) return setFailure(toFinderFailure(outcome))
      const next = carWizard(outcome.value, wanted)
      setView(outcome.value)
      setWizard(next)
      setAnswers(wizardAnswers(next))
    })
  }
  function pick(number: number, value: string): void {
    const next = answerStep(goBackTo(wizard, number), value)
    const chosen = wizardAnswers(next)
    if (number > SERVER_STEPS.length) {
      show(carWizard(view, chosen))
      return
    }
    // The choice of the axle belongs to the previous trim.
    setWizard(next.slice(0, SERVER_STEPS.length + 1))
    load(chosen)
  }
  const retry = () => load(answers)
  useEffect(() => {
    if (!failure?.offline) return
    addEventListener('online', retry, { once: true })
    return () => removeEventListener('online', retry)
  })
  return {
    wizard,
    view,
    answers,
    isLoading,
    failure,
    pick,
    back: (number) => show(goBackTo(wizard, number).slice(0, Math.max(number, SERVER_STEPS.length + 1))),
    clear: () => show(clearWizard(wizard).slice(0, SERVER_STEPS.length + 1)),
    load,
    retry,
  }
}
