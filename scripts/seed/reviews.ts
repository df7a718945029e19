/** Reviews of the demo shop: invented like its brands, good and bad, some awaiting approval. */
import * as v from 'valibot'
import type { Product } from '../../schema/catalog/product/product.ts'
import type { review } from '../../schema/content/reviews/review.table.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { CELL_NUMBER, readTable } from '../load/data-file.ts'
import { SEED_NOW } from './clock.ts'
import type { Facets } from './facets.ts'
import { createRandom, type Random } from './prng.ts'

type ReviewRow = typeof review.$inferInsert

const FIRST =
  'Alex Maria Dwayne Priya Tom Keisha Luis Hannah Omar Grace Victor Jen Samir Beth Andre Wei Nadia Pete Rosa Cody'.split(
    ' ',
  )
const LETTERS = [...'ABCDEFGHJKLMNPRSTW']

const STARS: readonly (readonly [number, number])[] = [
  [5, 52],
  [4, 26],
  [3, 11],
  [2, 6],
  [1, 5],
]

/** Texts by stars; {brand}, {model}, {size}, {tread} and {dot} are replaced by those of the tire. */
const TEXTS = readTable(
  new URL('reviews.csv', import.meta.url),
  v.object({
    about: v.picklist(['tire', 'shop']),
    stars: CELL_NUMBER,
    title: v.string(),
    text: v.string(),
  }),
)

/** Returns reviews of the shop and of some tires; about one in twelve is not approved. */
export function reviewRows(seed: number, facets: Facets): ReviewRow[] {
  const random = createRandom(seed, 'reviews')
  const rows: ReviewRow[] = []
  const add = (product: Product | null) => {
    const rating = random.weighted(STARS)
    const about = product === null ? 'shop' : 'tire'
    const fitting = TEXTS.filter((one) => one.about === about && one.stars === rating)
    const { title, text } = random.pick(fitting)
    rows.push({
      productId: product?.id ?? null,
      customerId: null,
      title: fill(title, product),
      text: fill(text, product),
      rating,
      reviewerName: nameOf(random),
      reviewerPhoto: null,
      isApproved: !random.hit(0.08),
      demo: true,
      createdAt: SEED_NOW - random.whole(0, 110) * DAY_MS - random.whole(0, 86_399) * 1000,
    })
  }
  for (let index = 0; index < 64; index += 1) add(null)
  for (const product of facets.reviewed) {
    const count = random.whole(1, 4)
    for (let index = 0; index < count; index += 1) add(product)
  }
  return rows
}

function nameOf(random: Random): string {
  return `${random.pick(FIRST)} ${random.pick(LETTERS)}.`
}

function fill(text: string, product: Product | null): string {
  const { brand, model, size, treadDepth, dot } = product?.tire ?? {}
  const values: Record<string, unknown> = { brand, model, size, tread: treadDepth, dot }
  return text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''))
}
