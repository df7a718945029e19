/** The category tree. A category is filled by a question, or by hand. */
import type { category } from '../../schema/catalog/landing/category.table.ts'

type CategoryRow = typeof category.$inferInsert

export const ROOT_CATEGORY = 2
export const SERVICES_CATEGORY = 40

const TREE: [
  id: number,
  parent: number,
  name: string,
  urlPath: string,
  filter: Record<string, string[]> | null,
  description: string,
][] = [
  [
    10,
    2,
    'New tires',
    'new-tires',
    { condition: ['new'] },
    'From the factory, full tread, made within the last year and a half or marked as older stock.',
  ],
  [
    11,
    2,
    'Used tires',
    'used-tires',
    { condition: ['used'] },
    'Each inspected twice, with the depth of every groove, the week it was made and any repair written down.',
  ],
  [
    12,
    2,
    'Driven-once tires',
    'driven-once-tires',
    { condition: ['driven-once'] },
    'Taken off new cars at the dealer, some ten miles on them.',
  ],
  [13, 2, 'Retreads', 'retreads', { condition: ['retread'] }, 'Sound casings with a new tread.'],
  [20, 2, 'Winter tires', 'winter-tires', { seasons: ['winter'] }, 'Soft in the cold, siped for snow.'],
  [21, 2, 'Summer tires', 'summer-tires', { seasons: ['summer'] }, 'For above 45 °F.'],
  [
    22,
    2,
    'All-season tires',
    'all-season-tires',
    { seasons: ['all-seasons'] },
    'One set for the whole year.',
  ],
  [
    23,
    11,
    'Used winter tires',
    'used-tires/used-winter-tires',
    { condition: ['used'], seasons: ['winter'] },
    'Winter tires with 4/32 in or more.',
  ],
  [30, 2, 'Run-flat tires', 'run-flat-tires', { run_flat: ['1'] }, 'Fifty miles without air.'],
  [31, 2, 'Sets of four', 'sets-of-four', { sets: ['setOfFour'] }, 'Four alike in one parcel.'],
  [
    SERVICES_CATEGORY,
    2,
    'Plans and mounting',
    'plans-and-mounting',
    null,
    'Road hazard plans, mounting kits, bundles and staggered sets.',
  ],
]

/** Products are counted where they are known, by the demo tires or by nobody. */
export const CATEGORY_ROWS: CategoryRow[] = [
  {
    id: ROOT_CATEGORY,
    parentId: 1,
    name: 'Shop',
    urlKey: 'shop',
    urlPath: 'shop',
    path: '1/2',
    level: 1,
    position: 0,
    isActive: true,
    productCount: 0,
    description: '',
    categoryFilter: null,
  },
  ...TREE.map(([id, parentId, name, urlPath, categoryFilter, description], index) => ({
    id,
    parentId,
    name,
    urlKey: urlPath.split('/').at(-1) ?? urlPath,
    urlPath,
    path: parentId === ROOT_CATEGORY ? `1/2/${id}` : `1/2/${parentId}/${id}`,
    level: parentId === ROOT_CATEGORY ? 2 : 3,
    position: index + 1,
    isActive: true,
    productCount: 0,
    description,
    categoryFilter,
  })),
]
