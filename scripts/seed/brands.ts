/** Invented brands and models. None of the names is a tire brand that the authors know of. */
import type { PatternName, Season } from '../../schema/catalog/product/product.ts'
import type { SizeClass } from './sizes.ts'

export type Tier = 'premium' | 'mid' | 'value'

export interface SeedModel {
  brand: string
  tier: Tier
  name: string
  season: Season
  pattern: PatternName
  classes: readonly SizeClass[]
  /** Tread when new, 32nds of an inch. */
  treadNew: number
  /** Made as run-flat in sport sizes too. */
  runFlat: boolean
  /** Only sold retreaded. */
  retread: boolean
}

const CAR: SizeClass[] = ['car', 'sport']
const ROAD: SizeClass[] = ['car', 'sport', 'suv']
const SUV: SizeClass[] = ['suv']
const TOUGH: SizeClass[] = ['suv', 'light-truck']
const HEAVY: SizeClass[] = ['light-truck', 'truck']

type Line = [
  name: string,
  season: 'all' | 'summer' | 'winter',
  pattern: PatternName,
  classes: SizeClass[],
  treadNew: number,
  mark?: 'run-flat' | 'retread',
]

const BRANDS: [brand: string, tier: Tier, models: Line[]][] = [
  [
    'Halden',
    'premium',
    [
      ['Velo Sport', 'summer', 'sport', ['car', 'sport'], 10, 'run-flat'],
      ['Velo All Season', 'all', 'sport', ROAD, 10, 'run-flat'],
      ['Terra HT', 'all', 'highway', SUV, 11],
      ['Vinter 4', 'winter', 'winter', ROAD, 12],
    ],
  ],
  [
    'Tessaro',
    'premium',
    [
      ['Linea GT', 'summer', 'sport', ['sport', 'suv'], 10, 'run-flat'],
      ['Linea Comfort', 'all', 'touring', ROAD, 10],
      ['Neve', 'winter', 'winter', CAR, 11],
    ],
  ],
  [
    'Norwind',
    'premium',
    [
      ['Allroad', 'all', 'touring', ROAD, 13],
      ['Polar 2', 'winter', 'winter', ROAD, 12],
      ['Polar SUV', 'winter', 'winter', TOUGH, 13],
    ],
  ],
  [
    'Aldermoor',
    'premium',
    [
      ['Frost 2', 'winter', 'winter', CAR, 12],
      ['Frost 3', 'winter', 'winter', ROAD, 12],
      ['Fellside AT', 'all', 'at', TOUGH, 15],
      ['Parish', 'all', 'touring', CAR, 10],
    ],
  ],
  [
    'Veldane',
    'premium',
    [
      ['Apex R', 'summer', 'sport', ['sport'], 9.5, 'run-flat'],
      ['Apex AS', 'all', 'sport', ['sport', 'car'], 10, 'run-flat'],
      ['Cirrus', 'all', 'touring', ROAD, 11],
    ],
  ],
  [
    'Corvane',
    'mid',
    [
      ['Meridian', 'all', 'touring', ROAD, 11],
      ['Meridian HT', 'all', 'highway', TOUGH, 12],
      ['Solano', 'summer', 'sport', CAR, 10],
      ['Drift Ice', 'winter', 'winter', ROAD, 12],
    ],
  ],
  [
    'Kestrel',
    'mid',
    [
      ['Commute 2', 'all', 'touring', CAR, 10],
      ['Commute SUV', 'all', 'highway', SUV, 11],
      ['Swift', 'summer', 'sport', ['sport'], 9.5],
    ],
  ],
  [
    'Orrin',
    'mid',
    [
      ['Quiet S', 'summer', 'sport', ['car', 'sport'], 10],
      ['Quiet Tour', 'all', 'touring', ROAD, 11],
      ['Ridgeback AT', 'all', 'at', TOUGH, 15],
    ],
  ],
  [
    'Brakken',
    'mid',
    [
      ['Renew H', 'all', 'touring', CAR, 11, 'retread'],
      ['Renew Haul', 'all', 'highway', HEAVY, 15, 'retread'],
      ['Hauler HT', 'all', 'highway', HEAVY, 15],
      ['Granite AT', 'all', 'at', TOUGH, 16],
    ],
  ],
  [
    'Sundmark',
    'mid',
    [
      ['Fjord', 'winter', 'winter', ROAD, 12],
      ['Fjord SUV', 'winter', 'winter', TOUGH, 13],
      ['Landvei', 'all', 'touring', ROAD, 11],
    ],
  ],
  [
    'Lorvik',
    'mid',
    [
      ['Tempo', 'summer', 'sport', CAR, 10],
      ['Tempo AS', 'all', 'sport', ['sport', 'car'], 10],
      ['Grense', 'all', 'highway', TOUGH, 12],
    ],
  ],
  [
    'Draymoor',
    'mid',
    [
      ['Carter', 'all', 'highway', HEAVY, 16],
      ['Carter Renew', 'all', 'highway', HEAVY, 16, 'retread'],
      ['Holt AT', 'all', 'at', TOUGH, 15],
    ],
  ],
  [
    'Tannock',
    'value',
    [
      ['Mile 60', 'all', 'touring', ROAD, 10],
      ['Mile HT', 'all', 'highway', TOUGH, 11],
    ],
  ],
  [
    'Quillon',
    'value',
    [
      ['Sabre', 'summer', 'sport', ['sport'], 9.5],
      ['Sabre AS', 'all', 'sport', ['sport', 'car'], 10],
      ['Buckler', 'all', 'touring', ROAD, 10],
    ],
  ],
  [
    'Harrowby',
    'value',
    [
      ['County', 'all', 'touring', CAR, 10],
      ['County SUV', 'all', 'highway', SUV, 11],
      ['Furrow AT', 'all', 'at', TOUGH, 14],
    ],
  ],
  [
    'Brevik',
    'value',
    [
      ['Isen', 'winter', 'winter', ROAD, 11],
      ['Kyst', 'all', 'touring', ROAD, 10],
    ],
  ],
  [
    'Ashgrove',
    'value',
    [
      ['Lane', 'all', 'touring', CAR, 10],
      ['Lane Sport', 'summer', 'sport', CAR, 9.5],
      ['Lane Renew', 'all', 'touring', ROAD, 10, 'retread'],
    ],
  ],
  [
    'Farrant',
    'value',
    [
      ['Ember', 'summer', 'sport', ['sport'], 9.5],
      ['Hearth', 'all', 'touring', ROAD, 10],
      ['Cinder HT', 'all', 'highway', TOUGH, 12],
    ],
  ],
  [
    'Jorund',
    'value',
    [
      ['Tundra Grip', 'winter', 'winter', ROAD, 12],
      ['Steppe', 'all', 'highway', TOUGH, 12],
    ],
  ],
  [
    'Wexley',
    'value',
    [
      ['Avenue', 'all', 'touring', ROAD, 10],
      ['Avenue GT', 'summer', 'sport', CAR, 9.5],
    ],
  ],
]

