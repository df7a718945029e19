/** What search engines read: schema.org as JSON-LD, which no browser executes. */
import type { Crumb } from '../../../client/platform/ui/breadcrumbs.tsx'
import type { Store } from '../../identity/location/physical-stores.ts'

const CONTEXT = 'https://schema.org'

/** Inside a script element only `<` can end it; U+2028 and U+2029 are valid in JSON. */
export function jsonLd(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

export function StructuredData({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
      dangerouslySetInnerHTML={{ __html: jsonLd({ '@context': CONTEXT, ...data }) }}
    />
  )
}

/** The way to a page. Search engines want an address at every step but the last; steps without one are left out. */
export function breadcrumbData(siteUrl: string, crumbs: readonly Crumb[]): object {
  const steps = crumbs.filter(({ href }, index) => href || index === crumbs.length - 1)
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(href ? { item: `${siteUrl}${href}` } : {}),
    })),
  }
}

export function faqData(questions: readonly { question: string; answer: string }[]): object {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** One physical store. `hours` as schema.org has them: `Mo-Fr 08:00-18:00`. */
export type StoreFacts = Omit<Store, 'hours'> & { hours: readonly string[] }

export function storeData(siteUrl: string, store: StoreFacts): object {
  return {
    '@type': 'TireShop',
    name: store.name,
    url: `${siteUrl}${store.path}`,
    telephone: `+1${store.phone}`,
    openingHours: store.hours,
    address: {
      '@type': 'PostalAddress',
      streetAddress: store.street,
      addressLocality: store.city,
      addressRegion: store.state,
      postalCode: store.zip,
      addressCountry: 'US',
    },
    geo: { '@type': 'GeoCoordinates', latitude: Number(store.latitude), longitude: Number(store.longitude) },
  }
}
