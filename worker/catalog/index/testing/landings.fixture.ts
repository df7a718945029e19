/**
 * Landings, cars, categories, texts and addresses for worker-level tests, added to catalog.fixture.ts. Every
 * kind of widget is on some landing; `/t/s/235-65r17` and `/landing/gone` are hidden.
 */

import { category } from '../../../../schema/catalog/landing/category.table.ts'
import { landing, landingRoute, urlMap } from '../../../../schema/catalog/landing/landing.table.ts'
import { carFitment, carModel } from '../../../../schema/catalog/vehicle/vehicle.table.ts'
import { cmsBlock, cmsHierarchy, cmsPage } from '../../../../schema/content/pages/cms.table.ts'
import { review } from '../../../../schema/content/reviews/review.table.ts'
import { config } from '../../../../schema/platform/config.table.ts'
import { connect } from '../../../platform/drizzle.sql.ts'
import { FIXTURE_NOW } from './products.fixture.ts'

type Slot = [location: string, kind: string]

const UPDATED = 'Counted {date} at {time}.'

const ROUTES: [id: number, alias: string, levels: { slots: Slot[]; texts?: Record<string, string> }[]][] = [
  [
    1,
    't/s',
    [
      { slots: [] },
      {
        slots: [
          ['LandingPageTop', 'condition-list'],
          ['LandingCarSizes', 'car-sizes'],
          ['LandingSEO', 'brand-list'],
          ['LandingSEO', 'seo-text'],
        ],
        texts: {
          description: '{count} {size} tires from {min_price}.',
          seo: 'All {count} in {size}{colour}, from {min_price}.',
          updated: UPDATED,
        },
      },
      { slots: [], texts: { description: '{name}: {count} from {min_price}.' } },
    ],
  ],
  [
    2,
    't/b',
    [
      { slots: [['LandingList', 'brand-list']] },
      {
        slots: [
          ['LandingPageTop', 'brand-info'],
          ['LandingList', 'model-list'],
          ['LandingSEO', 'long-description'],
        ],
      },
      { slots: [['LandingList', 'sizes-list']] },
    ],
  ],
  [
    3,
    't/c',
    [{ slots: [['LandingList', 'condition-list']] }, { slots: [['LandingPageTop', 'season-list']] }],
  ],
  [4, 't/r', [{ slots: [['LandingList', 'rim-list']] }, { slots: [] }]],
  [5, 't/z', [{ slots: [['LandingList', 'season-list']] }, { slots: [] }]],
  [
    6,
    't/car',
    [
      { slots: [['LandingList', 'car-makes-list']] },
      { slots: [['LandingList', 'car-models-list']] },
      { slots: [['LandingPageTop', 'car-years-list']] },
      {
        slots: [
          ['LandingPageTop', 'car-sub-models-list'],
          ['LandingCarSizes', 'car-sizes'],
        ],
      },
      { slots: [['LandingCarSizes', 'car-sizes']] },
    ],
  ],
  [7, 'USA', [{ slots: [['LandingSEO', 'long-description']] }, { slots: [] }, { slots: [] }]],
  [8, 'landing', [{ slots: [] }, { slots: [] }]],
]

type LandingRow = typeof landing.$inferInsert

const PLAIN = {
  parentId: null,
  level: 2,
  position: 0,
  settings: {},
  filters: {},
  carInfo: null,
  hideLandingPage: false,
} as const

