/** Reads the labels and order of filter values, and the smart filters. */
import { and, eq, inArray, ne } from 'drizzle-orm'
import {
  attribute,
  attributeOption,
  smartFilter,
} from '../../../../schema/catalog/attributes/attribute.table.ts'
import { CHOICE_FILTERS, type ChoiceFilter } from '../../../../schema/catalog/listing/listing.ts'
import { connect, inList } from '../../../platform/drizzle.sql.ts'
import type { FilterOption, FilterOptions } from '../listing-engine.ts'

/** Reads everything in one batch; the few hundred rows change only with the catalog's version. */
export async function readFilterOptions(db: D1Database): Promise<FilterOptions> {
  const client = connect(db)
  const { code, filterType } = attribute
  const { attributeId, value, label, position } = attributeOption
  const { filterId, name, conditions } = smartFilter
  const [rows, smart, attributes] = await client.batch([
    client
      .select({ code, value, label, position })
      .from(attribute)
      .innerJoin(attributeOption, eq(attributeId, attribute.attributeId))
      .where(and(inArray(code, inList(CHOICE_FILTERS)), ne(label, ''))),
    client
      .select({ value: smartFilter.value, name, conditions })
      .from(smartFilter)
      .orderBy(smartFilter.position, filterId),
    client.select({ code, type: filterType }).from(attribute),
  ])
  const labels = new Map<ChoiceFilter, Map<string, FilterOption>>()
  for (const row of rows) {
    const filter = CHOICE_FILTERS.find((code) => code === row.code)
    if (!filter) continue
    const values = labels.get(filter) ?? new Map<string, FilterOption>()
    labels.set(filter, values.set(row.value, { label: row.label, position: row.position }))
  }
  return { labels, types: new Map(attributes.map(({ code, type }) => [code, type])), smart }
}
