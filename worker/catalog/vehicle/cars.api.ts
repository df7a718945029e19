/** GET /api/ext/cars?year=&make=&model=: returns the finder's options for a car, and its fitments. */
import { Hono } from 'hono'
import type { CarView } from '../../../schema/catalog/vehicle/vehicle.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { getListingContext } from '../landing/listing-context.ts'
import { carView } from './fitment-index.ts'

/** Seconds for which a browser caches a reply; its counts change with the stock. */
const CACHE_SECONDS = 60

export const extCarsApi = new Hono<AppEnv>().get('/cars', async (c) => {
  const query = { year: c.req.query('year'), make: c.req.query('make'), model: c.req.query('model') }
  const { catalog, cars } = await getListingContext(c)
  const view: CarView = carView(cars, await catalog.sizes(), query)
  const response = reply(c, 200, view)
  response.headers.set('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  return response
})
