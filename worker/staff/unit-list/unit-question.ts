/** Which units a filter asks for, with the names of what its address has as slugs and ids (H14). */
import { sizeKey } from '../../../schema/catalog/search/search-size.ts'
import type { FilterNames } from '../../../schema/staff/unit-list/filter-chips.ts'
import type { UnitFilter } from '../../../schema/staff/unit-list/unit-filter.ts'
import { parseUnitSearch, type UnitSearch } from '../../../schema/staff/unit-list/unit-search.ts'
import { type UnitChoices, type UnitQuestion, unitChoices } from './unit-list.sql.ts'

/** Reads what a filter means at `now` (ms). */
export async function readUnitQuestion(
  db: D1Database,
  filter: UnitFilter,
  now: number,
): Promise<{ question: UnitQuestion; names: FilterNames }> {
  const choices = await unitChoices(db)
  return { question: { filter, search: searchIn(choices, filter.q), now }, names: namesIn(choices) }
}

/** Returns what a typed text searches for; a size is one that the yard has. */
export function searchIn({ sizes }: UnitChoices, typed: string): UnitSearch {
  const search = parseUnitSearch(typed)
  if (search.kind !== 'words' || search.sizes === null) return search
  const keys = new Set(search.sizes)
  return { ...search, sizes: sizes.map(({ slug }) => slug).filter((slug) => keys.has(sizeKey(slug))) }
}

/** Returns the names of the choices. */
export function namesIn({ brands, sizes, people }: UnitChoices): FilterNames {
  return {
    brand: (slug) => brands.find((brand) => brand.slug === slug)?.label ?? slug,
    size: (slug) => sizes.find((size) => size.slug === slug)?.label ?? slug,
    person: (id) => people.find((person) => person.id === id)?.name ?? String(id),
  }
}
