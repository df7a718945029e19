/** The products that the index of the catalog is made of, read in keyed parts, never all at once. */
import { listedSize } from '../../../../schema/catalog/sizes/tire-size.ts'
import { OPENABLE } from '../listed-condition.sql.ts'
import type { CategoryFacts } from './build-index.ts'
import type { CatalogDocument, DocumentValue } from './index-columns.ts'

/** Rows of one part; a part is what an isolate holds beside the index that it fills. */
const DOCUMENTS = 2_000
const IDS = 10_000

const FIELDS = [
  'p.id, p.visibility, p.status, p.setqty, p.sets_offered, p.final_price, p.tread_depth, p.created_at',
  'p.section, p.aspect, p.rim, coalesce(s.qty, 0), coalesce(s.manage, 1)',
  'p.condition_slug, p.condition, p.brand_slug, p.brand, p.model_slug, p.model, p.size_slug, p.size',
  'p.rad, p.season_slug, p.season, p.run_flat, p.tire_load, p.tire_speed, p.speed_rated',
].join(', ')

type Row = [
  ...numbers: [number, number, number, number, number, number, number | null, number],
  ...measures: [number | null, number | null, number | null, qty: number, manage: number],
  ...named: [string | null, string | null, string | null, string | null, string | null, string | null],
  ...size: [string | null, string | null],
  ...rest: [
    string | null,
    string | null,
    string | null,
    number | null,
    number | null,
    string | null,
    number | null,
  ],
]

/** Every product that may be listed, in the order of ids, part after part. */
export async function* listingDocuments(
  db: D1Database,
  part = DOCUMENTS,
): AsyncGenerator<CatalogDocument[], void> {
  const statement = db.prepare(
    `select ${FIELDS} from product p left join stock s on s.stock_sku = p.stock_sku
     where ${OPENABLE} and p.id > ? order by p.id limit ?`,
  )
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = await statement.bind(last, part).raw<Row>()
    if (rows.length > 0) yield rows.map(toDocument)
    if (rows.length < part) return
    last = rows.at(-1)?.[0] ?? last
  }
}

/** Their ids in the order of url_key, ties by id. */
export async function* listingUrlOrder(db: D1Database, part = IDS): AsyncGenerator<number[], void> {
  const statement = db.prepare(
    `select p.id, p.url_key from product p
     where ${OPENABLE} and (p.url_key, p.id) > (?, ?) order by p.url_key, p.id limit ?`,
  )
  let last: [url: string, id: number] = ['', Number.MIN_SAFE_INTEGER]
  for (;;) {
    const rows = await statement.bind(...last, part).raw<[id: number, url: string]>()
    if (rows.length > 0) yield rows.map(([id]) => id)
    const [id, url] = rows.at(-1) ?? [0, '']
    if (rows.length < part) return
    last = [url, id]
  }
}

function toDocument(row: Row): CatalogDocument {
  const [id, visibility, status, setqty, setsOffered, finalPrice, treadDepth, createdAt, ...after] = row
  const [width, aspect, rim, qty, manage, conditionSlug, condition, brandSlug, brand, ...names] = after
  const [modelSlug, model, sizeSlug, size, rad, seasonSlug, season, runFlat, load, speed, mph] = names
  return {
    id,
    visibility,
    status,
    setqty,
    setsOffered,
    finalPrice,
    treadDepth,
    createdAt,
    width: width ?? 0,
    aspect: aspect ?? 0,
    rim: rim ?? 0,
    qty,
    manage: manage !== 0,
    values: [
      value(conditionSlug, condition),
      value(brandSlug, brand),
      value(modelSlug, model),
      value(sizeSlug, size && listedSize(size)),
      value(rim, rim),
      value(rad?.toLowerCase() ?? null, rad),
      value(seasonSlug, season),
      value(runFlat, runFlat === 0 ? 'Not run flat' : 'Run flat'),
      value(load, load),
      value(speed?.toLowerCase() ?? null, speed),
      value(mph, mph),
    ],
  }
}

function value(key: string | number | null, label: string | number | null): DocumentValue | null {
  return key === null ? null : { key: String(key), label: String(label ?? '') }
}

/** Categories with what fills them; a category's own filter is a listing question. */
export async function readCategoryFacts(db: D1Database): Promise<CategoryFacts[]> {
  const [categories, members] = await db.batch<Record<string, string | number | null>>([
    db.prepare('select id, category_filter as filter from category'),
    db.prepare(
      `select category_id as id, json_group_array(product_id) as products
       from (select category_id, product_id from product_category order by category_id, position, product_id)
       group by category_id`,
    ),
  ])
  const products = new Map((members?.results ?? []).map((row) => [row.id, String(row.products)]))
  return (categories?.results ?? []).map(({ id = 0, filter = null }) => ({
    id: Number(id),
    filter: filter === null ? null : (JSON.parse(String(filter)) as Record<string, string[]>),
    products: JSON.parse(products.get(id) ?? '[]') as number[],
  }))
}