const LANDINGS: LandingRow[] = [
  {
    ...PLAIN,
    id: 1,
    urlPath: 'USA',
    name: 'Tires in the U.S.',
    routeId: 7,
    level: 1,
    settings: { long: '{count} tires from {min_price}, to 48 states.' },
  },
  { ...PLAIN, id: 2, urlPath: 'USA/Illinois', name: 'Tires in Illinois', routeId: 7, parentId: 1 },
  {
    ...PLAIN,
    id: 3,
    urlPath: 'USA/Illinois/Chicago',
    name: 'Tires in Chicago',
    routeId: 7,
    parentId: 2,
    level: 3,
  },
  {
    ...PLAIN,
    id: 4,
    urlPath: 't/b/halden',
    name: 'Halden',
    routeId: 2,
    settings: { about: 'Halden is ours.', long: '## Why Halden' },
  },
  {
    ...PLAIN,
    id: 5,
    urlPath: 't/b/halden/velo-sport',
    name: 'Velo Sport',
    routeId: 2,
    parentId: 4,
    level: 3,
    settings: { season: 'Summer', pattern: 'sport', tread_new: '10' },
  },
  { ...PLAIN, id: 6, urlPath: 't/s/235-65r17', name: 'Hidden size', routeId: 1, hideLandingPage: true },
  {
    ...PLAIN,
    id: 7,
    urlPath: 'landing/winter',
    name: 'Ready for winter',
    routeId: 8,
    filters: { seasons: ['winter'] },
  },
  { ...PLAIN, id: 8, urlPath: 'landing/gone', name: 'Gone', routeId: 8, hideLandingPage: true },
]

const CARS: [
  id: number,
  model: string,
  from: number,
  to: number,
  trims: [trim: string, size: string, rear?: string][],
][] = [
  [
    1,
    '3 Series',
    2018,
    2021,
    [
      ['330i', '205/55R16'],
      ['M Sport', '225/45R17', '235/65R17'],
    ],
  ],
  [2, 'X1', 2015, 2015, [['Base', '225/45R17']]],
]
const slug = (text: string) => text.toLowerCase().replace(/[ /]/g, '-')

const CATEGORY = {
  level: 2,
  position: 1,
  isActive: true,
  productCount: 0,
  description: '',
  categoryFilter: null,
}
const CATEGORIES: (typeof category.$inferInsert)[] = [
  { ...CATEGORY, id: 1, parentId: 0, name: 'Above', urlKey: 'above', urlPath: 'above', path: '1', level: 0 },
  { ...CATEGORY, id: 2, parentId: 1, name: 'Shop', urlKey: 'shop', urlPath: 'shop', path: '1/2', level: 1 },
  {
    ...CATEGORY,
    id: 11,
    parentId: 2,
    name: 'Used tires',
    urlKey: 'used-tires',
    urlPath: 'used-tires',
    path: '1/2/11',
    description: 'Each inspected twice.',
    categoryFilter: { condition: ['used'] },
  },
  {
    ...CATEGORY,
    id: 23,
    parentId: 11,
    name: 'Used summer tires',
    urlKey: 'used-summer',
    urlPath: 'used-tires/used-summer',
    path: '1/2/11/23',
    level: 3,
    categoryFilter: { condition: ['used'], seasons: ['summer'] },
  },
  { ...CATEGORY, id: 40, parentId: 2, name: 'Plans', urlKey: 'plans', urlPath: 'plans', path: '1/2/40' },
  {
    ...CATEGORY,
    id: 41,
    parentId: 2,
    name: 'Closed',
    urlKey: 'closed',
    urlPath: 'closed',
    path: '1/2/41',
    isActive: false,
  },
]

const PAGES: [id: number, identifier: string, title: string, content: string][] = [
  [1, 'return-policy', 'Returns', 'Within 90 days.\n\n{{block id="ask"}}'],
  [2, 'delivery-information', 'Delivery', 'Free.'],
  [3, 'read-a-tire', 'How to read a tire', '**225** is the width. <script>alert(1)</script>'],
]

const URLS: (typeof urlMap.$inferInsert)[] = [
  { url: 'used-tires/used-summer', type: 'category', targetId: 23, location: null },
  { url: 'closed', type: 'category', targetId: 41, location: null },
  { url: 'return-policy-2019', type: 'cms_page', targetId: 1, location: null },
  { url: 'tire-lesson', type: 'cms_page', targetId: 3, location: null },
  { url: 'cold', type: 'landing', targetId: 7, location: null },
  { url: 'chicago', type: 'landing', targetId: 3, location: null },
  { url: 'hidden', type: 'landing', targetId: 8, location: null },
  { url: 'old/page', type: 'redirect', targetId: 0, location: '/t/b/halden' },
  { url: 'loop', type: 'redirect', targetId: 0, location: '/loop' },
]

type Review = typeof review.$inferInsert

