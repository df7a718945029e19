/** Reviews of the demo shop and questions about its tires: invented like its brands, good and bad, some awaiting approval. */
import * as v from 'valibot'
import { optionSlug } from '../../schema/catalog/finder/option-slug.ts'
import type { Product } from '../../schema/catalog/product/product.ts'
import type { productQuestion } from '../../schema/content/reviews/product-question.table.ts'
import type { review } from '../../schema/content/reviews/review.table.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { CELL_NUMBER, readTable } from '../load/data-file.ts'
import { SEED_NOW } from './clock.ts'
import type { Facets } from './facets.ts'
import { createRandom, type Random } from './prng.ts'

type ReviewRow = typeof review.$inferInsert
type QuestionRow = typeof productQuestion.$inferInsert

const NAMES =
  'Alex M.,Maria,Dwayne T.,priya,Tom in Duluth,Keisha B.,L. Ortega,Hannah W.,Omar,Grace,Vic,Jen & Rob,Samir K.,Beth,A. Nowak,Wei L.,Nadia,Pete,rosa_g,Cody R.,Old Blue,Mrs. H.,J. T. Lindqvist,Trey,Shauna P.,D. Castellano,Mike,mike d,Ines,Big Ron,Anh N.,Farah,K. Whitehorse,Lou,Marisol V.,Gus,Tamika J.,Ed from Toledo,S. Petrov,Colleen,Raj,2 kids 1 wagon,Nate,Opal,Juan Carlos,Becca F.,H. Yoder,Dre,Liz O’Dell,Walt'.split(
    ',',
  )

/** An empty cell is no value. */
const OPTIONAL_TEXT = v.optional(v.string(), '')

/** Each text is used once. `for` names what a fitting tire must be; `points` are wet, dry, snow, noise and wear. */
const TEXTS = readTable(
  new URL('reviews.csv', import.meta.url),
  v.object({
    about: v.picklist(['tire', 'shop']),
    for: OPTIONAL_TEXT,
    stars: CELL_NUMBER,
    points: OPTIONAL_TEXT,
    title: v.string(),
    text: v.string(),
  }),
)

const QUESTIONS = readTable(
  new URL('questions.csv', import.meta.url),
  v.object({ for: OPTIONAL_TEXT, question: v.string(), answer: OPTIONAL_TEXT }),
)

const IS: Readonly<Record<string, (product: Product) => boolean>> = {
  new: ({ tire }) => tire?.condition === 'New',
  used: ({ tire }) => tire?.condition === 'Used',
  retread: ({ tire }) => tire?.condition === 'Retread',
  once: ({ tire }) => tire?.condition === 'Driven Once',
  winter: ({ tire }) => tire?.season === 'Winter',
  summer: ({ tire }) => tire?.season === 'Summer',
  allseason: ({ tire }) => tire?.season === 'All seasons',
  at: ({ tire }) => tire?.pattern === 'at',
  ht: ({ tire }) => tire?.pattern === 'highway',
}

/** Returns the reviewed products for which a text can have been written. */
function fittingProducts({ reviewed }: Facets, wanted: string): Product[] {
  const rules = wanted.split(' ').flatMap((word) => IS[word] ?? [])
  return [...reviewed.values()].filter((product) => rules.every((rule) => rule(product)))
}

/** Returns the reviews of the shop and of its tires; about one in sixteen is not approved. */
export function reviewRows(seed: number, facets: Facets): ReviewRow[] {
  const random = createRandom(seed, 'reviews')
  return TEXTS.flatMap(({ about, for: wanted, stars, points, title, text }): ReviewRow[] => {
    const products = about === 'tire' ? fittingProducts(facets, wanted) : []
    if (about === 'tire' && products.length === 0) return []
    const [wet, dry, snow, noise, wear] = [...points.padEnd(5, '-')].map(Number)
    const days = random.whole(1, 420)
    return [
      {
        productId: products.length > 0 ? random.pick(products).id : null,
        customerId: null,
        title,
        text,
        rating: stars,
        ...{
          wet: wet || null,
          dry: dry || null,
          snow: snow || null,
          noise: noise || null,
          wear: wear || null,
        },
        reviewerName: random.pick(NAMES),
        reviewerPhoto: null,
        isApproved: !random.hit(0.06),
        isVerified: about === 'tire' && random.hit(0.7),
        helpful: helpfulVotes(random, text, days),
        demo: true,
        createdAt: SEED_NOW - days * DAY_MS - random.whole(0, 86_399) * 1000,
      },
    ]
  })
}

/** Older and longer texts have more votes. */
function helpfulVotes(random: Random, text: string, days: number): number {
  return Math.floor((random.whole(0, 9) * Math.min(text.length, 250) * (days + 60)) / 250 / 240)
}

/** Returns the answered questions about tires, and two that wait for an answer. */
export function questionRows(seed: number, facets: Facets): QuestionRow[] {
  const random = createRandom(seed, 'questions')
  return QUESTIONS.flatMap(({ for: wanted, question, answer }): QuestionRow[] => {
    const products = fittingProducts(facets, wanted)
    if (products.length === 0) return []
    const { id, tire } = random.pick(products)
    const askedAt = SEED_NOW - random.whole(2, 300) * DAY_MS - random.whole(0, 86_399) * 1000
    const isAnswered = answer !== ''
    return [
      {
        productId: id,
        brandSlug: tire && optionSlug(tire.brand),
        modelSlug: tire && optionSlug(tire.model),
        askerName: random.pick(NAMES),
        question,
        answer: isAnswered ? answer : null,
        askedAt,
        answeredAt: isAnswered ? askedAt + random.whole(1, 30) * 3_600_000 : null,
        demo: true,
      },
    ]
  })
}
