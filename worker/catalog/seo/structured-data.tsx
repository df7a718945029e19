/** Structured data for search engines: schema.org as JSON-LD, which browsers never execute. */
import type { Crumb } from '../../../client/platform/ui/breadcrumbs.tsx'
import type { Store } from '../../identity/location/physical-stores.ts'

const CONTEXT = 'https://schema.org'

/**
 * Serializes data for a script element, where only `<` needs an escape; U+2028 and U+2029 are valid in JSON.
 */
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

/** Returns the breadcrumbs of a page; search engines require an address for every crumb but the last. */
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

/** A physical store; `hours` have the format of schema.org, `Mo-Fr 08:00-18:00`. */
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
