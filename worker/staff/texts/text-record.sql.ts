/** Texts in D1 as records that staff change (H14l); a change of one that does not exist creates it. */
import { sql } from 'drizzle-orm'
import { cmsBlock, cmsPage } from '../../../schema/content/pages/cms.table.ts'
import { includedBlocks } from '../../../schema/content/pages/cms.ts'
import { CMS_PATHS } from '../../../schema/paths.ts'
import {
  evaluateText,
  NEW_TEXT,
  parseTextId,
  TEXT_ID,
  TEXT_PATCH,
  type TextFacts,
  type TextPatch,
  type TextValues,
} from '../../../schema/staff/texts/text-record.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'
import { announceTexts, readTexts } from './texts.sql.ts'

const tableOf = (kind: TextFacts['kind']) => (kind === 'page' ? cmsPage : cmsBlock)

export const TEXT_RECORD: RecordKind<TextValues, TextPatch, TextFacts> = {
  id: TEXT_ID,
  patch: TEXT_PATCH,
  async read(db, id) {
    const { kind, identifier } = parseTextId(id)
    const texts = await readTexts(db)
    const found = texts.find((text) => text.id === id)
    const includes = (content: string) => kind === 'block' && includedBlocks(content).includes(identifier)
    const facts: TextFacts = {
      kind,
      isFixed: kind === 'page' && CMS_PATHS.has(identifier),
      blocks: new Set(
        texts.flatMap((text) => (text.kind === 'block' && text.isActive ? text.identifier : [])),
      ),
      usedBy: texts.flatMap((text) => (text.id !== id && includes(text.content) ? text.title : [])),
    }
    if (!found) return { values: NEW_TEXT, version: 0, facts }
    const { title, metaDescription, content, isActive, updatedAt, version } = found
    return { values: { title, metaDescription, content, isActive, updatedAt }, version, facts }
  },
  hasVersion(id, version) {
    const { kind, identifier } = parseTextId(id)
    return version === 0
      ? sql`not exists (select 1 from ${tableOf(kind)} where identifier = ${identifier})`
      : sql`exists (select 1 from ${tableOf(kind)} where identifier = ${identifier} and version = ${version})`
  },
  evaluate: evaluateText,
  write({ id, before, after, now }) {
    const { kind, identifier } = parseTextId(id)
    const { title, metaDescription, content, isActive, updatedAt } = { ...before, ...after }
    const active = Number(isActive)
    const write =
      kind === 'page'
        ? sql`insert into ${cmsPage} (identifier, title, meta_description, content, is_active, updated_at)
            values (${identifier}, ${title}, ${metaDescription}, ${content}, ${active}, ${updatedAt})
            on conflict (identifier) do update set title = excluded.title, meta_description = excluded.meta_description,
              content = excluded.content, is_active = excluded.is_active, updated_at = excluded.updated_at,
              version = version + 1`
        : sql`insert into ${cmsBlock} (identifier, title, content, is_active)
            values (${identifier}, ${title}, ${content}, ${active})
            on conflict (identifier) do update set title = excluded.title, content = excluded.content,
              is_active = excluded.is_active, version = version + 1`
    return [write, announceTexts(now)]
  },
}
