/** Attribute options of the demo tires; options that every shop has are base data. */

import type { attributeOption } from '../../schema/catalog/attributes/attribute.table.ts'
import { speedLabel } from '../../schema/catalog/product/product.ts'
import { speedInMph } from '../../schema/catalog/sizes/speed-symbol.ts'
import { sizeSlug } from '../../schema/catalog/sizes/tire-size.ts'
import { optionSlug } from '../../schema/paths.ts'
import { ATTRIBUTES } from '../base/attributes.ts'
import type { Facets } from './facets.ts'

type OptionRow = typeof attributeOption.$inferInsert

export function optionRows(facets: Facets): OptionRow[] {
  const names = (map: Map<string, number>) => [...map.keys()].sort()
  const numbers = (map: Map<string, number>) => [...map.keys()].sort((a, b) => Number(a) - Number(b))
  const speeds = names(facets.speed).sort((a, b) => (speedInMph(a) ?? 0) - (speedInMph(b) ?? 0))
  const pairs = (labels: readonly string[]) => labels.map((label) => [optionSlug(label), label] as const)
  const models = [...new Set(names(facets.model).map((key) => key.split('|')[1] ?? ''))].sort()
  const byCode: Record<string, readonly (readonly [value: string, label: string])[]> = {
    brand: pairs(names(facets.brand)),
    model: pairs(models),
    size: names(facets.size).map((label) => [sizeSlug(label), label] as const),
    rim: numbers(facets.rim).map((rim) => [rim, `${rim} in`] as const),
    rad: pairs(names(facets.rad)),
    tire_load: pairs(numbers(facets.load)),
    tire_speed: speeds.map(
      (symbol) => [optionSlug(symbol), `${symbol}, ${speedInMph(symbol) ?? 0} mph`] as const,
    ),
    speed_rated: speeds.map((symbol) => {
      const mph = String(speedInMph(symbol) ?? 0)
      return [mph, speedLabel(mph)] as const
    }),
  }
  return ATTRIBUTES.flatMap(([attributeId, code]) =>
    (byCode[code] ?? []).map(([value, label], index) => ({
      attributeId,
      value,
      label,
      position: index + 1,
      demo: true,
    })),
  )
}
