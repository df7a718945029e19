/** Types of the parts of itemsjs that the benchmark uses; the package has none. */
declare module 'itemsjs' {
  interface Search {
    per_page: number
    page: number
    sort: string
    filters: Record<string, readonly string[]>
    filter?: (item: never) => boolean
  }
  export default function itemsjs(
    items: readonly object[],
    configuration: {
      aggregations: Record<string, { title: string; size: number; conjunction: boolean }>
      sortings: Record<string, { field: string; order: 'asc' | 'desc' }>
    },
  ): { search(search: Search): { pagination: { total: number } } }
}
