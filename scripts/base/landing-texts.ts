/**
 * The texts of single landings: a file in landings/, named as its path. Its front matter and the Markdown
 * after it (`long`) are the settings of its row; placeholders are replaced when the page is rendered. A
 * landing in landings/landing/ also has a name and filters, and is defined by this file alone.
 */
import { readdirSync } from 'node:fs'
import * as v from 'valibot'
import { CELL_FILTERS, CELL_NUMBER, readText } from '../load/data-file.ts'

const FOLDER = new URL('landings/', import.meta.url)
const SETTINGS = v.strictObject({
  heading: v.optional(v.string()),
  title: v.optional(v.string()),
  measure: v.optional(v.string()),
  description: v.optional(v.string()),
  intro: v.optional(v.string()),
  updated: v.optional(v.string()),
})
const NAMED = v.strictObject({
  ...SETTINGS.entries,
  name: v.string(),
  /** Position among the named landings, from 1. */
  position: CELL_NUMBER,
  filters: CELL_FILTERS,
  /** Has a page at its path but is in no list. */
  hidden: v.optional(v.literal('yes')),
})

const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replaceAll('\\', '/'))
const isNamed = (file: string) => file.startsWith('landing/')
const pathOf = (file: string) => file.replace(/\.md$/, '')

function settingsOf({ content, ...texts }: { content: string } & Record<string, string | undefined>) {
  return Object.fromEntries(
    Object.entries({ ...texts, long: content }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  )
}

export const LANDING_TEXTS: Readonly<Record<string, Record<string, string>>> = Object.fromEntries(
  FILES.filter((file) => !isNamed(file)).map((file) => [
    pathOf(file),
    settingsOf(readText(new URL(file, FOLDER), SETTINGS)),
  ]),
)

/** Landings that are defined by a name and filters alone. */
export const NAMED_LANDINGS = FILES.filter(isNamed)
  .map((file) => {
    const { name, position, filters, hidden, ...texts } = readText(new URL(file, FOLDER), NAMED)
    return { urlPath: pathOf(file), name, position, filters, hidden, settings: settingsOf(texts) }
  })
  .sort((a, b) => a.position - b.position)
