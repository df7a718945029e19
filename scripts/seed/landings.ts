/** Landing pages of what the demo tires are: sizes, brands with their models, rims. */
import { sizeSlug } from '../../schema/catalog/sizes/tire-size.ts'
import { optionSlug } from '../../schema/paths.ts'
import { brandPage, type LandingPage, modelPage, rimPage, sizePage } from '../load/landing.ts'
import { MODELS } from './brands.ts'
import type { Facets } from './facets.ts'

/** Parents before children. */
export function landingPages(facets: Facets): LandingPage[] {
  const models = sorted(facets.model).map((key) => key.split('|'))
  const pages = [
    ...sorted(facets.size).map((size) => sizePage(size, sizeSlug(size))),
    ...sorted(facets.brand).map((brand) => ({
      ...brandPage(brand, optionSlug(brand)),
      settings: { about: aboutBrand(brand) },
    })),
    ...models.map(([brand = '', model = '']) => ({
      ...modelPage({ brand, model }, optionSlug(brand), optionSlug(model)),
      settings: lookOfModel(brand, model),
    })),
    ...[...facets.rim.keys()].sort((a, b) => Number(a) - Number(b)).map((rim) => rimPage(rim)),
  ]
  // The root of a group stands before its pages.
  const places = new Map<number, number>()
  return pages.map((page) => {
    const position = (places.get(page.routeId) ?? 0) + 1
    places.set(page.routeId, position)
    return { ...page, position }
  })
}

function sorted(map: Map<string, number>): string[] {
  return [...map.keys()].sort()
}

const SEASON_WORDS: Record<string, string> = {
  'All seasons': 'all seasons',
  Summer: 'summer',
  Winter: 'winter',
}

/** A brand in one sentence, made of its models. */
function aboutBrand(brand: string): string {
  const models = MODELS.filter((model) => model.brand === brand)
  const words = models.map(
    ({ name, season, retread }) => `${name} for ${SEASON_WORDS[season]}${retread ? ' (a retread)' : ''}`,
  )
  const list = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
  return `${brand} makes ${models.length} ${models.length === 1 ? 'model' : 'models'} that we carry: ${list}.`
}

/** What a model is, for its drawing. */
function lookOfModel(brand: string, name: string): Record<string, string> {
  const model = MODELS.find((known) => known.brand === brand && known.name === name)
  if (!model) return {}
  return { season: model.season, pattern: model.pattern, tread_new: String(model.treadNew) }
}
