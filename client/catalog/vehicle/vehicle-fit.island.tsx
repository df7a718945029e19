import { useEffect, useRef, useState } from 'react'
import {
  checkFitment,
  type FitmentResult,
  type FittingTire,
  formatFitmentComparison,
} from '../../../schema/catalog/vehicle/fitment.ts'
import { formatVehicle, type SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { paths, vehicleHref } from '../../../schema/paths.ts'
import { clearSavedVehicle, onSavedVehicleChange, readSavedVehicle } from './saved-vehicle.store.ts'

/** What is said before the car's name. */
const LABELS: Record<FitmentResult['fits'], string> = {
  all: 'Fits your',
  front: 'Fits the front of your',
  rear: 'Fits the rear of your',
  no: 'Does not fit your',
}

const SIGNS = {
  yes: 'M2 10.5 7.5 16 18 4.5',
  no: 'M4 4 16 16M16 4 4 16',
  unsure: 'M6 7a4 4 0 1 1 5.5 3.7C10 11.4 10 12 10 13.5M10 17v1',
}

function Sign({ kind }: { kind: keyof typeof SIGNS }) {
  return (
    <svg className={`vehicle-fit-sign vehicle-fit-${kind}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={SIGNS[kind]} />
    </svg>
  )
}

function Answer({ car, tire }: { car: SavedVehicle; tire: FittingTire }) {
  const fit = checkFitment(car.fitment, tire)
  const { fits, unsure, reasons } = fit
  const kind = unsure ? 'unsure' : fits === 'no' ? 'no' : 'yes'
  return (
    <>
      <p className="vehicle-fit-answer">
        <Sign kind={kind} />
        <strong>
          {unsure ? 'May fit your' : LABELS[fits]} <a href={vehicleHref(car)}>{formatVehicle(car)}</a>
        </strong>
      </p>
      <p className="t-14 quiet">
        {[formatFitmentComparison(car.fitment, fit, tire), ...reasons].filter(Boolean).join(' ')}
      </p>
    </>
  )
}

/** Whether this tire fits the car that this browser keeps; asks for a car when it keeps none. */
export default function CarFit(tire: FittingTire) {
  const [car, setCar] = useState<SavedVehicle | null>(null)
  const ask = useRef<HTMLAnchorElement>(null)
  const forgot = useRef(false)
  useEffect(() => {
    const look = () => setCar(readSavedVehicle())
    look()
    return onSavedVehicleChange(look)
  }, [])
  useEffect(() => {
    if (car !== null || !forgot.current) return
    forgot.current = false
    ask.current?.focus({ preventScroll: true })
  }, [car])
  return (
    <section className="vehicle-fit" aria-label="Your car">
      <div role="status">
        {car ? (
          <Answer car={car} tire={tire} />
        ) : (
          <>
            <p className="vehicle-fit-answer">
              <a ref={ask} href={paths.cars}>
                Does it fit my car?
              </a>
            </p>
            <p className="t-14 quiet">
              Choose your car, and size, load and speed are compared on every tire.
            </p>
          </>
        )}
      </div>
      {car ? (
        <p className="vehicle-fit-acts t-14">
          <a href={paths.cars}>
            Change<span className="visually-hidden"> the car</span>
          </a>
          <button
            type="button"
            className="text-button"
            onClick={() => {
              forgot.current = true
              clearSavedVehicle()
            }}
          >
            Forget<span className="visually-hidden"> the car</span>
          </button>
        </p>
      ) : null}
    </section>
  )
}