/** 30 reviews of the shop with 5 stars, 2 of them not yet approved; 3 of TL-1001 with 1, 4 and 5 stars. */
const REVIEWS: Review[] = [
  ...Array.from({ length: 30 }, (_, index) => toReview(index + 1, 5, null, index < 28)),
  ...[1, 4, 5].map((rating, index) => toReview(31 + index, rating, 1001, true)),
]

function toReview(id: number, rating: number, productId: number | null, isApproved: boolean): Review {
  return {
    id,
    productId,
    customerId: null,
    title: `Title ${id}`,
    text: `Text ${id}.`,
    rating,
    reviewerName: 'Jo R.',
    reviewerPhoto: null,
    isApproved,
    createdAt: FIXTURE_NOW + id * 60_000,
  }
}

/** Fills the tables that catalog.fixture.ts leaves empty; call it after `loadFixture`. */
export async function loadLandings(db: D1Database): Promise<void> {
  const client = connect(db)
  const fitments = CARS.flatMap(([carId, , , , trims]) =>
    trims.map(([trim, size, rear], position) => ({
      id: carId * 10 + position,
      carId,
      trim,
      trimSlug: slug(trim),
      size,
      sizeSlug: slug(size),
      sizeRear: rear ?? null,
      sizeRearSlug: rear ? slug(rear) : null,
      minLoad: 91,
      minSpeed: 'V',
      minLoadRear: rear ? 102 : null,
      minSpeedRear: rear ? 'H' : null,
      position,
    })),
  )
  await client.batch([
    client.insert(landingRoute).values(
      ROUTES.map(([routeId, pathAlias, levels]) => ({
        routeId,
        pathAlias,
        name: pathAlias,
        parameters: levels.map(({ slots, texts }, index) => ({
          level: index + 1,
          widgets: slots.map(([location, kind]) => ({ location, kind })),
          ...(texts ? { texts } : {}),
        })),
      })),
    ),
    ...LANDINGS.map((row) => client.insert(landing).values(row)),
    client.insert(carModel).values(
      CARS.map(([id, model, yearFrom, yearTo]) => ({
        id,
        make: 'BMW',
        makeSlug: 'bmw',
        model,
        modelSlug: slug(model),
        generation: 'One',
        yearFrom,
        yearTo,
        bodyType: 'Sedan',
      })),
    ),
    ...fitments.map((row) => client.insert(carFitment).values(row)),
    ...CATEGORIES.map((row) => client.insert(category).values(row)),
    client.insert(cmsPage).values(
      PAGES.map(([id, identifier, title, content]) => ({
        id,
        identifier,
        title,
        content,
        metaDescription: title,
        isActive: true,
        updatedAt: FIXTURE_NOW,
      })),
    ),
    client
      .insert(cmsBlock)
      .values([
        { id: 1, identifier: 'ask', title: 'Ask', content: 'Ask us. {{block id="ask"}}', isActive: true },
      ]),
    client.insert(cmsHierarchy).values([
      { id: 1, identifier: 'buying', parentId: null, pageId: null, label: 'Buying', level: 1, position: 0 },
      { id: 2, identifier: 'returns', parentId: 1, pageId: 1, label: 'Returns', level: 2, position: 1 },
      { id: 3, identifier: 'delivery', parentId: 1, pageId: 2, label: 'Delivery', level: 2, position: 0 },
    ]),
    ...URLS.map((row) => client.insert(urlMap).values(row)),
    ...REVIEWS.map((row) => client.insert(review).values(row)),
    client.insert(config).values([
      { path: 'stores/1/path', value: '/2720-west-grand-60612/' },
      { path: 'stores/1/name', value: 'West Grand' },
      { path: 'stores/1/street', value: '2720 West Grand Avenue' },
      { path: 'stores/1/hours', value: 'Mon to Fri 8 a.m. to 6 p.m., Sun closed' },
      { path: 'stores/1/phone', value: '3125550142' },
      { path: 'stores/1/latitude', value: '41.8912' },
      { path: 'stores/1/longitude', value: '-87.6955' },
      { path: 'stores/2/path', value: '/4400-south-kedzie-60632' },
      { path: 'stores/2/name', value: 'South Kedzie' },
    ]),
  ])
}
