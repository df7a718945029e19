/**
 * Sizes of a car, or cars of a size. A car with another size at the rear has two links, front and rear, and
 * links to the staggered sets of both sizes (size_link, size_rear_link).
 */

import { sizeHref } from '../../../schema/catalog/sizes/tire-size.ts'
import type { CarFitment, FitmentAxle, SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { productHref } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { fromPrice } from '../finder/index-list.tsx'
import type { WidgetData } from '../landing/widget-data.ts'
import { type CarTrim, selectVehicle, setsFor } from './fitment-index.ts'
import { SaveVehicleButton } from './saved-vehicle.tsx'
import { carHref } from './vehicle-lists.tsx'

function SizeLink({ fitted, axle, data }: { fitted: FitmentAxle; axle: string; data: WidgetData }) {
  const line = data.sizes.find(({ slug }) => slug === fitted.sizeSlug)
  return (
    <a className="car-size" href={sizeHref(fitted.size)}>
      {axle ? <span className="car-size-axle">{axle}</span> : null}
      <b className="cond">{fitted.size}</b>
      <span className="quiet num">
        {line ? `${formatQuantity(line.count, 'tire')}${fromPrice(line, ', from ')}` : 'None in stock today'}
      </span>
    </a>
  )
}

interface FitProps {
  fit: CarFitment
  data: WidgetData
}

/** Links to the staggered sets of both sizes; nothing for a car with one size. */
function SetsOfBoth({ fit, data }: FitProps) {
  const sets = setsFor(data.context.cars, fit)
  if (!fit.rear || sets.length === 0) return null
  return (
    <ul className="car-sets">
      {sets.map(({ sku, slug, name }) => (
        <li key={sku}>
          <a href={productHref({ sku, parentSku: null, slug })}>{name}</a>
        </li>
      ))}
    </ul>
  )
}

function FitmentLinks({ fit, data }: FitProps) {
  const { front, rear } = fit
  if (!rear) return <SizeLink fitted={front} axle="" data={data} />
  return (
    <>
      <SizeLink fitted={front} axle="Front" data={data} />
      <SizeLink fitted={rear} axle="Rear" data={data} />
      <SetsOfBoth fit={fit} data={data} />
    </>
  )
}

/** A car without its trim. */
type CarOfYear = Pick<SavedVehicle, 'make' | 'model' | 'year'>

interface TrimProps {
  car: CarOfYear
  trims: readonly CarTrim[]
  data: WidgetData
}

/** The only sizes of a car in one line, so that its tires are in the first view of the page. */
function OnlySizes({ car, trim, fit, data }: FitProps & { car: CarOfYear; trim: CarTrim }) {
  const { front, rear } = fit
  const link = (label: string, { size }: FitmentAxle) => (
    <a href={sizeHref(size)}>
      {label} <b className="cond">{size}</b>
    </a>
  )
  return (
    <section className="car-fit" aria-label="Factory tire size">
      <div>
        <p className="car-fit-sizes">
          {link(rear ? 'Front' : 'Factory size', front)}
          {rear ? link('Rear', rear) : null}
        </p>
        <p className="quiet t-14">
          {rear ? 'Choose two of each; they can’t trade places. ' : ''}Check your door sticker.
        </p>
        <SetsOfBoth fit={fit} data={data} />
      </div>
      <SaveVehicleButton car={toSavedVehicle(car, trim, fit)} />
    </section>
  )
}

function TrimSizes({ car, trims, data }: TrimProps) {
  const [trim] = trims
  const [fit] = trim?.fits ?? []
  if (trim && fit && trims.length === 1 && trim.fits.length === 1)
    return <OnlySizes {...{ car, trim, fit, data }} />
  const staggered = trims.some(({ fits }) => fits.some(({ rear }) => rear !== null))
  return (
    <section className="car-sizes" aria-labelledby="car-sizes">
      <div className="chapter">
        <h2 className="t-28" id="car-sizes">
          {trims.length === 1 ? 'Factory tire sizes' : 'Factory tire sizes, by trim'}
        </h2>
      </div>
      <dl>
        {trims.map((trim) => (
          <div key={trim.slug}>
            <dt>{trim.label}</dt>
            {trim.fits.map((fit) => (
              <dd key={`${fit.front.sizeSlug} ${fit.rear?.sizeSlug}`}>
                <FitmentLinks fit={fit} data={data} />
                <div className="car-keep">
                  <SaveVehicleButton car={toSavedVehicle(car, trim, fit)} />
                </div>
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <p className="quiet t-14">
        {staggered ? 'If front and rear differ, choose two of each; they can’t trade places. ' : ''}
        Factory size. Check the sticker inside the driver’s door.
      </p>
    </section>
  )
}

/** Returns the car for the browser to save, with labels and slugs only. */
function toSavedVehicle({ make, model, year }: CarOfYear, trim: CarTrim, fitment: CarFitment): SavedVehicle {
  const step = ({ label, slug }: CarTrim | CarOfYear['make']) => ({ label, slug })
  return { year, make: step(make), model: step(model), trim: step(trim), fitment }
}

/** Formats `2012 to 2018`, or `2020` for a single year. */
function formatYears(from: number, to: number): string {
  return from === to ? String(from) : `${from} to ${to}`
}

function CarsOfSize({ data, slug, label }: { data: WidgetData; slug: string; label: string }) {
  const cars = data.context.cars.bySize.get(slug) ?? []
  return (
    <details className="widget-more cars-of-size">
      <summary>
        {formatQuantity(cars.length, 'car')} came with {label}
      </summary>
      <ul>
        {cars.map(({ make, model, yearFrom, yearTo, trims }) => {
          const href = carHref(data.context, [make.label, model.label, yearTo])
          const name = `${make.label} ${model.label}, ${formatYears(yearFrom, yearTo)}`
          return (
            <li key={name}>
              {href ? <a href={href}>{name}</a> : name} <span className="quiet t-14">{trims.join(', ')}</span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

export function CarSizes(data: WidgetData) {
  const { target } = data.page
  const [value] = target?.values ?? []
  if (!target || !value) return null
  if (target.route === 'size') {
    const slug = data.landing.base.size?.[0] ?? ''
    const known = (data.context.cars.bySize.get(slug) ?? []).length > 0
    return known ? <CarsOfSize data={data} slug={slug} label={value.label} /> : null
  }
  const { make, model, year, trims } = selectVehicle(data.context.cars, target)
  if (!make || !model || year === null || trims.length === 0) return null
  return <TrimSizes car={{ make, model, year }} trims={trims} data={data} />
}
