import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import type { CarView } from '../../../schema/catalog/vehicle/vehicle.ts'
import type { Reply } from '../../../schema/platform/http/reply.api.ts'
import type { AppEnv } from '../../env.ts'
import { pageCache } from '../../platform/cache/page-cache.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { extCarsApi } from './cars.api.ts'

const app = new Hono<AppEnv>().use(pageCache()).route('/api/ext', extCarsApi)
const context = { waitUntil() {}, passThroughOnException() {}, props: {} }

async function ask(query = ''): Promise<CarView> {
  const response = await app.request(`https://shop.test/api/ext/cars${query}`, {}, { ...env }, context)
  const { code, result } = await response.json<Reply<CarView>>()
  expect(code, query).toBe(200)
  return result
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  const models = [
    "(1, 'Honda', 'honda', 'Civic', 'civic', 'Ninth', 2012, 2016, 'Sedan')",
    "(2, 'Honda', 'honda', 'Civic', 'civic', 'Tenth', 2016, 2021, 'Sedan')",
  ]
  const fitments = [
    "(1, 1, 'EX', 'ex', '225/45R17', '225-45r17', null, null, 91, 'H', null, null, 1)",
    "(2, 2, 'EX', 'ex', '225/45R17', '225-45r17', null, null, 91, 'H', null, null, 1)",
    "(3, 2, 'Sport', 'sport', '225/45R17', '225-45r17', '205/55R16', '205-55r16', 91, 'H', 91, 'H', 2)",
  ]
  await env.DB.batch([
    env.DB.prepare(
      `insert into car_model (id, make, make_slug, model, model_slug, generation, year_from, year_to, body_type) values ${models.join()}`,
    ),
    env.DB.prepare(
      `insert into car_fitment (id, car_id, trim, trim_slug, size, size_slug, size_rear, size_rear_slug,
         min_load, min_speed, min_load_rear, min_speed_rear, position) values ${fitments.join()}`,
    ),
  ])
})

test('[B1] each choice determines the options of the next select; unknown values are ignored', async () => {
  const lengths = async (query: string) => {
    const { years, makes, models, trims } = await ask(query)
    return [years, makes, models, trims].map((list) => list.length)
  }
  expect(await lengths('')).toEqual([2, 0, 0, 0])
  expect(await lengths('?year=2018')).toEqual([2, 1, 0, 0])
  expect(await lengths('?year=2018&make=honda')).toEqual([2, 1, 1, 0])
  expect(await lengths('?year=2018&make=honda&model=civic')).toEqual([2, 1, 1, 2])
  expect(await lengths('?year=1900&make=honda&model=civic')).toEqual([2, 0, 0, 0])
  expect(await lengths("?year=2018&make='--&model=civic")).toEqual([2, 1, 0, 0])
})

test('[B1] a size of two generations in one year is listed once, and each axle has its own count', async () => {
  const { trims } = await ask('?year=2016&make=honda&model=civic')
  expect(trims.map(({ slug, fitments }) => [slug, fitments.length])).toEqual([
    ['ex', 1],
    ['sport', 1],
  ])
  const [fitment] = trims[1]?.fitments ?? []
  expect(fitment).toMatchObject({ front: { sizeSlug: '225-45r17' }, rear: { sizeSlug: '205-55r16' } })
  expect(fitment?.count).toBeGreaterThan(0)
  expect(fitment?.rearCount).toBeGreaterThan(0)
})
