/** /customer/account/garage/: the customer's cars, each with its sizes, its plate or name and its last tires. */
import { getRouteApi } from '@tanstack/react-router'
import type { GarageCarView } from '../../../schema/account/garage/garage.api.ts'
import { sizeHref } from '../../../schema/catalog/sizes/tire-size.ts'
import { formatVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { orderHref, paths, vehicleHref } from '../../../schema/paths.ts'
import { FIELD_LABELS } from '../../../schema/platform/forms/field.ts'
import {
  clearSavedVehicle,
  readSavedVehicle,
  saveVehicle,
} from '../../catalog/vehicle/saved-vehicle.store.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { Field } from '../../platform/ui/field.tsx'
import { FormProblem } from '../../platform/ui/form-problem.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { useCustomerForm } from '../use-customer-form.ts'

const route = getRouteApi('/customer/account/garage')

export function GarageScreen() {
  const { cars, isFull, notice } = route.useLoaderData()
  return (
    <AccountFrame title="Garage" current={paths.garage} notice={notice}>
      {cars.length === 0 ? (
        <EmptyState
          title="No cars yet"
          action={{ href: paths.cars, label: 'Find your car' }}
          other={{ href: paths.home, label: 'Find tires by size' }}
        >
          <p>
            Pick your car once and press “This is my car”. We’ll mark the tires that fit, on every device.
          </p>
        </EmptyState>
      ) : (
        <>
          <ul className="account-list garage">
            {cars.map((one) => (
              <Car key={one.id} one={one} />
            ))}
          </ul>
          {isFull ? (
            <Alert>Your garage is full. Remove a car to add another.</Alert>
          ) : (
            <p>
              <LinkButton href={paths.cars} data-choose-car="">
                Add a car
              </LinkButton>
            </p>
          )}
        </>
      )}
    </AccountFrame>
  )
}

function Car({ one: { id, name, car, lastTires } }: { one: GarageCarView }) {
  const title = formatVehicle(car)
  const { front, rear } = car.fitment
  const axles = rear
    ? [
        { axle: 'Front', size: front.size },
        { axle: 'Rear', size: rear.size },
      ]
    : [{ axle: 'All four', size: front.size }]
  return (
    <li>
      <div className="garage-car">
        <h2 className="t-28">{name || title}</h2>
        {name ? <p>{title}</p> : null}
        <dl className="garage-sizes t-14">
          {axles.map(({ axle, size }) => (
            <div key={axle}>
              <dt>{axle}</dt>
              <dd>
                <a href={sizeHref(size)}>{size}</a>
              </dd>
            </div>
          ))}
        </dl>
        {lastTires ? (
          <p className="t-14">
            Last tires: <a href={orderHref(lastTires.orderNumber)}>{lastTires.title}</a>, {lastTires.bought}
          </p>
        ) : null}
        <p>
          <LinkButton href={vehicleHref(car)} onClick={() => saveVehicle(car)}>
            Tires that fit<span className="visually-hidden"> {title}</span>
          </LinkButton>
        </p>
      </div>
      <div className="garage-forms">
        <NameForm id={id} name={name} title={title} />
        <RemoveForm id={id} car={car} title={title} />
      </div>
    </li>
  )
}

function NameForm({ id, name, title }: { id: number; name: string; title: string }) {
  const form = useCustomerForm({ action: 'car-name' })
  return (
    <form {...form.props}>
      <input type="hidden" name="action" value="car-name" />
      <input type="hidden" name="id" value={id} />
      <FormProblem form={form} />
      <div className="field-and-button">
        <Field
          label={FIELD_LABELS.carName}
          name="carName"
          id={`car-name-${id}`}
          defaultValue={name}
          maxLength={60}
          autoComplete="off"
          error={form.errors.carName}
        />
        <Button type="submit" busy={form.busy}>
          Save<span className="visually-hidden"> the name of {title}</span>
        </Button>
      </div>
    </form>
  )
}

function RemoveForm({ id, car, title }: { id: number; car: GarageCarView['car']; title: string }) {
  const form = useCustomerForm({
    action: 'car-remove',
    // Otherwise this browser would add its car to the garage again.
    onDone: () => {
      if (JSON.stringify(readSavedVehicle()) === JSON.stringify(car)) clearSavedVehicle()
    },
  })
  return (
    <form {...form.props}>
      <input type="hidden" name="action" value="car-remove" />
      <input type="hidden" name="id" value={id} />
      <button type="submit" className="text-button" aria-busy={form.busy || undefined}>
        Remove<span className="visually-hidden"> {title}</span>
      </button>
      <FormProblem form={form} />
    </form>
  )
}