const SEASON: Record<Line[1], Season> = { all: 'All seasons', summer: 'Summer', winter: 'Winter' }

export const MODELS: readonly SeedModel[] = BRANDS.flatMap(([brand, tier, models]) =>
  models.map(([name, season, pattern, classes, treadNew, mark]) => ({
    brand,
    tier,
    name,
    season: SEASON[season],
    pattern,
    classes,
    treadNew,
    runFlat: mark === 'run-flat',
    retread: mark === 'retread',
  })),
)

export const BRAND_NAMES: readonly string[] = BRANDS.map(([brand]) => brand)

/** What a model of this kind is praised for; the second line of each is about its tread. */
export const FEATURES: Readonly<Record<PatternName, readonly string[]>> = {
  touring: [
    'Even block lengths keep it quiet at highway speed',
    'Four straight grooves lead water away',
    'Closed shoulder wears evenly on city streets',
    'Low rolling resistance compound',
  ],
  sport: [
    'Stiff outer shoulder for steady cornering',
    'Three wide grooves clear standing water',
    'Continuous center rib answers small steering moves',
    'Silica compound holds on wet roads',
  ],
  winter: [
    'Compound stays soft below 45 °F',
    'Zigzag sipes bite into packed snow',
    'V-shaped grooves throw slush sideways',
    'Three-peak mountain snowflake rating',
  ],
  at: [
    'Open shoulder blocks clean themselves of mud',
    'Stone ejectors between the blocks',
    'Cut-resistant compound for gravel',
    'Stepped sipes for wet pavement',
  ],
  highway: [
    'Five ribs carry load without squirm',
    'Steel belts made for long distances',
    'Wide footprint wears evenly under load',
    'Sipes through the full depth of the tread',
  ],
}
