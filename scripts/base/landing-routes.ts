/**
 * Groups of landings: the widgets of each level with their slots, and the texts of landings without texts of
 * their own. Texts may have placeholders of schema/catalog/landing/landing-text.ts, which are replaced when
 * the page is rendered.
 */

import type { landingRoute } from '../../schema/catalog/landing/landing.table.ts'
import type { LandingLocation, WidgetKind } from '../../schema/catalog/landing/landing.ts'

type Slot = `${LandingLocation} ${WidgetKind}`

interface Level {
  slots: Slot[]
  texts?: Record<string, string>
}

interface Route {
  id: number
  alias: string
  name: string
  levels: Level[]
}

const UPDATED = 'Counted {date} at {time}.'
const PROMISE = 'We measure every groove of used tires and inspect them twice. Free shipping to 48 states.'
const LIMITS = 'Check that load index and speed rating are at least what your car needs.'

const ROUTES: Route[] = [
  {
    id: 1,
    alias: 't/s',
    name: 'size',
    levels: [
      { slots: ['LandingList sizes-list'] },
      {
        slots: [
          'LandingPageTop condition-list',
          'LandingCarSizes car-sizes',
          'LandingSEO brand-list',
          'LandingSEO seo-text',
        ],
        texts: {
          description: `{count} {size} tires from {min_price} a tire: used, new, driven once, retread. ${PROMISE}`,
          seo: `All {count} tires in {size} we have today, from {min_price} a tire. ${PROMISE} ${LIMITS}`,
          updated: UPDATED,
        },
      },
      {
        slots: ['LandingSEO seo-text'],
        texts: {
          description: `{name}: {count} in stock from {min_price} a tire. ${PROMISE}`,
          seo: `{name}: {count} in stock, from {min_price} a tire. ${LIMITS}`,
          updated: UPDATED,
        },
      },
    ],
  },
  {
    id: 2,
    alias: 't/b',
    name: 'brand',
    levels: [
      {
        slots: ['LandingList brand-list', 'LandingSEO seo-text'],
        texts: {
          description:
            'All tire brands in stock, {count} tires from {min_price}, with counts and the cheapest of each.',
          updated: UPDATED,
        },
      },
      {
        slots: [
          'LandingPageTop brand-info',
          'LandingList model-list',
          'LandingSEO sizes-list',
          'LandingSEO long-description',
          'LandingSEO seo-text',
        ],
        texts: {
          description: `{count} {brand} tires in stock from {min_price} a tire. ${PROMISE}`,
          updated: UPDATED,
        },
      },
      {
        slots: ['LandingList sizes-list', 'LandingSEO seo-text'],
        texts: {
          description: `{brand} {model}: {count} in stock from {min_price} a tire. ${PROMISE}`,
          seo: `The {brand} {model}, {count} in stock from {min_price} a tire. Put two of the same model on an axle. Each one shows its size and the tread left.`,
          updated: UPDATED,
        },
      },
    ],
  },
  {
    id: 3,
    alias: 't/c',
    name: 'condition',
    levels: [
      {
        slots: ['LandingList condition-list', 'LandingSEO seo-text'],
        texts: {
          description:
            '{count} tires, used, new, driven once and retread: how many of each, and from what price.',
          seo: 'Four words, plainly meant: used is worn and measured, driven once was on a new car, new was never mounted, and a retread is an inspected casing with a new tread.',
          updated: UPDATED,
        },
      },
      {
        slots: [
          'LandingPageTop season-list',
          'LandingSEO sizes-list',
          'LandingSEO brand-list',
          'LandingSEO long-description',
          'LandingSEO seo-text',
        ],
        texts: {
          description: `{name}: {count} in stock from {min_price} a tire. ${PROMISE}`,
          updated: UPDATED,
        },
      },
    ],
  },
  {
    id: 4,
    alias: 't/r',
    name: 'rim',
    levels: [
      {
        slots: ['LandingList rim-list'],
        texts: { description: '{count} tires by the diameter of the rim, 13 to 24.5 inches.' },
      },
      {
        slots: ['LandingList sizes-list', 'LandingSEO seo-text'],
        texts: {
          description: `{count} tires for {rim} inch rims from {min_price} a tire. ${PROMISE}`,
          seo: `{count} tires for {rim} inch rims, from {min_price} a tire. The rim diameter is the last number of the size, and it has to match your rim. ${LIMITS}`,
          updated: UPDATED,
        },
      },
    ],
  },
  {
    id: 5,
    alias: 't/z',
    name: 'season',
    levels: [
      {
        slots: ['LandingList season-list'],
        texts: { description: '{count} tires for summer, winter and all seasons.' },
      },
      {
        slots: [
          'LandingPageTop condition-list',
          'LandingSEO sizes-list',
          'LandingSEO long-description',
          'LandingSEO seo-text',
        ],
        texts: {
          description: `{name}: {count} in stock from {min_price} a tire. ${PROMISE}`,
          updated: UPDATED,
        },
      },
    ],
  },
  {
    id: 6,
    alias: 't/car',
    name: 'car',
    levels: [
      {
        slots: ['LandingList car-makes-list'],
        texts: {
          description: 'Tires by make, model, year and trim, in your car’s factory sizes.',
          intro: 'Pick make, model, year and trim. We’ll show the factory sizes and what’s in stock.',
        },
      },
      {
        slots: ['LandingList car-models-list'],
        texts: {
          description: 'Tires for {make}: choose the model and the year, then the trim.',
          intro: 'Choose the model, or go straight to the year.',
        },
      },
      {
        slots: ['LandingPageTop car-years-list'],
        texts: {
          description: 'Tires for the {make} {car_model}: choose the year, then the trim.',
          intro: 'A model’s sizes change over the years. Choose your model year.',
        },
      },
      {
        slots: ['LandingPageTop car-sub-models-list', 'LandingCarSizes car-sizes', 'LandingSEO seo-text'],
        texts: {
          description:
            '{count} tires in the sizes of the {year} {make} {car_model} from {min_price} a tire. Choose the trim for its own size.',
          seo: `{count} tires in the {year} {make} {car_model}’s factory sizes, from {min_price} a tire. Not every size fits every trim, so choose your trim first. ${LIMITS}`,
          updated: UPDATED,
        },
      },
      {
        slots: ['LandingCarSizes car-sizes', 'LandingSEO seo-text'],
        texts: {
          description: '{count} tires in the size of the {year} {make} {car_trim} from {min_price} a tire.',
          seo: `{count} tires in the {year} {make} {car_trim}’s factory size, from {min_price} a tire. ${LIMITS}`,
          updated: UPDATED,
        },
      },
    ],
  },
  {
    id: 7,
    alias: 'USA',
    name: 'region',
    levels: [
      {
        slots: [
          'LandingPageTop condition-list',
          'LandingList season-list',
          'LandingSEO long-description',
          'LandingSEO seo-text',
        ],
      },
      {
        slots: [
          'LandingPageTop condition-list',
          'LandingSEO sizes-list',
          'LandingSEO long-description',
          'LandingSEO seo-text',
        ],
      },
      {
        slots: [
          'LandingPageTop condition-list',
          'LandingSEO sizes-list',
          'LandingSEO long-description',
          'LandingSEO seo-text',
        ],
      },
    ],
  },
  {
    id: 8,
    alias: 'landing',
    name: 'landing',
    levels: [
      { slots: [] },
      {
        slots: ['LandingPageTop condition-list', 'LandingSEO long-description', 'LandingSEO seo-text'],
        texts: {
          description: `{name}: {count} in stock from {min_price} a tire. ${PROMISE}`,
          updated: UPDATED,
        },
      },
    ],
  },
]

const widgetOf = (slot: Slot) => {
  const [location, kind] = slot.split(' ') as [LandingLocation, WidgetKind]
  return { location, kind }
}

export const LANDING_ROUTE_ROWS: (typeof landingRoute.$inferInsert)[] = ROUTES.map(
  ({ id, alias, name, levels }) => ({
    routeId: id,
    pathAlias: alias,
    name,
    parameters: levels.map(({ slots, texts }, index) => ({
      level: index + 1,
      widgets: slots.map(widgetOf),
      ...(texts ? { texts } : {}),
    })),
  }),
)
