/** /sizes/ and /t/s: every size in stock with its count and lowest price, and help to read a size. */
import type { Context } from 'hono'
import { formatTireSize, sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import { paths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { readSizeParts } from '../finder/finder.api.ts'
import { IndexList, toSizeLink } from '../finder/index-list.tsx'
import { finderSizes } from '../index/finder-sizes.ts'
import type { SizeInStock } from '../index/listing-engine.ts'
import { getCatalog } from '../index/request-catalog.ts'
import { SizeHelp } from './size-help.tsx'

/** Redirects a complete size to its list; an incomplete size narrows the index of sizes. */
export async function sizeIndex(c: Context<AppEnv>): Promise<Response> {
  const { width, aspect, rim } = readSizeParts(c)
  const all = await (await getCatalog(c)).sizes()
  const sizes = all.filter(
    (size) =>
      (width === null || size.width === width) &&
      (aspect === null || size.aspect === aspect) &&
      (rim === null || size.rim === rim),
  )
  if (width !== null && aspect !== null && rim !== null) {
    const [found] = finderSizes(sizes)
    const label = found?.label ?? formatTireSize({ width, aspect, rim, construction: 'R' })
    return c.redirect(`/t/s/${sizeSlug(label)}`, 302)
  }
  const narrowed = sizes.length < all.length
  const parts = [
    width === null ? '' : width < 100 ? `${width} in` : `${width} mm wide`,
    aspect === null ? '' : `sidewall ${aspect}`,
    rim === null ? '' : `${rim} inch`,
  ].filter(Boolean)
  // There are thousands of combinations of parts, and each page renders fast, so these pages are not cached.
  if (parts.length > 0) c.var.pageCache.skip()
  const title = narrowed || parts.length > 0 ? `Tire sizes, ${parts.join(', ')}` : 'Tire sizes'
  const rims = [...new Set(sizes.map((size) => size.rim))]
  return contentPage(c, {
    title,
    description: `${sizes.length} tire sizes in stock, by rim diameter, with counts and the cheapest tire in each.`,
    canonical: narrowed ? null : paths.sizes,
    breadcrumbs: [
      { label: 'Home', href: paths.home },
      ...(narrowed
        ? [{ label: 'Sizes', href: paths.sizes }, { label: parts.join(', ') }]
        : [{ label: 'Sizes' }]),
    ],
    section: 'sizes',
    kind: 'index',
    body: (
      <div className="wrap index-page">
        <h1 className="t-64">{title}</h1>
        <p className="quiet">
          {formatQuantity(sizes.length, 'size')} in stock.
          {narrowed ? (
            <>
              {' '}
              <a href={paths.sizes}>All {formatQuantity(all.length, 'size')}</a>
            </>
          ) : null}
        </p>
        {rims.map((inch) => (
          <RimSection key={inch} rim={inch} sizes={sizes.filter((size) => size.rim === inch)} />
        ))}
        <SizeHelp />
      </div>
    ),
  })
}

function RimSection({ rim, sizes }: { rim: number; sizes: readonly SizeInStock[] }) {
  return (
    <section aria-labelledby={`rim-${rim}`}>
      <div className="chapter">
        <h2 className="t-28" id={`rim-${rim}`}>
          {rim} inch
        </h2>
        <span className="quiet t-14">{formatQuantity(sizes.length, 'size')}</span>
      </div>
      <IndexList lines={sizes.map(toSizeLink)} />
    </section>
  )
}
