/** Mounts the routes of the catalog: pictures, lists, search, comparison, and the files for crawlers. */
import { Hono } from 'hono'
import type { AppEnv } from '../env.ts'
import { comparePages } from './compare/compare.page.tsx'
import { extFinderApi } from './finder/finder.api.ts'
import { pictures } from './images/pictures.page.ts'
import { previewPicture } from './images/preview-picture.page.ts'
import { productPhotos } from './images/product-photos.page.ts'
import { categoryPages } from './landing/category.page.tsx'
import { cardsViewForm } from './listing/cards-view.form.ts'
import { listingPages } from './listing/listing.page.tsx'
import { icons } from './product/icons.page.ts'
import { searchPages } from './search/search.page.tsx'
import { extSuggestApi } from './search/suggest.api.ts'
import { merchantFeed } from './seo/merchant-feed.page.ts'
import { llms, robots } from './seo/robots.page.ts'
import { sitemaps } from './seo/sitemap.page.ts'
import { stockAlertRoutes } from './stock-alerts/stock-alerts.form.ts'
import { extCarsApi } from './vehicle/cars.api.ts'
import { extFittingApi } from './vehicle/fitting.api.ts'

export const catalogRoutes = new Hono<AppEnv>()
// The address of a picture contains all that it shows, so the bytes at an address never change.
catalogRoutes.get('/pictures/product/:file', previewPicture)
catalogRoutes.get('/pictures/*', pictures)
catalogRoutes.route('/', cardsViewForm)
catalogRoutes.route('/', productPhotos)
catalogRoutes.route('/', icons)
catalogRoutes.route('/api/ext', extFinderApi)
catalogRoutes.route('/api/ext', extCarsApi)
catalogRoutes.route('/api/ext', extFittingApi)
catalogRoutes.route('/api/ext', extSuggestApi)
catalogRoutes.route('/', stockAlertRoutes)
catalogRoutes.get('/robots.txt', robots)
catalogRoutes.get('/llms.txt', llms)
catalogRoutes.route('/', sitemaps)
catalogRoutes.route('/', merchantFeed)

/** Pages with the same content for every visitor; they are cached. */
export const catalogPages = new Hono<AppEnv>()
catalogPages.route('/', comparePages)
catalogPages.route('/', listingPages)
catalogPages.route('/', categoryPages)
catalogPages.route('/', searchPages)
