/**
 * The catalog's rows other than products; load them after catalog.fixture.ts. Categories: 2 root, 10 new
 * tires, 11 used tires (by filter), 23 used winter tires below 11, 40 plans (RH-1 and CG-1 by hand), 41
 * inactive. Reviews: 1 to 3 of TL-1001 (five stars with and without text, two stars), 4 not yet approved, 5
 * and 6 of the shop.
 */

import type { BatchItem } from 'drizzle-orm/batch'
import {
  attribute,
  attributeOption,
  smartFilter,
} from '../../../../schema/catalog/attributes/attribute.table.ts'
import { category, productCategory } from '../../../../schema/catalog/landing/category.table.ts'
import { landing, landingRoute, urlMap } from '../../../../schema/catalog/landing/landing.table.ts'
import { sizeSlug } from '../../../../schema/catalog/sizes/tire-size.ts'
import { carFitment, carModel } from '../../../../schema/catalog/vehicle/vehicle.table.ts'
import { cmsBlock, cmsHierarchy, cmsPage } from '../../../../schema/content/pages/cms.table.ts'
import { review } from '../../../../schema/content/reviews/review.table.ts'
import { optionSlug } from '../../../../schema/paths.ts'
import { config } from '../../../../schema/platform/config.table.ts'
import { connect } from '../../../platform/drizzle.sql.ts'
import { FIXTURE_NOW, FIXTURE_PRODUCTS } from './products.fixture.ts'

type Client = ReturnType<typeof connect>

type AttributeRow = typeof attribute.$inferInsert
const ATTRIBUTES: [
  id: number,
  code: string,
  label: string,
  type: AttributeRow['filterType'],
  options: [string, string][],
][] = [
  [
    150,
    'condition',
    'Condition',
    'List',
    [
      ['used', 'Used'],
      ['new', 'New'],
      ['retread', 'Retread'],
      ['driven-once', 'Driven Once'],
    ],
  ],
  [
    151,
    'brand',
    'Brand',
    'List',
    [
      ['brakken', 'Brakken'],
      ['corvane', 'Corvane'],
      ['halden', 'Halden'],
      ['norwind', 'Norwind'],
    ],
  ],
  [
    158,
    'seasons',
    'Season',
    'List',
    [
      ['all-seasons', 'All seasons'],
      ['summer', 'Summer'],
      ['winter', 'Winter'],
    ],
  ],
  [160, 'sets', 'How many you need', 'List', []],
  [
    161,
    'run_flat',
    'Run-flat',
    'Boolean',
    [
      ['1', 'Yes'],
      ['0', 'No'],
    ],
  ],
  [165, 'tread_depth', 'Tread left', 'Range', []],
]

const FITMENTS: [id: number, trim: string, size: string, sizeRear: string | null][] = [
  [1, '330i', '205/55R16', null],
  [2, 'M Sport', '225/45R17', '235/65R17'],
]

const CATEGORIES: [
  id: number,
  parentId: number,
  name: string,
  urlPath: string,
  path: string,
  level: number,
  isActive: boolean,
  categoryFilter: Record<string, string[]> | null,
][] = [
  [2, 1, 'Shop', 'shop', '1/2', 1, true, null],
  [10, 2, 'New tires', 'new-tires', '1/2/10', 2, true, { condition: ['new'] }],
  [11, 2, 'Used tires', 'used-tires', '1/2/11', 2, true, { condition: ['used'] }],
  [
    23,
    11,
    'Used winter tires',
    'used-tires/used-winter-tires',
    '1/2/11/23',
    3,
    true,
    { condition: ['used'], seasons: ['winter'] },
  ],
  [40, 2, 'Plans and mounting', 'plans-and-mounting', '1/2/40', 2, true, null],
  [41, 2, 'Not yet', 'not-yet', '1/2/41', 2, false, null],
]

const REVIEWS: [about: string | null, rating: number, text: string, isApproved: boolean][] = [
  ['TL-1001', 5, 'Measured 7/32 at home.', true],
  ['TL-1001', 5, '', true],
  ['TL-1001', 2, 'Louder than expected.', true],
  ['TL-1001', 5, 'Not read by anybody yet.', false],
  [null, 5, 'Numbers, not adjectives.', true],
  [null, 4, 'Good shop.', true],
]

const LANDINGS: [
  id: number,
  urlPath: string,
  name: string,
  routeId: number,
  parentId: number | null,
  level: number,
  hidden: boolean,
  filters: Record<string, string[]>,
][] = [
  [1, 't/s', 'Tires by size', 1, null, 1, false, {}],
  [2, 't/s/225-45r17', '225/45R17 tires', 1, 1, 2, false, { size: ['225-45r17'] }],
  [3, 't/s/205-55r16', '205/55R16 tires', 1, 1, 2, true, { size: ['205-55r16'] }],
  [4, 'winter-is-coming', 'Winter is coming', 8, null, 2, false, { seasons: ['winter'] }],
]

const idOf = (sku: string) => FIXTURE_PRODUCTS.find((row) => row.sku === sku)?.id ?? 0

/** Adds the rows to a database that contains the fixture. */
export async function loadEntities(db: D1Database): Promise<void> {
  const client = connect(db)
  const [first, ...others] = catalogRows(client)
  if (first) await client.batch([first, ...others, ...contentRows(client)])
}

