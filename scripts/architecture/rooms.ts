/** Rooms of schema/, worker/ and client/, kinds of files, and the imports that are allowed between them. */

/** Lowest first: a room may import from the rooms before it, never from a room after it. */
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

/** Root files that every room may import: links and parameters of pages, bindings, configuration. */
export const OPEN_ROOT_FILES: readonly string[] = [
  'schema/paths.ts',
  'worker/env.ts',
  'worker/config.ts',
  'worker/page-parameters.ts',
]

/** Kinds that only their own room and the root may import. */
export const PRIVATE_KINDS = ['page', 'form', 'api', 'island', 'screen'] as const

/** Returns the room of a file below schema/, worker/ or client/; files outside a room are the root. */
export function roomOf(file: string): Room {
  const [, folder, rest] = file.split('/')
  return rest === undefined ? 'root' : (ROOMS.find((room) => room === folder) ?? 'root')
}

export const layerOf = (file: string): string => file.split('/')[0] ?? ''

/** Returns the kind of a file: `page` for `compare.page.tsx`, empty for a rule or a service. */
export function kindOf(file: string): string {
  return (
    /\.(page|form|api|sql|table|mail|object|island|screen|store|harness|fixture)(\.node)?(\.test)?\.tsx?$/.exec(
      file,
    )?.[1] ?? ''
  )
}

/** Checks whether only tests may import a file. */
export function isForTests(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.includes('/testing/')
}

/** Checks whether one file may import another one by the order of their rooms. */
export function mayImport(from: string, to: string): boolean {
  const [importer, imported] = [roomOf(from), roomOf(to)]
  if (importer === 'root' || importer === imported || OPEN_ROOT_FILES.includes(to)) return true
  return imported !== 'root' && ROOMS.indexOf(imported) < ROOMS.indexOf(importer)
}

/** Checks whether a file imports a page, form, call, island or screen of another room of its layer. */
export function isPrivateImport(from: string, to: string): boolean {
  const layer = layerOf(from)
  return (
    PRIVATE_KINDS.some((kind) => kind === kindOf(to)) &&
    layer !== 'schema' &&
    layer === layerOf(to) &&
    ![roomOf(to), 'root'].includes(roomOf(from))
  )
}
