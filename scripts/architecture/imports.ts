/** Reads which file imports which, for the tests and figures of the architecture. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface Import {
  /** A file of the repository; `null` for a package. */
  file: string | null
  /** As it is written. */
  name: string
  /** A type import, which does not exist in the running program. */
  typeOnly: boolean
  /** An import by `import()`. */
  dynamic: boolean
}

const STATIC = /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
const DYNAMIC = /(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]/g

/** Returns all TypeScript files below a folder, with forward slashes. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .sort()
}

/** Returns the number of files in each folder below some folders. */
export function filesPerFolder(folders: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1)
    }
  }
  return counts
}

/** Returns the imports of a file, also those by `import()`. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  return [STATIC, DYNAMIC].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, type, name = '']) => ({
      file: name.startsWith('.') ? normalize(join(dirname(file), name.replace(/\?.*$/, ''))) : null,
      name,
      typeOnly: Boolean(type),
      dynamic: pattern === DYNAMIC && !type,
    })),
  )
}

/** Returns each circle of imports once, written as `a -> b -> a`; type imports do not count. */
export function circlesOf(
  files: readonly string[],
  imports: readonly { from: string; to: string; typeOnly: boolean }[],
): string[] {
  const graph = new Map(files.map((file) => [file, [] as string[]]))
  for (const { from, to, typeOnly } of imports) if (!typeOnly) graph.get(from)?.push(to)
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, trail: readonly string[]) => {
    if (trail.includes(file)) {
      circles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '))
      return
    }
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return circles
}