function catalogRows(client: Client): BatchItem<'sqlite'>[] {
  return [
    client.insert(attribute).values(
      ATTRIBUTES.map(([attributeId, code, label, filterType], position) => ({
        attributeId,
        code,
        label,
        filterType,
        isComparable: true,
        isUserDefined: true,
        isVisible: true,
        isVisibleOnFront: true,
        position,
      })),
    ),
    ...ATTRIBUTES.flatMap(([attributeId, , , , options]) =>
      options.map(([value, label], index) =>
        client
          .insert(attributeOption)
          .values({ optionId: attributeId * 1000 + index, attributeId, value, label, position: index }),
      ),
    ),
    client.insert(carModel).values({
      id: 1,
      make: 'BMW',
      makeSlug: 'bmw',
      model: '3 Series',
      modelSlug: '3-series',
      generation: 'G20',
      yearFrom: 2019,
      yearTo: 2026,
      bodyType: 'Sedan',
      driveType: 'Rear-wheel drive',
    }),
    client.insert(carFitment).values(
      FITMENTS.map(([id, trim, size, sizeRear]) => ({
        id,
        carId: 1,
        trim,
        trimSlug: optionSlug(trim),
        size,
        sizeSlug: sizeSlug(size),
        sizeRear,
        sizeRearSlug: sizeRear && sizeSlug(sizeRear),
        position: id,
      })),
    ),
    client.insert(smartFilter).values({
      filterId: 1,
      value: 'under-60',
      name: 'Under $60 a tire',
      conditions: [{ attribute_code: 'price_by_tire', to: 60 }],
      position: 1,
    }),
    ...CATEGORIES.map(([id, parentId, name, urlPath, path, level, isActive, categoryFilter], position) =>
      client.insert(category).values({
        id,
        parentId,
        name,
        urlKey: urlPath.split('/').at(-1) ?? urlPath,
        urlPath,
        path,
        level,
        position,
        isActive,
        productCount: 1,
        description: `${name}.`,
        categoryFilter,
      }),
    ),
    client
      .insert(productCategory)
      .values(['RH-1', 'CG-1'].map((sku, position) => ({ categoryId: 40, productId: idOf(sku), position }))),
  ]
}

function contentRows(client: Client): BatchItem<'sqlite'>[] {
  return [
    ...REVIEWS.map(([sku, rating, text, isApproved], index) =>
      client.insert(review).values({
        id: index + 1,
        productId: sku === null ? null : idOf(sku),
        customerId: 77,
        title: `Review ${index + 1}`,
        text,
        rating,
        reviewerName: 'Maria K.',
        isApproved,
        createdAt: FIXTURE_NOW - index * 86_400_000,
      }),
    ),
    client.insert(landingRoute).values({
      routeId: 1,
      pathAlias: 't/s',
      name: 'size',
      parameters: [{ level: 2, widgets: [{ location: 'LandingList', kind: 'condition-list' }] }],
    }),
    ...LANDINGS.map(([id, urlPath, name, routeId, parentId, level, hideLandingPage, filters], position) =>
      client.insert(landing).values({
        id,
        urlPath,
        name,
        routeId,
        parentId,
        level,
        position,
        settings: { heading: name },
        filters,
        carInfo: null,
        hideLandingPage,
      }),
    ),
    client.insert(cmsPage).values([
      {
        id: 1,
        identifier: 'about-us',
        title: 'About us',
        metaDescription: 'Who we are.',
        content: 'We sell **tires**.',
        isActive: true,
        updatedAt: FIXTURE_NOW,
      },
      {
        id: 2,
        identifier: 'draft',
        title: 'Draft',
        metaDescription: '',
        content: 'Not yet.',
        isActive: false,
        updatedAt: FIXTURE_NOW,
      },
    ]),
    client.insert(cmsBlock).values({
      id: 1,
      identifier: 'promise-shipping',
      title: 'Free shipping',
      content: 'To 48 states.',
      isActive: true,
    }),
    client.insert(cmsHierarchy).values([
      { id: 100, identifier: 'footer', label: 'Footer', level: 1, position: 0 },
      { id: 101, identifier: 'about-us', parentId: 100, pageId: 1, label: 'About us', level: 2, position: 0 },
    ]),
    client.insert(config).values([
      { path: 'general/store_information/name', value: 'Treadline' },
      { path: 'stores/1/hours', value: 'Mon to Fri 8 a.m. to 6 p.m.' },
      { path: 'payment/stripe/secret_key', value: 'sk_live_never' },
      { path: 'catalog/version', value: '7' },
    ]),
    client.insert(urlMap).values([
      { url: 'c/used-tires', type: 'category', targetId: 11 },
      { url: 'used-tires', type: 'category', targetId: 11 },
      { url: 'about-us', type: 'cms_page', targetId: 1 },
      { url: 't/s/225-45r17', type: 'landing', targetId: 2 },
      { url: 't/s/205-55r16', type: 'landing', targetId: 3 },
      { url: 'winter-is-coming', type: 'landing', targetId: 4 },
      { url: 'old-tires', type: 'redirect', targetId: 0, location: '/used-tires' },
    ]),
  ]
}
