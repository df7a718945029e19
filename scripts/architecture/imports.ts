/** Reads which file imports which, as the tests and figures of the architecture need it. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface Import {
  /** A file of the repository; `null` for a package. */
  file: string | null
  /** As it is written. */
  name: string
  /** Type imports leave nothing in the running program. */
  typeOnly: boolean
  /** Made by `import()`. */
  dynamic: boolean
}

const STATIC = /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
const DYNAMIC = /(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]/g

/** All TypeScript files below a folder, with forward slashes. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .sort()
}

/** Everything that a file imports, also through `import()`. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  const found = [STATIC, DYNAMIC].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, type, name = '']) => ({
      file: name.startsWith('.') ? normalize(join(dirname(file), name.replace(/\?.*$/, ''))) : null,
      name,
      typeOnly: Boolean(type),
      dynamic: pattern === DYNAMIC && !type,
    })),
  )
  return found
}

/** Each circle of imports once, written as `a -> b -> a`. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
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
