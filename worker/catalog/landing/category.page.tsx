/** /c/{slug}: a category as a list, with what it is, what is above it and what is below it. */

import type { Context } from 'hono'
import { Hono } from 'hono'
import {
  CATEGORY_LOAD_ERROR,
  type Category,
  categoriesAbove,
  categoriesBelow,
  DEFAULT_ROOT_CATEGORY,
  findCategory,
} from '../../../schema/catalog/landing/category.ts'
import { categoryHref, paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { perVersion } from '../../platform/cache/per-version.ts'
import { shopConfig } from '../../platform/config.sql.ts'
import { describeError, redact } from '../../platform/security/log-redaction.ts'
import { listPage } from '../listing/listing.page.tsx'
import { readCategories } from './category.sql.ts'
import { facetsFor } from './landing.ts'
import { getListingContext, type ListingContext } from './listing-context.ts'

interface Tree {
  rootId: number
  categories: readonly Category[]
}

const readTree = perVersion(async (_version, db: D1Database): Promise<Tree> => {
  const [categories, settings] = await Promise.all([readCategories(db), shopConfig(db)])
  return {
    rootId: Number(settings.get('catalog/category/root_id')) || DEFAULT_ROOT_CATEGORY,
    categories,
  }
})

export const categoryPages = new Hono<AppEnv>().get('/c/:slug', categoryPage)

/** Reads what a category's page needs; a failure is logged in the shop's own message beside its cause (G10). */
async function initialData(c: Context<AppEnv>): Promise<{ context: ListingContext; tree: Tree }> {
  try {
    const context = await getListingContext(c)
    return { context, tree: await readTree(context.catalog.version, c.env.DB) }
  } catch (error) {
    console.error(CATEGORY_LOAD_ERROR, describeError(error))
    throw error
  }
}

async function categoryPage(c: Context<AppEnv>): Promise<Response> {
  const { context, tree } = await initialData(c)
  const { rootId, categories } = tree
  const found = findCategory(categories, 'url_key', c.req.param('slug') ?? '', rootId)
  // The root holds the shop together and is no page; everything in it is at /t.
  if (!found.ok || found.category.id === rootId) {
    if (!found.ok) console.warn(redact(found.message))
    return c.notFound()
  }
  const { category } = found
  const above = categoriesAbove(categories, category, rootId)
  const below = categoriesBelow(categories, category)
  const beside = below.length > 0 ? [] : besides(categories, category, rootId)
  return listPage(
    c,
    {
      path: categoryHref(category.urlKey),
      base: {},
      category: category.id,
      heading: category.name,
      huge: false,
      title: category.name,
      measure: '',
      crumbs: [
        { label: 'Home', href: paths.home },
        ...above.map(({ name, urlKey }) => ({ label: name, href: categoryHref(urlKey) })),
        { label: category.name },
      ],
      facets: facetsFor({}),
    },
    context,
    {
      description: category.description,
      top: <CategoryTop category={category} ways={[...below, ...beside]} />,
    },
  )
}

/** Its brothers, where it is not on the first level; those are in the shop's own navigation. */
function besides(tree: readonly Category[], category: Category, rootId: number): Category[] {
  const parent = tree.find(({ id }) => id === category.parentId)
  if (!parent || parent.id === rootId) return []
  return categoriesBelow(tree, parent).filter(({ id }) => id !== category.id)
}

function CategoryTop({ category, ways }: { category: Category; ways: readonly Category[] }) {
  return (
    <>
      {category.description ? <p className="measure category-text">{category.description}</p> : null}
      {ways.length > 0 ? (
        <nav aria-label="Categories">
          <ul className="chips">
            {ways.map(({ id, name, urlKey }) => (
              <li key={id}>
                <a className="chip" href={categoryHref(urlKey)}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </>
  )
}
