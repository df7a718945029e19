/** Every class, id and attribute that a style sheet names is used by a page. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const STYLES = 'client'

function texts(folder: string, kind: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => kind.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/(^|\s)\/\*[\s\S]*?\*\//g, ''))
}

const code = ['client', 'worker', 'schema'].flatMap((folder) => texts(folder, /\.tsx?$/)).join('\n')

/** Names in strings of the code; `tag-` of `tag-${kind}` stands for all names with this prefix. */
const inStrings = [...code.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)].flatMap(
  ([string]) => string.match(/[a-zA-Z][\w-]*(?:\$\{)?/g) ?? [],
)
const names = new Set(inStrings)
const prefixes = inStrings.filter((name) => name.endsWith('-${')).map((name) => name.slice(0, -2))
const attributes = new Set(code.match(/[\w-]+/g))

function isUsed(name: string): boolean {
  return names.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
}

/** `data-size-open` may be set as `dataset.sizeOpen`. */
function isSet(attribute: string): boolean {
  const inScript = attribute
    .replace(/^data-/, '')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return attributes.has(attribute) || attributes.has(inScript)
}

test('every style applies to something on a page', () => {
  const unused = new Set<string>()
  for (const sheet of texts(STYLES, /\.css$/)) {
    for (const [, selector = ''] of sheet.matchAll(/([^{};]+)\{/g)) {
      if (selector.trim().startsWith('@')) continue
      for (const [whole, name = ''] of selector.matchAll(/[.#]([a-zA-Z][\w-]*)/g)) {
        if (!isUsed(name)) unused.add(whole)
      }
      for (const [whole, name = ''] of selector.matchAll(/\[([\w-]+)/g)) if (!isSet(name)) unused.add(whole)
    }
  }
  expect([...unused]).toEqual([])
})

test('every style sheet is part of the shop’s styles or of those of the back office', () => {
  const roots = ['client/app/site.css', 'client/staff/staff.css']
  const imported = roots.flatMap((root) =>
    [...readFileSync(root, 'utf8').matchAll(/@import "([^"]+)"/g)].map(([, path = '']) =>
      join(dirname(root), path),
    ),
  )
  const sheets = readdirSync(STYLES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => join(STYLES, name))
  expect(sheets.filter((name) => !roots.includes(name) && !imported.includes(name))).toEqual([])
})
