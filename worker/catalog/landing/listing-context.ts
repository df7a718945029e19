/** The data that listing pages need, all from memory: the catalog, the landings, the cars. */
import type { Context } from 'hono'
import {
  type LabelLookup,
  type LandingAttribute,
  type LandingValue,
  landingSlug,
} from '../../../schema/catalog/landing/landing.ts'
import { EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import { CONDITIONS, SEASONS } from '../../../schema/catalog/product/product.ts'
import { formatTireSize, parseTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import type { AppEnv } from '../../env.ts'
import type { Catalog } from '../index/catalog.ts'
import { getCatalog } from '../index/request-catalog.ts'
import { type FitmentIndex, getFitmentIndex } from '../vehicle/fitment-index.ts'
import { getLandingIndex, type LandingIndex } from './landing-index.ts'

export interface ListingContext {
  catalog: Catalog
  landings: LandingIndex
  cars: FitmentIndex
  /** Finds the label of a slug in a path. */
  labelOf: LabelLookup
}

/** Returns the data for this request; reads D1 only once per isolate and version of the catalog. */
export async function getListingContext(c: Context<AppEnv>): Promise<ListingContext> {
  const catalog = await getCatalog(c)
  const [landings, cars] = await Promise.all([
    getLandingIndex(catalog.version, c.env.DB),
    getFitmentIndex(catalog.version, c.env.DB),
  ])
  return { catalog, landings, cars, labelOf: await createLabelOf(catalog, cars) }
}

/** Attributes whose values are fixed. */
const FIXED_LABELS: Partial<Record<LandingAttribute, readonly string[]>> = {
  condition: CONDITIONS,
  seasons: SEASONS,
}
/** Rim diameters of road wheels, which have a page even without tires in stock; other diameters have none. */
const RIM = /^(?:[12]\d|30)(?:\.5)?$/

async function createLabelOf(catalog: Catalog, cars: FitmentIndex): Promise<LabelLookup> {
  const { labels } = catalog.options
  // Seeded and imported catalogs have options for brands and models; other catalogs use the brands and models
  // in stock.
  const brands = labels.has('brand')
    ? null
    : new Map((await catalog.brands()).map(({ slug, label }) => [slug, label]))
  const models = labels.has('model') ? null : await modelsInStock(catalog)
  return (attribute, slug, before) => {
    switch (attribute) {
      case 'size': {
        const size = parseTireSize(slug)
        const label = size && formatTireSize(size)
        return label && landingSlug('size', label) === slug ? label : null
      }
      case 'rim':
        return RIM.test(slug) ? slug : null
      case 'condition':
      case 'seasons':
        return FIXED_LABELS[attribute]?.find((label) => landingSlug(attribute, label) === slug) ?? null
      case 'brand':
        return labels.get('brand')?.get(slug)?.label ?? brands?.get(slug) ?? null
      case 'model':
        return labels.get('model')?.get(slug)?.label ?? models?.get(slug) ?? null
      default:
        return carLabel(cars, attribute, slug, before)
    }
  }
}

async function modelsInStock({ listing }: Catalog): Promise<Map<string, string>> {
  const { buckets } = await listing.find({ ...EMPTY_QUERY, size: 0 }, ['model'])
  return new Map((buckets.model ?? []).map(({ key, label }) => [key, label]))
}

function carLabel(
  cars: FitmentIndex,
  attribute: LandingAttribute,
  slug: string,
  before: readonly LandingValue[],
): string | null {
  const slugs = { make: '', car_model: '', year: '', ...slugsByAttribute(before) }
  const models = cars.makes.get(slugs.make)?.models
  switch (attribute) {
    case 'make':
      return cars.makes.get(slug)?.label ?? null
    case 'car_model':
      return models?.get(slug)?.label ?? null
    case 'year':
      return models?.get(slugs.car_model)?.years.has(Number(slug)) ? slug : null
    case 'trim': {
      const trims = models?.get(slugs.car_model)?.years.get(Number(slugs.year)) ?? []
      return trims.find((trim) => trim.slug === slug)?.label ?? null
    }
    default:
      return null
  }
}

function slugsByAttribute(values: readonly LandingValue[]): Partial<Record<LandingAttribute, string>> {
  return Object.fromEntries(values.map(({ attribute, label }) => [attribute, landingSlug(attribute, label)]))
}
