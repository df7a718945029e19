import { useEffect, useState } from 'react'
import type { CartLineView } from '../../schema/cart/cart.api.ts'
import { hasSavedVehicle } from '../catalog/vehicle/saved-vehicle-key.store.ts'
import type { LineFit } from './line-fits.ts'

/** Returns a function that says whether a line fits the saved car; it returns `null` until its code is loaded. */
export function useLineFits(): (line: CartLineView) => LineFit | null {
  const [fit, setFit] = useState(
    () =>
      (_: CartLineView): LineFit | null =>
        null,
  )
  useEffect(() => {
    if (!hasSavedVehicle()) return
    import('./line-fits.ts').then(
      ({ savedCarFit }) => {
        const fitOf = savedCarFit()
        if (fitOf) setFit(() => fitOf)
      },
      () => {},
    )
  }, [])
  return fit
}
