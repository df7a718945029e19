/** Default headings, titles and breadcrumbs of a landing, built from its labels. */
import type { Crumb } from '../../../client/platform/ui/breadcrumbs.tsx'
import {
  type LandingAttribute,
  type LandingRouteName,
  type LandingTarget,
  landingPath,
} from '../../../schema/catalog/landing/landing.ts'
import type { PlaceholderValues } from '../../../schema/catalog/landing/landing-text.ts'
import { conditionLabel, seasonLabel } from '../../../schema/catalog/sizes/tire-text.ts'
import { modelAndTrim } from '../../../schema/catalog/vehicle/vehicle.ts'
import { paths } from '../../../schema/paths.ts'

const OVERVIEWS: Record<LandingRouteName, { title: string; heading: string; crumb: string }> = {
  size: { title: 'Tire sizes', heading: 'Tire sizes', crumb: 'Sizes' },
  brand: { title: 'Tire brands', heading: 'Brands', crumb: 'Brands' },
  condition: { title: 'Tires by condition', heading: 'Conditions', crumb: 'Conditions' },
  rim: { title: 'Tires by rim diameter', heading: 'Rim diameters', crumb: 'Rim diameters' },
  season: { title: 'Tires by season', heading: 'Seasons', crumb: 'Seasons' },
  car: { title: 'Tires by car', heading: 'Find your car', crumb: 'Cars' },
}

/** Labels of values in breadcrumbs that differ from the catalog's. */
const CRUMB_LABELS: Partial<Record<LandingAttribute, (label: string) => string>> = {
  rim: (label) => `${label} inch`,
  condition: conditionLabel,
  seasons: seasonLabel,
}

function labels({ values }: LandingTarget): Partial<Record<LandingAttribute, string>> {
  return Object.fromEntries(values.map(({ attribute, label }) => [attribute, label]))
}

/** Builds the title: `225/45R17 tires`, `Used 225/45R17 tires`, `Tires for the 2018 BMW 3 Series`. */
export function landingTitle(target: LandingTarget): string {
  const { route, values } = target
  if (values.length === 0) return OVERVIEWS[route].title
  const { size, brand, model, condition, rim, seasons, make, car_model, year, trim } = labels(target)
  switch (route) {
    case 'size':
      return `${[condition && conditionLabel(condition), brand, size].filter(Boolean).join(' ')} tires`
    case 'brand':
      return `${[brand, model].filter(Boolean).join(' ')} tires`
    case 'condition':
      return `${conditionLabel(condition ?? '')} tires`
    case 'rim':
      return `${rim} inch tires`
    case 'season':
      return `${seasonLabel(seasons ?? '')} tires`
    case 'car': {
      const name = car_model && trim ? modelAndTrim(car_model, trim) : car_model
      const car = [year, make, name].filter(Boolean).join(' ')
      return `Tires for ${year ? 'the ' : ''}${car}`
    }
  }
}

/** Builds the heading: the size itself for a size, otherwise the title; overviews have their own heading. */
export function landingHeading(target: LandingTarget): string {
  if (target.values.length === 0) return OVERVIEWS[target.route].heading
  const [first, second] = target.values
  return target.route === 'size' && first && !second ? first.label : landingTitle(target)
}

/** Builds the breadcrumbs from the overview down to the landing itself. */
export function landingBreadcrumbs(target: LandingTarget): Crumb[] {
  const { route, values } = target
  const { crumb } = OVERVIEWS[route]
  if (values.length === 0) return [{ label: 'Home', href: paths.home }, { label: crumb }]
  const overview = route === 'size' ? paths.sizes : (landingPath({ route, values: [] }) ?? paths.home)
  const crumbs: Crumb[] = [{ label: crumb, href: overview }]
  const rim = route === 'size' && /([\d.]+)$/.exec(values[0]?.label ?? '')?.[1]
  if (rim) crumbs.push({ label: `${rim} inch`, href: `${paths.sizes}?rim=${rim}` })
  for (const [depth, { attribute, label }] of values.entries()) {
    const text = CRUMB_LABELS[attribute]?.(label) ?? label
    const href = landingPath({ route, values: values.slice(0, depth + 1) })
    crumbs.push(depth < values.length - 1 && href ? { label: text, href } : { label: text })
  }
  return crumbs
}

/** Returns the values of the placeholders that follow from the path of the landing. */
export function landingPlaceholders(target: LandingTarget, name: string | undefined): PlaceholderValues {
  const { seasons, condition, ...others } = labels(target)
  const { car_model, trim } = others
  return {
    name: name ?? landingTitle(target),
    ...others,
    ...(car_model && trim ? { car_trim: modelAndTrim(car_model, trim) } : {}),
    ...(seasons ? { season: seasonLabel(seasons) } : {}),
    ...(condition ? { condition: conditionLabel(condition) } : {}),
  }
}
