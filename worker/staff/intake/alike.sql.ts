/** Units that may be the tire in hand, and units that make a set with it (H14). */
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { product, productMedia } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { formatTireSize, sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { optionSlug } from '../../../schema/paths.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import {
  type AlikeTire,
  findSetMates,
  isPossibleDuplicate,
  isSamePicture,
} from '../../../schema/staff/intake/alike.ts'
import type { AlikeQuery, AlikeReply } from '../../../schema/staff/intake/intake-queries.api.ts'
import type { IntakeSettings } from '../../../schema/staff/intake/intake-settings.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { photoHref } from '../../catalog/images/photo-address.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'

/** How long after its intake a unit is asked about, also if it was sold since. */
const RECENT_MS = 30 * DAY_MS
const MAX_OF_MODEL = 200
/** Photos that a new one is compared with, newest first. */
const MAX_PHOTOS = 2000
/** Questions that a person is asked at once. */
const MAX_DUPLICATES = 3

const COLUMNS = {
  sku: product.sku,
  name: product.name,
  sizeSlug: product.sizeSlug,
  brandSlug: product.brandSlug,
  modelSlug: product.modelSlug,
  load: product.tireLoad,
  speed: product.tireSpeed,
  runFlat: product.runFlat,
  least: product.treadDepth,
  dot: product.dot,
  depths: sql<string | null>`json_extract(${product.passport}, '$.grooves[0]')`,
  setqty: product.setqty,
  type: product.type,
  qty: stock.qty,
  offSale: unit.offSale,
  state: unit.state,
  bin: unit.bin,
  takenAt: unit.takenAt,
  takenBy: staff.name,
  photo: sql<string | null>`(select ${productMedia.image} from ${productMedia}
    where ${productMedia.productId} = ${product.id} order by ${productMedia.position} limit 1)`,
}

function unitsWhere(db: D1Database, condition: SQL | undefined, limit: number) {
  return connect(db)
    .select(COLUMNS)
    .from(product)
    .innerJoin(stock, eq(stock.stockSku, product.stockSku))
    .innerJoin(unit, eq(unit.productId, product.id))
    .leftJoin(staff, eq(staff.id, unit.takenBy))
    .where(condition)
    .orderBy(sql`${product.createdAt} desc`)
    .limit(limit)
}

type UnitRow = Awaited<ReturnType<typeof unitsWhere>>[number]

/** Returns the skus of the newest units whose photo shows the same tread. */
async function findSamePictures(db: D1Database, hash: string | undefined): Promise<string[]> {
  if (hash === undefined) return []
  const photos = await connect(db)
    .select({ sku: product.sku, hash: sql<string>`${unit.photoHash}` })
    .from(unit)
    .innerJoin(product, eq(product.id, unit.productId))
    .where(and(isNotNull(unit.photoHash), isNotNull(unit.takenAt)))
    .orderBy(sql`${unit.takenAt} desc`)
    .limit(MAX_PHOTOS)
  return photos.filter((photo) => isSamePicture(photo.hash, hash)).map(({ sku }) => sku)
}

type AlikeUnit = AlikeTire & Omit<UnitRow, keyof AlikeTire>

function toAlikeTire(row: UnitRow): AlikeUnit {
  const depths: unknown = JSON.parse(row.depths ?? '[]')
  return {
    ...row,
    brandSlug: row.brandSlug ?? '',
    modelSlug: row.modelSlug ?? '',
    sizeSlug: row.sizeSlug ?? '',
    runFlat: row.runFlat ?? false,
    depths: Array.isArray(depths) && depths.length > 0 ? depths.map(Number) : [row.least ?? 0],
  }
}

function toDuplicate(
  row: Pick<UnitRow, 'sku' | 'name' | 'takenAt' | 'takenBy' | 'photo'>,
  reason: 'measurements' | 'picture',
): AlikeReply['duplicates'][number] {
  const { sku, name, takenAt, takenBy, photo } = row
  return { sku, name, reason, takenAt, takenBy, photo: photo === null ? null : photoHref(photo) }
}

/** Finds possible duplicates of a tire and tires that make a set with it. */
export async function findAlike(
  db: D1Database,
  query: AlikeQuery,
  { now, settings }: { now: number; settings: IntakeSettings },
): Promise<AlikeReply> {
  const { marking, depths, dot, hash, except } = query
  const tire: AlikeTire = {
    sizeSlug: sizeSlug(formatTireSize(marking.size)),
    brandSlug: optionSlug(query.brand),
    modelSlug: optionSlug(query.model),
    load: marking.load,
    speed: marking.speed,
    runFlat: query.runFlat || marking.runFlat,
    ...{ depths, dot },
  }
  const isModel = and(
    sql`visibility > 1 and condition = 'Used'`,
    eq(product.sizeSlug, tire.sizeSlug),
    eq(product.brandSlug, tire.brandSlug),
    eq(product.modelSlug, tire.modelSlug),
  )
  const [ofModel, pictured] = await Promise.all([
    unitsWhere(db, isModel, MAX_OF_MODEL),
    findSamePictures(db, hash),
  ])
  const others = ofModel.filter(({ sku }) => !except.includes(sku)).map(toAlikeTire)
  const singles = others.filter((row) => row.setqty === 1 && row.type === 'simple')
  const mayBeDuplicate = ({ qty, offSale, takenAt }: Pick<UnitRow, 'qty' | 'offSale' | 'takenAt'>) =>
    qty + offSale > 0 || (takenAt !== null && now - takenAt <= RECENT_MS)
  const measured = singles.filter((row) => mayBeDuplicate(row) && isPossibleDuplicate(tire, row))
  const shown = pictured.filter((sku) => !except.includes(sku)).slice(0, MAX_DUPLICATES)
  const pictures =
    shown.length > 0 ? await unitsWhere(db, sql`${product.sku} in ${inList(shown)}`, MAX_DUPLICATES) : []
  const duplicates = new Map([
    ...measured.map((row) => [row.sku, toDuplicate(row, 'measurements')] as const),
    ...pictures.map((row) => [row.sku, toDuplicate(row, 'picture')] as const),
  ])
  const forSale = singles.filter((row) => row.qty === 1 && row.state === 'live')
  const mates = findSetMates(tire, forSale, settings).map(({ sku, depths, dot, bin }) => ({
    ...{ sku, dot, bin },
    least: Math.min(...depths),
  }))
  return {
    duplicates: [...duplicates.values()].slice(0, MAX_DUPLICATES),
    mates,
    setSize: mates.length >= 3 ? 4 : mates.length > 0 ? 2 : 1,
  }
}
