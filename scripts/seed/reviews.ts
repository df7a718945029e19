/** Reviews of the embedded shop: invented like its brands, good and bad, some still waiting to be read. */
import type { Product } from '../../schema/catalog/product/product.ts'
import type { review } from '../../schema/content/reviews/review.table.ts'
import { DAY, SEED_NOW } from './clock.ts'
import type { Facets } from './facets.ts'
import { type Chance, chance as chanceOf } from './prng.ts'

type ReviewRow = typeof review.$inferInsert

const FIRST = [
  'Alex',
  'Maria',
  'Dwayne',
  'Priya',
  'Tom',
  'Keisha',
  'Luis',
  'Hannah',
  'Omar',
  'Grace',
  'Victor',
  'Jen',
  'Samir',
  'Beth',
  'Andre',
  'Wei',
  'Nadia',
  'Pete',
  'Rosa',
  'Cody',
]
const LETTERS = [...'ABCDEFGHJKLMNPRSTW']

const STARS: readonly (readonly [number, number])[] = [
  [5, 52],
  [4, 26],
  [3, 11],
  [2, 6],
  [1, 5],
]

/** Texts by stars; {brand}, {model}, {size}, {tread}, {dot} are the tire's. */
const ABOUT_TIRES: Record<number, [title: string, text: string][]> = {
  5: [
    ['Exactly as described', 'Measured {tread}/32 at home, same as the page said. Mounted without trouble.'],
    ['Quiet', 'The {model} is quieter than what was on the car. Balanced with little weight.'],
    ['Good in the rain', 'Two weeks of rain and no complaint. Would buy {brand} again.'],
    ['Fast', 'Ordered at noon, on the porch two days later.'],
    ['Fresh date', 'DOT {dot}, as listed. My shop asked where I got them.'],
  ],
  4: [
    ['Good tire for the money', 'A little more road noise than I hoped, otherwise fine on my sedan.'],
    ['Happy so far', '1,200 miles on them. Wear looks even.'],
    ['Nice {size}', 'Fits as it should. The label glue took a while to come off.'],
  ],
  3: [
    ['OK', 'Does what it should. Needed more balancing weight than the old ones.'],
    ['Average', 'Fine on dry roads, nothing special in the wet.'],
  ],
  2: [
    ['Louder than expected', 'Hums from 50 mph on. Customer service offered a return, I kept them.'],
    ['Scuffs', 'Sidewall scuffs were mentioned, but I pictured less.'],
  ],
  1: [
    [
      'Wrong for my car',
      'I ordered the wrong load index and had to send them back. Refund came, the time did not.',
    ],
    ['Slow leak', 'One tire lost air. They replaced it, but I had to pay the mounting twice.'],
  ],
}

const ABOUT_SHOP: Record<number, [title: string, text: string][]> = {
  5: [
    ['Numbers, not adjectives', 'Every groove measured. I knew what I was buying.'],
    ['Matched pair', 'Needed two that match the ones I have. Found them by size and tread in a minute.'],
    ['Painless return', 'Bought the wrong size, my fault. Label by mail, money back in four days.'],
    ['Same day', 'Ordered before one, shipped at three.'],
    ['Honest about repairs', 'The page said one plug-patch, and there was one plug-patch.'],
    ['Picked up in Chicago', 'Friendly people at West Grand, ready when I came.'],
  ],
  4: [
    ['Good shop', 'Prices are fair. I would like more pictures.'],
    ['Would order again', 'Arrived a day later than promised, well packed.'],
  ],
  3: [['Fine', 'Tires are good, the carrier was not.']],
  2: [['Sold before me', 'The last one went while I was paying. Nothing charged, but still.']],
  1: [['No delivery to my state', 'They do not ship to Alaska. I only saw it at checkout.']],
}

/** Of the shop itself and of some of its tires; about one in twelve is not approved yet. */
export function reviewRows(seed: number, facets: Facets): ReviewRow[] {
  const chance = chanceOf(seed, 'reviews')
  const rows: ReviewRow[] = []
  const add = (product: Product | null, texts: Record<number, [string, string][]>) => {
    const rating = chance.weighted(STARS)
    const [title, text] = chance.pick(texts[rating] ?? [['', '']])
    rows.push({
      productId: product?.id ?? null,
      customerId: null,
      title: fill(title, product),
      text: fill(text, product),
      rating,
      reviewerName: nameOf(chance),
      reviewerPhoto: null,
      isApproved: !chance.hit(0.08),
      demo: true,
      createdAt: SEED_NOW - chance.whole(0, 110) * DAY - chance.whole(0, 86_399) * 1000,
    })
  }
  for (let index = 0; index < 64; index += 1) add(null, ABOUT_SHOP)
  for (const product of facets.reviewed) {
    const count = chance.whole(1, 4)
    for (let index = 0; index < count; index += 1) add(product, ABOUT_TIRES)
  }
  return rows
}

function nameOf(chance: Chance): string {
  return `${chance.pick(FIRST)} ${chance.pick(LETTERS)}.`
}

function fill(text: string, product: Product | null): string {
  const { brand, model, size, treadDepth, dot } = product?.tire ?? {}
  const words: Record<string, unknown> = { brand, model, size, tread: treadDepth, dot }
  return text.replace(/\{(\w+)\}/g, (_, key: string) => String(words[key] ?? ''))
}
