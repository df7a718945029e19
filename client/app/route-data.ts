/** Describes the document of a route. */

import { NOT_FOUND } from '../../schema/platform/not-found.ts'
export interface AppRouteData {
  /** Without the shop's name. */
  title: string
  /** `minimal`: the header has links to Home and to the contact page only. */
  layout: 'default' | 'minimal'
  /** Set on the document as a hook for styles. */
  kind: string
  /** Path of a page that is the same for every first visitor; `null` keeps the page out of search engines. */
  canonical: string | null
}

/** The data of an address without a route. */
export const DEFAULT_ROUTE_DATA: AppRouteData = {
  title: NOT_FOUND.title,
  layout: 'default',
  kind: 'not-found',
  canonical: null,
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<AppRouteData> {}
}
