/** Base data: what a shop needs before its first product. Loading it twice keeps a merchant's own rows. */

import { feeRule } from '../../schema/cart/totals/fee.table.ts'
import { taxClass, taxRate, taxRule } from '../../schema/cart/totals/tax.table.ts'
import { attribute, attributeOption, smartFilter } from '../../schema/catalog/attributes/attribute.table.ts'
import { category } from '../../schema/catalog/landing/category.table.ts'
import { landing, landingRoute, urlMap } from '../../schema/catalog/landing/landing.table.ts'
import { carFitment, carModel } from '../../schema/catalog/vehicle/vehicle.table.ts'
import { cmsBlock, cmsHierarchy, cmsPage } from '../../schema/content/pages/cms.table.ts'
import { region } from '../../schema/identity/location/region.table.ts'
import { zipCode } from '../../schema/identity/location/zip.table.ts'
import { customerGroup } from '../../schema/identity/sign-in/customer.table.ts'
import { config } from '../../schema/platform/config.table.ts'
import { hashOf } from '../build.ts'
import { insertStatements, literal, rowsOf } from '../load/sql.ts'
import { DEMO_ACCOUNTS } from '../seed/customers.ts'
import { zipRows } from '../zip.ts'
import { ATTRIBUTE_ROWS, OPTION_ROWS, SMART_FILTER_ROWS } from './attributes.ts'
import { CAR_ROWS, FITMENT_ROWS } from './cars.ts'
import { CATEGORY_ROWS } from './categories.ts'
import { FEE_ROWS } from './fees.ts'
import { LANDING_ROUTE_ROWS } from './landing-routes.ts'
import { LANDINGS } from './landings.ts'
import { type BaseTable, mergeStatements } from './merge.ts'
import { CMS_BLOCK_ROWS, CMS_HIERARCHY_ROWS, CMS_PAGE_ROWS } from './pages.ts'
import { REGION_ROWS } from './regions.ts'
import { CATALOG_VERSION, CONFIG_ROWS } from './settings.ts'
import { CUSTOMER_GROUP_ROWS, TAX_CLASS_ROWS, TAX_RATE_ROWS, TAX_RULE_ROWS } from './taxes.ts'
import { URL_ROWS } from './urls.ts'

/** What a database is for; production takes no demo tires. */
export const ENVIRONMENTS = ['local', 'demo', 'production'] as const
export type Environment = (typeof ENVIRONMENTS)[number]
export const ENVIRONMENT = 'shop/environment'

const landingsOf = (level: number): BaseTable => ({
  table: landing,
  key: 'urlPath',
  rows: LANDINGS.filter((page) => page.level === level),
  computed: (value) => ({
    parentId: `(SELECT id FROM "landing" l WHERE l.url_path = rtrim(rtrim(${value('urlPath')}, replace(${value('urlPath')}, '/', '')), '/'))`,
  }),
})

const TABLES: readonly BaseTable[] = [
  { table: region, key: 'regionId', rows: REGION_ROWS },
  { table: config, key: 'path', rows: CONFIG_ROWS },
  { table: taxClass, key: 'id', rows: TAX_CLASS_ROWS },
  { table: customerGroup, key: 'id', rows: CUSTOMER_GROUP_ROWS },
  { table: taxRule, key: 'id', rows: TAX_RULE_ROWS },
  { table: taxRate, key: 'id', rows: TAX_RATE_ROWS },
  { table: feeRule, key: 'id', rows: FEE_ROWS },
  { table: attribute, key: 'attributeId', rows: ATTRIBUTE_ROWS },
  { table: attributeOption, key: 'optionId', rows: OPTION_ROWS },
  { table: smartFilter, key: 'filterId', rows: SMART_FILTER_ROWS },
  { table: carModel, key: 'id', rows: CAR_ROWS },
  { table: carFitment, key: 'id', rows: FITMENT_ROWS },
  { table: landingRoute, key: 'routeId', rows: LANDING_ROUTE_ROWS },
  { table: cmsPage, key: 'id', rows: CMS_PAGE_ROWS },
  { table: cmsBlock, key: 'id', rows: CMS_BLOCK_ROWS },
  { table: cmsHierarchy, key: 'id', rows: CMS_HIERARCHY_ROWS },
  { table: category, key: 'id', rows: CATEGORY_ROWS, counted: ['productCount'] },
  landingsOf(1),
  landingsOf(2),
  landingsOf(3),
  {
    table: urlMap,
    key: 'url',
    rows: URL_ROWS,
    computed: (value) => ({
      targetId: `coalesce(${value('targetId')}, (SELECT id FROM "landing" l WHERE l.url_path = ${value('url')}))`,
    }),
  },
]

/** Returns a version that changes when the base data of the repository changes. */
export function baseVersion(): string {
  return hashOf(['scripts/base', 'scripts/zip.ts', 'package-lock.json']).slice(0, 16)
}

/** Reads the base data version of a database. */
export const VERSION_QUERY =
  "SELECT written AS version FROM base_row WHERE table_name = '' AND row_key = 'version'"

/** Returns the statements of all base data; `environment` is written unless the database has one already. */
export async function baseStatements(environment: Environment): Promise<string[]> {
  const version = baseVersion()
  const isNew = `NOT EXISTS (${VERSION_QUERY} AND written = ${literal(version)})`
  return [
    `INSERT OR IGNORE INTO "config" ("path","value") VALUES (${literal(ENVIRONMENT)},${literal(environment)})`,
    // The passwords of these accounts are public; earlier releases loaded them everywhere.
    `DELETE FROM "customer" WHERE email IN (${DEMO_ACCOUNTS.map(({ email }) => literal(email))}) AND EXISTS (SELECT 1 FROM "config" WHERE path = ${literal(ENVIRONMENT)} AND value = 'production')`,
    ...TABLES.flatMap((table) => mergeStatements(table)),
    // 42,000 facts of the post office, which no merchant changes, so base_row does not remember them.
    ...insertStatements(rowsOf(zipCode, await zipRows()), ' ON CONFLICT DO NOTHING'),
    `INSERT INTO "config" ("path","value") SELECT ${literal(CATALOG_VERSION)}, ${literal(`base-${version}`)} WHERE ${isNew} ON CONFLICT("path") DO UPDATE SET "value"=excluded."value"`,
    `INSERT INTO "base_row" ("table_name","row_key","written") VALUES ('','version',${literal(version)}) ON CONFLICT("table_name","row_key") DO UPDATE SET "written"=excluded."written"`,
  ]
}
