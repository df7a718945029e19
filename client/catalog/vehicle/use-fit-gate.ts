import { type FormEvent, useRef } from 'react'
import type { FittingTire } from '../../../schema/catalog/vehicle/fitment.ts'
import { hasSavedVehicle } from './saved-vehicle-key.store.ts'

/**
 * Returns a listener for the capture phase of a form's submit: tires that do not fit the saved car are only added after a
 * second press (H13a). A page that cannot load the question adds them.
 */
export function useFitGate(tires: readonly FittingTire[]): (event: FormEvent) => void {
  const hasPassed = useRef(false)
  return (event) => {
    const form = event.target
    if (hasPassed.current || !hasSavedVehicle() || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    event.stopPropagation()
    import('./saved-vehicle-page.ts')
      .then(({ mayAdd }) => mayAdd(tires))
      .catch(() => true)
      .then((isAdded) => {
        if (!isAdded) return
        // The form is sent within this call; the next press asks again.
        hasPassed.current = true
        form.requestSubmit()
        hasPassed.current = false
      })
  }
}
