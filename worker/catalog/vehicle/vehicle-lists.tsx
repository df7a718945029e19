/** Lists of makes, models, years and trims; years are grouped by decade, as in the finder. */
import { type LandingTarget, landingPath } from '../../../schema/catalog/landing/landing.ts'
import { groupYearsByDecade } from '../../../schema/catalog/vehicle/vehicle.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { isHidden } from '../landing/landing-index.ts'
import type { ListingContext } from '../landing/listing-context.ts'
import type { WidgetData } from '../landing/widget-data.ts'
import { type CarModel, selectVehicle } from './fitment-index.ts'

/** Returns the address of a car's landing by its labels, from the make down; `null` where it is hidden. */
export function carHref(
  { landings }: Pick<ListingContext, 'landings'>,
  labels: readonly (string | number)[],
): string | null {
  const steps = ['make', 'car_model', 'year', 'trim'] as const
  const target: LandingTarget = {
    route: 'car',
    values: labels.flatMap((label, depth) => {
      const attribute = steps[depth]
      return attribute ? [{ attribute, label: String(label) }] : []
    }),
  }
  const path = landingPath(target)
  return path && !isHidden(landings, path) ? path : null
}

export function CarMakesList({ context }: WidgetData) {
  const makes = [...context.cars.makes.values()].flatMap((make) => {
    const href = carHref(context, [make.label])
    return href ? [{ make, href }] : []
  })
  if (makes.length === 0) return null
  return (
    <section className="rule" aria-label="Makes">
      <ul className="index index-three">
        {makes.map(({ make, href }) => (
          <li key={make.slug}>
            <a href={href}>
              <b className="cond">{make.label}</b>
              <span>{formatQuantity(make.models.size, 'model')}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Years({ data, make, model }: { data: WidgetData; make: string; model: CarModel }) {
  return (
    <dl className="decades">
      {groupYearsByDecade(model.years.keys()).map(({ decade, years }) => (
        <div key={decade}>
          <dt>{decade}s</dt>
          <dd>
            <ul>
              {years.flatMap((year) => {
                const href = carHref(data.context, [make, model.label, year])
                return href ? (
                  <li key={year}>
                    <a className="num" href={href}>
                      <span className="visually-hidden">{model.label} </span>
                      {year}
                    </a>
                  </li>
                ) : (
                  []
                )
              })}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The models of a make, each with its years. */
export function CarModelsList(data: WidgetData) {
  const { page, context } = data
  const { make } = page.target ? selectVehicle(context.cars, page.target) : { make: null }
  if (!make) return null
  return (
    <section className="car-models" aria-label={`Models of ${make.label}`}>
      <ul>
        {[...make.models.values()].flatMap((model) => {
          const href = carHref(context, [make.label, model.label])
          return href ? (
            <li key={model.slug}>
              <h2 className="t-28">
                <a href={href}>{model.label}</a>
              </h2>
              <p className="quiet t-14">{model.bodyType}</p>
              <Years data={data} make={make.label} model={model} />
            </li>
          ) : (
            []
          )
        })}
      </ul>
    </section>
  )
}

export function CarYearsList(data: WidgetData) {
  const { make, model } = data.page.target
    ? selectVehicle(data.context.cars, data.page.target)
    : { make: null, model: null }
  if (!make || !model) return null
  return (
    <section className="rule car-years" aria-label={`Years of the ${make.label} ${model.label}`}>
      <Years data={data} make={make.label} model={model} />
    </section>
  )
}

/** Links to the trims of a year; `CarSizes` shows their sizes. */
export function CarSubModelsList({ page, context }: WidgetData) {
  if (!page.target) return null
  const { make, model, year, trims } = selectVehicle(context.cars, page.target)
  if (!make || !model || year === null || page.target.values.length > 3) return null
  const lines = trims.flatMap((trim) => {
    const href = carHref(context, [make.label, model.label, year, trim.label])
    return href ? [{ trim, href }] : []
  })
  if (lines.length === 0) return null
  return (
    <nav aria-label="Trims">
      <ul className="chips">
        {lines.map(({ trim, href }) => (
          <li key={trim.slug}>
            <a className="chip" href={href}>
              {trim.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
