/** A text of the shop with its form, a preview and its former versions (H14l). */

import type { Context } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { Field, FieldFrame } from '../../../client/platform/ui/field.tsx'
import { includeBlocks, includedBlocks } from '../../../schema/content/pages/cms.ts'
import { cmsHref, staffPaths } from '../../../schema/paths.ts'
import { formatChange } from '../../../schema/staff/changes/format-change.ts'
import type { TextFields } from '../../../schema/staff/texts/text-form.ts'
import { staffTextHref, TEXT_FORMS } from '../../../schema/staff/texts/text-paths.ts'
import { MAX_DESCRIPTION, MAX_TEXT, parseTextId } from '../../../schema/staff/texts/text-record.ts'
import type { AppEnv } from '../../env.ts'
import { Markdown } from '../../platform/page/markdown.tsx'
import { formAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffPage } from '../frame/staff-page.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { readTextChanges, readTexts, type StaffText } from './texts.sql.ts'

/** What was typed, when it was refused or is shown as a preview. */
export interface TypedText {
  fields: TextFields
  version: number
  errors: Readonly<Record<string, string>>
  /** Absent for a preview. */
  message?: string
  /** Someone changed the text meanwhile: it is shown beside what was typed. */
  isConflict?: boolean
}

export async function textPage(c: Context<AppEnv>, id: string, typed?: TypedText): Promise<Response> {
  const { kind, identifier } = parseTextId(id)
  const [texts, changes] = await Promise.all([readTexts(c.env.DB), readTextChanges(c.env.DB, id)])
  const text = texts.find((one) => one.id === id) ?? null
  const blocks = new Map(texts.flatMap((one) => (isShownBlock(one) ? [[one.identifier, one.content]] : [])))
  const users =
    kind === 'block' ? texts.filter((one) => includedBlocks(one.content).includes(identifier)) : []
  const fields = typed?.fields ?? toFields(text)
  const isPreview = typed !== undefined && typed.message === undefined
  return staffPage(c, {
    title: text?.title ?? `New ${kind}`,
    current: staffPaths.texts,
    ...(typed?.message && { status: typed.isConflict ? 409 : 422 }),
    body: (
      <>
        {isPreview && !typed?.message ? null : formAlert(c, typed?.message)}
        <p>
          <a href={staffPaths.texts}>All texts</a>
          {kind === 'page' && text?.isActive ? (
            <>
              {' · '}
              <a href={cmsHref(identifier)}>See it on the shop</a>
            </>
          ) : null}
        </p>
        <UsedBy users={users} />
        {isPreview ? <Preview kind={kind} fields={fields} blocks={blocks} /> : null}
        {typed?.isConflict && text ? <Theirs text={text} /> : null}
        <TextForm
          id={id}
          fields={fields}
          version={typed?.version ?? text?.version ?? 0}
          errors={typed?.errors ?? {}}
        />
        <Blocks texts={texts.filter((one) => isShownBlock(one) && one.id !== id)} />
        {text ? <Versions text={text} changes={changes} /> : null}
      </>
    ),
  })
}

const isShownBlock = ({ kind, isActive }: StaffText) => kind === 'block' && isActive

function toFields(text: StaffText | null): TextFields {
  return {
    title: text?.title ?? '',
    metaDescription: text?.metaDescription ?? '',
    content: text?.content ?? '',
    isActive: (text?.isActive ?? true) ? 'on' : '',
  }
}

function UsedBy({ users }: { users: readonly StaffText[] }) {
  if (users.length === 0) return null
  return (
    <p>
      Included by{' '}
      {users.map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 ? ', ' : ''}
          <a href={staffTextHref(id)}>{title}</a>
        </span>
      ))}
      .
    </p>
  )
}

interface PreviewProps {
  kind: 'page' | 'block'
  fields: TextFields
  blocks: ReadonlyMap<string, string>
}

/** Shows the text as the shop would; the buttons of the form below save it. */
function Preview({ kind, fields: { title, metaDescription, content }, blocks }: PreviewProps) {
  return (
    <section aria-labelledby="preview-title" className="text-preview" id="preview">
      <h2 id="preview-title" tabIndex={-1}>
        Preview
      </h2>
      <p className="quiet">Not saved yet.</p>
      <div className="prose">
        {kind === 'page' ? <p className="text-preview-title">{title}</p> : null}
        <Markdown text={includeBlocks(content.replace(/\r\n?/g, '\n'), blocks)} />
      </div>
      {kind === 'page' ? <p className="t-14 quiet">In search results: {metaDescription}</p> : null}
    </section>
  )
}

