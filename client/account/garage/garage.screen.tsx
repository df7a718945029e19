/** /customer/account/garage/: the customer's cars, each with its sizes, its plate or name and its last tires. */
import { getRouteApi } from '@tanstack/react-router'
import type { GarageCarView } from '../../../schema/account/garage/garage.api.ts'
import { orderHref, paths } from '../../../schema/paths.ts'
import { FIELD_LABELS } from '../../../schema/platform/forms/field.ts'
import { SAVED_VEHICLE_KEY } from '../../catalog/vehicle/saved-vehicle-key.store.ts'
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { Field } from '../../platform/ui/field.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { ActionButtonForm } from '../action-button-form.tsx'
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
            <p>Your garage is full. Remove a car to add another.</p>
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

function Car({ one: { id, name, car, title, href, sizes, lastTires } }: { one: GarageCarView }) {
  return (
    <li>
      <div className="garage-car">
        <h2 className="t-28">{name || title}</h2>
        {name ? <p>{title}</p> : null}
        <p className="garage-sizes t-14">
          {sizes.map((one) => (
            <span key={one.axle}>
              {one.axle} <a href={one.href}>{one.size}</a>
            </span>
          ))}
        </p>
        {lastTires ? (
          <p className="t-14">
            Last tires: <a href={orderHref(lastTires.orderNumber)}>{lastTires.title}</a>, {lastTires.bought}
          </p>
        ) : null}
        <p>
          <LinkButton href={href} onClick={() => storedText(SAVED_VEHICLE_KEY).save(JSON.stringify(car))}>
            Tires that fit<span className="visually-hidden"> {title}</span>
          </LinkButton>
        </p>
      </div>
      <div className="garage-forms">
        <NameForm id={id} name={name} title={title} />
        <ActionButtonForm action="car-remove" fields={{ id }} look="text">
          Remove<span className="visually-hidden"> {title}</span>
        </ActionButtonForm>
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
      <div className="field-and-button">
        <Field
          label={FIELD_LABELS.carName}
          name="carName"
          id={`car-name-${id}`}
          defaultValue={name}
          maxLength={60}
          autoComplete="off"
          error={form.errors.carName ?? form.problem}
        />
        <Button type="submit" busy={form.busy}>
          Save<span className="visually-hidden"> the name of {title}</span>
        </Button>
      </div>
    </form>
  )
}
