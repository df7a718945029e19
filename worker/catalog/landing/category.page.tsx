/** /c/{slug}: a category as a list, with its description and links to the categories above and below. */
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
import { cachePerVersion } from '../../platform/cache/per-version.ts'
import { shopConfig } from '../../platform/config.sql.ts'
import { describeError, redact } from '../../platform/security/log-redaction.ts'
import { listPage } from '../listing/listing.page.tsx'
import { readCategories } from './category.sql.ts'
import { facetsFor } from './landing.ts'
import { getListingContext, type ListingContext } from './listing-context.ts'

interface CategoryTree {
  rootId: number
  categories: readonly Category[]
}

const readTree = cachePerVersion(async (_version, db: D1Database): Promise<CategoryTree> => {
  const [categories, settings] = await Promise.all([readCategories(db), shopConfig(db)])
  return {
    rootId: Number(settings.get('catalog/category/root_id')) || DEFAULT_ROOT_CATEGORY,
    categories,
  }
})

export const categoryPages = new Hono<AppEnv>().get('/c/:slug', categoryPage)

/** Reads the data of a category page; logs a failure with the shop's own message and its cause (G10). */
async function initialData(c: Context<AppEnv>): Promise<{ context: ListingContext; tree: CategoryTree }> {
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
  // The root category has no page; /t lists all of its products.
  if (!found.ok || found.category.id === rootId) {
    if (!found.ok) console.warn(redact(found.message))
    return c.notFound()
  }
  const { category } = found
  const above = categoriesAbove(categories, category, rootId)
  const below = categoriesBelow(categories, category)
  const links = below.length > 0 ? below : siblings(categories, category, rootId)
  return listPage(
    c,
    {
      path: categoryHref(category.urlKey),
      base: {},
      category: category.id,
      heading: category.name,
      isSizeHeading: false,
      title: category.name,
      dimensionsText: '',
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
      top: <CategoryTop category={category} links={links} />,
    },
  )
}

/** Returns the siblings of a category; none on the first level, which the shop's navigation already shows. */
function siblings(tree: readonly Category[], category: Category, rootId: number): Category[] {
  const parent = tree.find(({ id }) => id === category.parentId)
  if (!parent || parent.id === rootId) return []
  return categoriesBelow(tree, parent).filter(({ id }) => id !== category.id)
}

function CategoryTop({ category, links }: { category: Category; links: readonly Category[] }) {
  return (
    <>
      {category.description ? <p className="measure category-text">{category.description}</p> : null}
      {links.length > 0 ? (
        <nav aria-label="Categories">
          <ul className="chips">
            {links.map(({ id, name, urlKey }) => (
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
