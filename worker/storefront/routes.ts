/** Routes of the pages that combine several rooms. The pages are the same for all shoppers, so they are cached. */
import { Hono } from 'hono'
import { paths } from '../../schema/paths.ts'
import type { AppEnv } from '../env.ts'
import { homePage } from './home.page.tsx'
import { productPages } from './product.page.tsx'

export const storefrontPages = new Hono<AppEnv>()
storefrontPages.get(paths.home, homePage)
storefrontPages.route('/', productPages)
