/** Landing pages, and the map from a path to the page that it shows. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { LandingLevel } from './landing.ts'

export const landing = sqliteTable(
  'landing',
  {
    id: integer('id').primaryKey(),
    /** Without slashes at the ends: `t/s/225-45r17`. */
    urlPath: text('url_path').notNull(),
    name: text('name').notNull(),
    routeId: integer('route_id').notNull(),
    parentId: integer('parent_id'),
    level: integer('level').notNull(),
    position: integer('position').notNull(),
    /** Title, heading and texts, with placeholders. */
    settings: text('settings', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** The filters of the landing's listing: option values by attribute code. */
    filters: text('filters', { mode: 'json' }).$type<Record<string, string[]>>().notNull(),
    carInfo: text('car_info', { mode: 'json' }).$type<Record<string, string | number>>(),
    hideLandingPage: integer('hide_landing_page', { mode: 'boolean' }).notNull(),
    /** Whether the row belongs to the demo data; the demo generator replaces such rows. */
    demo: integer('demo', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [uniqueIndex('landing_url_path').on(t.urlPath), index('landing_parent').on(t.parentId, t.position)],
)

/** Groups of landings with their widgets for each level. */
export const landingRoute = sqliteTable('landing_route', {
  routeId: integer('route_id').primaryKey(),
  pathAlias: text('path_alias').notNull(),
  name: text('name').notNull(),
  parameters: text('parameters', { mode: 'json' }).$type<LandingLevel[]>().notNull(),
})

/** Paths of landings, categories, CMS pages and redirects; fixed routes and products have no rows. */
export const urlMap = sqliteTable(
  'url_map',
  {
    url: text('url').notNull(),
    type: text('type', { enum: ['landing', 'category', 'cms_page', 'redirect'] }).notNull(),
    targetId: integer('target_id').notNull(),
    /** Target address of a `redirect`. */
    location: text('location'),
    /** False for a `redirect` for some time. */
    isPermanent: integer('is_permanent', { mode: 'boolean' }).notNull().default(true),
    /** Counts the changes by staff. */
    version: integer('version').notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.url] })],
)
