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

/** The text before the name of the car. */
const LABELS: Record<FitmentResult['fits'], string> = {
  all: 'Fits your',
  front: 'Fits the front of your',
  rear: 'Fits the rear of your',
  no: 'Doesn’t fit your',
}

const ICONS = {
  yes: 'M2 10.5 7.5 16 18 4.5',
  no: 'M4 4 16 16M16 4 4 16',
  unsure: 'M6 7a4 4 0 1 1 5.5 3.7C10 11.4 10 12 10 13.5M10 17v1',
}

function Icon({ kind }: { kind: keyof typeof ICONS }) {
  return (
    <svg className={`vehicle-fit-sign vehicle-fit-${kind}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={ICONS[kind]} />
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
        <Icon kind={kind} />
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

/** Shows whether this tire fits the saved car; without one, a link to choose a car. */
export default function VehicleFit(tire: FittingTire) {
  const [car, setCar] = useState<SavedVehicle | null>(null)
  const chooseLink = useRef<HTMLAnchorElement>(null)
  const hasCleared = useRef(false)
  useEffect(() => {
    const update = () => setCar(readSavedVehicle())
    update()
    return onSavedVehicleChange(update)
  }, [])
  useEffect(() => {
    if (car !== null || !hasCleared.current) return
    hasCleared.current = false
    chooseLink.current?.focus({ preventScroll: true })
  }, [car])
  return (
    <section className="vehicle-fit" aria-label="Your car">
      <div role="status">
        {car ? (
          <Answer car={car} tire={tire} />
        ) : (
          <>
            <p className="vehicle-fit-answer">
              <a ref={chooseLink} href={paths.cars} data-choose-car="">
                Does it fit my car?
              </a>
            </p>
            <p className="t-14 quiet">Add your car and we’ll check size, load and speed for you.</p>
          </>
        )}
      </div>
      {car ? (
        <p className="vehicle-fit-acts t-14">
          <a href={paths.cars} data-choose-car="">
            Change<span className="visually-hidden"> the car</span>
          </a>
          <button
            type="button"
            className="text-button"
            onClick={() => {
              hasCleared.current = true
              clearSavedVehicle()
            }}
          >
            Remove<span className="visually-hidden"> the car</span>
          </button>
        </p>
      ) : null}
    </section>
  )
}
