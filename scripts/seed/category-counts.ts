/** How many of the demo tires each category finds. */
import { CATEGORY_ROWS, ROOT_CATEGORY } from '../base/categories.ts'
import type { Facets } from './facets.ts'

/** By the id of the category; what is put in by hand is not counted. */
export function categoryCounts(facets: Facets): [id: number, count: number][] {
  const counts: Record<string, number | undefined> = {
    'New tires': facets.condition.get('New'),
    'Used tires': facets.condition.get('Used'),
    'Driven-once tires': facets.condition.get('Driven Once'),
    Retreads: facets.condition.get('Retread'),
    'Winter tires': facets.season.get('Winter'),
    'Summer tires': facets.season.get('Summer'),
    'All-season tires': facets.season.get('All seasons'),
    'Used winter tires': facets.usedWinter,
    'Run-flat tires': facets.runFlat,
    'Sets of four': facets.fours,
  }
  return CATEGORY_ROWS.map(({ id = 0, name }) => [
    id,
    id === ROOT_CATEGORY ? facets.units : (counts[name] ?? 0),
  ])
}
