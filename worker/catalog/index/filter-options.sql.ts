/** Labels and order of the values that filters can have, and the smart filters. */
import {
  CHOICE_FILTERS,
  type ChoiceFilter,
  type FilterType,
} from '../../../schema/catalog/listing/listing.ts'
import type { FilterOption, FilterOptions, SmartFilter } from './listing-engine.ts'

interface OptionRow {
  code: string
  value: string
  label: string
  position: number
}

/** One batch; a few hundred rows that change with the catalog's version only. */
export async function readFilterOptions(db: D1Database): Promise<FilterOptions> {
  const [rows, smart, attributes] = await db.batch<Record<string, string | number>>([
    db
      .prepare(
        `select a.attribute_code as code, o.value, o.label, o.position
         from attribute a join attribute_option o on o.attribute_id = a.attribute_id
         where a.attribute_code in (select value from json_each(?)) and o.label <> ''`,
      )
      .bind(JSON.stringify(CHOICE_FILTERS)),
    db.prepare('select value, name, conditions from smart_filter order by position, filter_id'),
    db.prepare('select attribute_code as code, filter_type as type from attribute'),
  ])
  const options = new Map<ChoiceFilter, Map<string, FilterOption>>()
  for (const { code, value, label, position } of (rows?.results ?? []) as unknown as OptionRow[]) {
    const filter = CHOICE_FILTERS.find((known) => known === code)
    if (!filter) continue
    const values = options.get(filter) ?? new Map<string, FilterOption>()
    options.set(filter, values.set(value, { label, position }))
  }
  return {
    options,
    types: new Map((attributes?.results ?? []).map(({ code, type }) => [String(code), type as FilterType])),
    smart: (smart?.results ?? []).map(({ value, name, conditions }) => ({
      value: String(value),
      name: String(name),
      conditions: JSON.parse(String(conditions)) as SmartFilter['conditions'],
    })),
  }
}
