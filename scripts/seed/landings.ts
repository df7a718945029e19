/** Landing pages of the demo tires: sizes, brands with their models, rims. */

import {
  brandPage,
  modelPage,
  type NewLanding,
  rimPage,
  sizePage,
} from '../../schema/catalog/new-product/tire-landings.ts'
import { sizeSlug } from '../../schema/catalog/sizes/tire-size.ts'
import { optionSlug } from '../../schema/paths.ts'
import { MODELS } from './brands.ts'
import type { Facets } from './facets.ts'

/** Returns the pages, parents before children. */
export function landingPages(facets: Facets): NewLanding[] {
  const models = sorted(facets.model).map((key) => key.split('|'))
  const pages = [
    ...sorted(facets.size).map((size) => sizePage(size, sizeSlug(size))),
    ...sorted(facets.brand).map((brand) => ({
      ...brandPage(brand, optionSlug(brand)),
      settings: { about: aboutBrand(brand) },
    })),
    ...models.map(([brand = '', model = '']) => ({
      ...modelPage({ brand, model }, optionSlug(brand), optionSlug(model)),
      settings: appearanceOfModel(brand, model),
    })),
    ...[...facets.rim.keys()].sort((a, b) => Number(a) - Number(b)).map((rim) => rimPage(rim)),
  ]
  // Position 0 belongs to the root of a group.
  const positions = new Map<number, number>()
  return pages.map((page) => {
    const position = (positions.get(page.routeId) ?? 0) + 1
    positions.set(page.routeId, position)
    return { ...page, position }
  })
}

function sorted(map: Map<string, number>): string[] {
  return [...map.keys()].sort()
}

const SEASON_LABELS: Record<string, string> = {
  'All seasons': 'all seasons',
  Summer: 'summer',
  Winter: 'winter',
}

/** Describes a brand in one sentence by its models. */
function aboutBrand(brand: string): string {
  const models = MODELS.filter((model) => model.brand === brand)
  const descriptions = models.map(
    ({ name, season, retread }) => `${name} for ${SEASON_LABELS[season]}${retread ? ' (a retread)' : ''}`,
  )
  const list =
    descriptions.length > 1
      ? `${descriptions.slice(0, -1).join(', ')} and ${descriptions.at(-1)}`
      : (descriptions[0] ?? '')
  return `${brand} makes ${models.length} ${models.length === 1 ? 'model' : 'models'} we carry: ${list}.`
}

/** Returns the attributes of a model that its drawing needs. */
function appearanceOfModel(brand: string, name: string): Record<string, string> {
  const model = MODELS.find((known) => known.brand === brand && known.name === name)
  if (!model) return {}
  return { season: model.season, pattern: model.pattern, tread_new: String(model.treadNew) }
}
