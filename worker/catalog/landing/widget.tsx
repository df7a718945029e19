/** Renders the widgets of a landing at their four locations; their markup is cached with the counts. */
import type { ReactElement, ReactNode } from 'react'
import {
  LANDING_LOCATIONS,
  type LandingLocation,
  type WidgetKind,
} from '../../../schema/catalog/landing/landing.ts'
import { CachedMarkup } from '../../platform/cache/cached-markup.tsx'
import { CarMakesList, CarModelsList, CarSubModelsList, CarYearsList } from '../vehicle/vehicle-lists.tsx'
import { CarSizes } from '../vehicle/vehicle-sizes.tsx'
import { ConditionList, RimList, SeasonList } from './illustrated-lists.tsx'
import { BrandInfo, BrandList, ModelList, SizesList } from './index-lists.tsx'
import { LongDescription, SeoText } from './text-widgets.tsx'
import type { WidgetData } from './widget-data.ts'

/** Renders a widget from the data of its landing; returns `null` where it has nothing to show. */
export type Widget = (data: WidgetData) => ReactElement | null

const WIDGETS: Record<WidgetKind, Widget> = {
  'brand-info': BrandInfo,
  'brand-list': BrandList,
  'condition-list': ConditionList,
  'rim-list': RimList,
  'car-years-list': CarYearsList,
  'car-makes-list': CarMakesList,
  'car-models-list': CarModelsList,
  'car-sub-models-list': CarSubModelsList,
  'model-list': ModelList,
  'sizes-list': SizesList,
  'car-sizes': CarSizes,
  'seo-text': SeoText,
  'season-list': SeasonList,
  'long-description': LongDescription,
}

/** Renders the widgets of each location; a location without widgets is absent. */
export function renderWidgets(data: WidgetData): Partial<Record<LandingLocation, ReactNode>> {
  const { landing, page, context } = data
  const state = context.catalog.countsVersion
  const widgets: Partial<Record<LandingLocation, ReactNode>> = {}
  for (const location of LANDING_LOCATIONS) {
    const pieces = page.slots.flatMap((slot) => {
      if (slot.location !== location) return []
      const element = WIDGETS[slot.kind](data)
      return element ? [{ key: `${slot.kind} ${landing.path} ${state}`, render: () => element }] : []
    })
    if (pieces.length > 0) widgets[location] = <CachedMarkup className="widgets" pieces={pieces} />
  }
  return widgets
}
