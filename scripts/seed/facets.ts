/** Counts the generated units, so that landings, options and categories list only what exists. */
import type { Product, Tire } from '../../schema/catalog/product/product.ts'
import type { Unit } from './unit.ts'

export interface Facets {
  /** Units by size label, brand, `brand|model`, condition, season, rim. */
  size: Map<string, number>
  brand: Map<string, number>
  model: Map<string, number>
  condition: Map<string, number>
  season: Map<string, number>
  rim: Map<string, number>
  rad: Map<string, number>
  load: Map<string, number>
  speed: Map<string, number>
  /** The first new tire of each model by size, with its variants, for bundles and staggered sets. */
  fresh: Map<string, Map<string, Unit>>
  /** The first unit of each model and condition, for reviews; the key is `brand|model|condition`. */
  reviewed: Map<string, Product>
  units: number
}

export function emptyFacets(): Facets {
  return {
    size: new Map(),
    brand: new Map(),
    model: new Map(),
    condition: new Map(),
    season: new Map(),
    rim: new Map(),
    rad: new Map(),
    load: new Map(),
    speed: new Map(),
    fresh: new Map(),
    reviewed: new Map(),
    units: 0,
  }
}

/** Adds one unit to the counts. */
export function countUnit(facets: Facets, unit: Unit): void {
  const { product } = unit
  facets.units += 1
  const { tire } = product
  if (!tire) return
  const kind = `${tire.brand}|${tire.model}|${tire.condition}`
  if (!facets.reviewed.has(kind)) facets.reviewed.set(kind, product)
  for (const [map, value] of valuesOf(facets, tire)) map.set(value, (map.get(value) ?? 0) + 1)
  if (tire.condition === 'New' && unit.stock >= 8) {
    const bySize = facets.fresh.get(tire.size) ?? new Map<string, Unit>()
    const model = `${tire.brand} ${tire.model}`
    if (!bySize.has(model)) bySize.set(model, unit)
    facets.fresh.set(tire.size, bySize)
  }
}

function valuesOf(facets: Facets, tire: Tire): [Map<string, number>, string][] {
  return [
    [facets.size, tire.size],
    [facets.brand, tire.brand],
    [facets.model, `${tire.brand}|${tire.model}`],
    [facets.condition, tire.condition],
    [facets.season, tire.season],
    [facets.rim, String(tire.rim)],
    [facets.rad, tire.construction],
    [facets.load, String(tire.tireLoad)],
    [facets.speed, tire.tireSpeed],
  ]
}
