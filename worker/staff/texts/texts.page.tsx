/** GET /staff/texts/: the pages and blocks of the shop; GET /staff/texts/{page|block}/{name}: one of them with its versions (H14l). */

import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { cmsHref, staffPaths } from '../../../schema/paths.ts'
import { formatDay, workshopDay } from '../../../schema/platform/shop-calendar.ts'
import { TEXT_MESSAGES } from '../../../schema/staff/texts/text-form.ts'
import { staffTextHref } from '../../../schema/staff/texts/text-paths.ts'
import { TEXT_ID, type TextKind } from '../../../schema/staff/texts/text-record.ts'
import type { AppEnv } from '../../env.ts'
import { formAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { textPage } from './text.page.tsx'
import { readTexts, type StaffText } from './texts.sql.ts'

async function textsPage(c: Context<AppEnv>, wrongName?: string): Promise<Response> {
  const texts = await readTexts(c.env.DB)
  const of = (kind: TextKind) => texts.filter((text) => text.kind === kind)
  return staffPage(c, {
    title: 'Texts',
    current: staffPaths.texts,
    ...(wrongName !== undefined && { status: 422 }),
    body: (
      <>
        {formAlert(c, wrongName === undefined ? null : TEXT_MESSAGES.address)}
        <TextList title="Pages" texts={of('page')} />
        <TextList
          title="Blocks"
          texts={of('block')}
          note="Pages include them by name, so a promise is written once."
        />
        <section aria-labelledby="new-title" className="staff-narrow">
          <h2 id="new-title">New text</h2>
          <form action={`${staffPaths.texts}new`} className="form-grid">
            <Select
              name="kind"
              label="Kind"
              options={[
                { value: 'page', label: 'Page' },
                { value: 'block', label: 'Block' },
              ]}
            />
            <Field
              name="name"
              label="Name"
              hint="A page is at /i/ and its name, such as /i/winter-tires."
              error={wrongName === undefined ? undefined : TEXT_MESSAGES.address}
              defaultValue={wrongName}
              maxLength={57}
              autoComplete="off"
              required
            />
            <Button type="submit" className="staff-send">
              Write it
            </Button>
          </form>
        </section>
      </>
    ),
  })
}

function TextList({ title, note, texts }: { title: string; note?: string; texts: readonly StaffText[] }) {
  return (
    <>
      <h2>{title}</h2>
      {note ? <p className="quiet">{note}</p> : null}
      {texts.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <ul className="staff-rows" aria-label={title}>
          {texts.map(({ id, kind, identifier, title: name, isActive, updatedAt }) => (
            <li key={id}>
              <div>
                <a href={staffTextHref(id)}>
                  <b>{name}</b>
                </a>{' '}
                {isActive ? null : <span className="tag">Hidden</span>}
                <p className="t-14 quiet">
                  {kind === 'page'
                    ? `${cmsHref(identifier)}, updated ${formatDay(workshopDay(updatedAt))}`
                    : `{{block id="${identifier}"}}`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export const textsPages = new Hono<AppEnv>()
  .get(
    staffPaths.texts,
    staffRoute('texts', (c) => textsPage(c)),
  )
  .get(
    `${staffPaths.texts}new`,
    staffRoute('texts', (c) => {
      const name = (c.req.query('name') ?? '').trim().toLowerCase().replace(/\s+/g, '-')
      const id = `${c.req.query('kind') === 'block' ? 'block' : 'page'}/${name}`
      return v.is(TEXT_ID, id) ? c.redirect(staffTextHref(id), 303) : textsPage(c, name.slice(0, 57))
    }),
  )
  .get(
    `${staffPaths.texts}:kind{page|block}/:name`,
    staffRoute('texts', (c) => {
      const id = `${c.req.param('kind')}/${c.req.param('name')}`
      return v.is(TEXT_ID, id) ? textPage(c, id) : c.notFound()
    }),
  )
