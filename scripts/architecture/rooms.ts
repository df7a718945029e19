/** The rooms of schema/, worker/ and client/ and the kinds of files in them: where a file belongs, and what it may import. */

/** Lowest first: a room may import from the rooms before it, never from one after it. */
export const ROOMS = [
  'platform',
  'identity',
  'catalog',
  'cart',
  'orders',
  'checkout',
  'account',
  'content',
  'staff',
  'compat',
] as const
export type Room = (typeof ROOMS)[number] | 'root'

export const LAYERS = ['schema', 'worker', 'client'] as const

/** Files at the root that every room may import: links and parameters of pages, bindings, configuration. */
export const OPEN_ROOT_FILES: readonly string[] = [
  'schema/paths.ts',
  'worker/env.ts',
  'worker/config.ts',
  'worker/page-parameters.ts',
]

/** Kinds that belong to their room alone; other rooms are combined with them at the root. */
export const PRIVATE_KINDS = ['page', 'form', 'api', 'island', 'screen'] as const

/** The room of a file below schema/, worker/ or client/; all else there is the root, which combines the rooms. */
export function roomOf(file: string): Room {
  const [, folder, rest] = file.split('/')
  return rest === undefined ? 'root' : (ROOMS.find((room) => room === folder) ?? 'root')
}

export const layerOf = (file: string): string => file.split('/')[0] ?? ''

/** `page` of `compare.page.tsx`; empty for a rule or a service. */
export function kindOf(file: string): string {
  return (
    /\.(page|form|api|sql|table|mail|object|island|screen|store|harness|fixture)(\.node)?(\.test)?\.tsx?$/.exec(
      file,
    )?.[1] ?? ''
  )
}

/** Whether only tests may import a file. */
export function isForTests(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.includes('/testing/')
}

/** Whether a file of one room may import a file of another. */
export function mayImport(from: string, to: string): boolean {
  const [importer, imported] = [roomOf(from), roomOf(to)]
  if (importer === 'root' || importer === imported || OPEN_ROOT_FILES.includes(to)) return true
  return imported !== 'root' && ROOMS.indexOf(imported) < ROOMS.indexOf(importer)
}
