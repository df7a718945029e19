/** What search engines read about a product: schema.org as JSON-LD, which no browser executes. */

import type { Crumb } from '../../client/ui/breadcrumbs.tsx'
import { lookOf, pictureHref } from '../../schema/domain/look.ts'
import { toDollars } from '../../schema/domain/money.ts'
import { finalPrice } from '../../schema/domain/price.ts'
import type { Offer, Product } from '../../schema/domain/product.ts'
import { productHref } from '../../schema/paths.ts'

/** Inside a script element only `<` can end it; U+2028 and U+2029 are valid in JSON. */
export function jsonLd(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

function breadcrumbList(siteUrl: string, crumbs: readonly Crumb[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(href ? { item: `${siteUrl}${href}` } : {}),
    })),
  }
}

const CONDITION_URLS: Record<string, string> = {
  New: 'https://schema.org/NewCondition',
  Used: 'https://schema.org/UsedCondition',
  Retread: 'https://schema.org/RefurbishedCondition',
  'Driven Once': 'https://schema.org/UsedCondition',
}

export function ProductData({
  offer,
  unit,
  crumbs,
  siteUrl,
  now,
}: {
  offer: Offer
  /** What can be bought; `null` when it is sold. */
  unit: Product | null
  crumbs: readonly Crumb[]
  siteUrl: string
  now: number
}) {
  const { product } = offer
  const { tire } = product
  const address = `${siteUrl}${productHref(product)}`
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: product.name,
        sku: product.sku,
        url: address,
        ...(tire
          ? {
              brand: { '@type': 'Brand', name: tire.brand },
              model: tire.model,
              size: tire.size,
              image: `${siteUrl}${pictureHref(lookOf(tire), 'three-quarter', 1000)}`,
              itemCondition: CONDITION_URLS[tire.condition],
            }
          : {}),
        ...(product.partNumber ? { mpn: product.partNumber } : {}),
        offers: {
          '@type': 'Offer',
          url: address,
          priceCurrency: 'USD',
          price: toDollars(finalPrice(unit ?? product, now)).toFixed(2),
          availability: unit ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
        },
      },
      breadcrumbList(siteUrl, crumbs),
    ],
  }
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
      dangerouslySetInnerHTML={{ __html: jsonLd(data) }}
    />
  )
}