function Theirs({ text: { title, content } }: { text: StaffText }) {
  return (
    <section aria-labelledby="theirs-title">
      <h2 id="theirs-title">What they saved</h2>
      <p>
        <b>{title}</b>
      </p>
      <pre className="text-source">{content}</pre>
    </section>
  )
}

interface TextFormProps {
  id: string
  fields: TextFields
  version: number
  errors: Readonly<Record<string, string>>
}

function TextForm({ id, fields, version, errors }: TextFormProps) {
  const isPage = parseTextId(id).kind === 'page'
  return (
    <div className="text-edit">
      <PostForm path={TEXT_FORMS.texts} fields={{ id, version }} className="form-grid">
        <Field
          name="title"
          label="Title"
          defaultValue={fields.title}
          error={errors.title}
          maxLength={120}
          autoComplete="off"
          required
        />
        {isPage ? (
          <Field
            name="metaDescription"
            label="Description for search engines"
            defaultValue={fields.metaDescription}
            error={errors.metaDescription}
            maxLength={MAX_DESCRIPTION}
            autoComplete="off"
            required
          />
        ) : null}
        <FieldFrame
          id="content"
          label="Text"
          error={errors.content}
          hint={'## Heading, - list item, **bold**, [link](/contacts/). HTML is shown as text.'}
        >
          <textarea
            className="input text-source"
            id="content"
            name="content"
            rows={18}
            maxLength={MAX_TEXT}
            defaultValue={fields.content}
            aria-invalid={errors.content ? true : undefined}
            aria-describedby={errors.content ? 'content-error content-hint' : 'content-hint'}
            required
          />
        </FieldFrame>
        <Checkbox name="isActive" label="Show it on the shop" defaultChecked={fields.isActive !== ''} />
        {errors.isActive ? <p className="field-error">{errors.isActive}</p> : null}
        <div className="button-row">
          <Button type="submit" name="action" value="preview">
            Preview
          </Button>
          <Button type="submit" kind="buy" name="action" value="save">
            Save
          </Button>
        </div>
      </PostForm>
    </div>
  )
}

function Blocks({ texts }: { texts: readonly StaffText[] }) {
  if (texts.length === 0) return null
  return (
    <details>
      <summary>Blocks that a text can include</summary>
      <ul className="staff-rows">
        {texts.map(({ id, identifier, title }) => (
          <li key={id}>
            <div>
              <code>{`{{block id="${identifier}"}}`}</code> {title}
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface VersionsProps {
  text: StaffText
  changes: Awaited<ReturnType<typeof readTextChanges>>
}

/** Lists the changes; each but the newest has a button that goes back to the text as that change left it. */
function Versions({ text: { id, version }, changes }: VersionsProps) {
  if (changes.length === 0) return null
  const first = changes.at(-1)?.version ?? 1
  return (
    <section aria-labelledby="versions-title" id="versions">
      <h2 id="versions-title">Versions</h2>
      <ol className="audit-lines">
        {changes.map((change) => (
          <li key={change.id} className="audit-line">
            <p className="audit-what">
              <strong>Version {change.version}</strong>, {change.by ?? 'former staff'},{' '}
              <Timestamp at={change.at} />
            </p>
            <dl className="audit-fields">
              {formatChange('text', change.before, change.after, { maySeeCost: false }).map(
                ({ label, before, after }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>
                      {before === '' ? null : (
                        <>
                          <del>{before}</del> <span aria-hidden="true">→</span>{' '}
                        </>
                      )}
                      <ins>{after}</ins>
                    </dd>
                  </div>
                ),
              )}
            </dl>
            {change.version === version ? (
              <p className="t-14 quiet">This is the text of now.</p>
            ) : (
              <BackForm id={id} version={version} to={change.version} />
            )}
          </li>
        ))}
        {first > 1 ? (
          <li className="audit-line">
            <p className="audit-what">
              <strong>Version {first - 1}</strong>, before the first change
            </p>
            <BackForm id={id} version={version} to={first - 1} />
          </li>
        ) : null}
      </ol>
    </section>
  )
}

function BackForm({ id, version, to }: { id: string; version: number; to: number }) {
  return (
    <PostForm path={TEXT_FORMS.texts} fields={{ action: 'back', id, version, to }}>
      <Button type="submit">
        Go back to this<span className="visually-hidden">: version {to}</span>
      </Button>
    </PostForm>
  )
}
