/** What a route says about the document that it stands in. */
export interface AppRouteData {
  /** Without the shop's name. */
  title: string
  /** `minimal`: a way home and a way to ask, nothing else. */
  layout: 'default' | 'minimal'
  /** Stands on the document for styles. */
  kind: string
  /** Path of a page that is the same for every first visitor; others are for no list of results. */
  canonical: string | null
}

/** For an address that no route has. */
export const DEFAULT_ROUTE_DATA: AppRouteData = {
  title: '404 Page Not Found',
  layout: 'default',
  kind: 'not-found',
  canonical: null,
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<AppRouteData> {}
}
