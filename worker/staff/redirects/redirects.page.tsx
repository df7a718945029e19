/** GET /staff/redirects/: former addresses of the shop and where they lead, with the form of one of them (H14l). */

import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Checkbox } from '../../../client/platform/ui/check.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import { plainPath } from '../../../schema/platform/http/plain-path.ts'
import { REDIRECT_MESSAGES, type RedirectForm } from '../../../schema/staff/redirects/redirect-form.ts'
import { TEXT_FORMS } from '../../../schema/staff/texts/text-paths.ts'
import type { AppEnv } from '../../env.ts'
import { formAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { StaffSearch } from '../frame/staff-search.tsx'
import { findRedirect, type RedirectLine, readRedirects } from './redirects.sql.ts'

const SHOWN = 200

/** A refused form: what was typed, and what is wrong with it. */
interface RefusedRedirect {
  form: RedirectForm
  errors: Partial<Record<'path' | 'location', string>>
}

export async function redirectsPage(c: Context<AppEnv>, refused?: RefusedRedirect): Promise<Response> {
  const text = (c.req.query('q') ?? '').trim().slice(0, 100)
  const chosen = plainPath(c.req.query('path') ?? '')
  const [lines, known] = await Promise.all([
    readRedirects(c.env.DB, { text, limit: SHOWN + 1 }),
    chosen === null ? null : findRedirect(c.env.DB, chosen),
  ])
  return staffPage(c, {
    title: 'Redirects',
    current: staffPaths.redirects,
    ...(refused && { status: 422 }),
    body: (
      <>
        {formAlert(c, refused && REDIRECT_MESSAGES.wrong)}
        <p>
          A redirect leads visitors from an old path to a page of today. It works only where the shop has no
          page.
        </p>
        <RedirectFields
          fields={refused?.form ?? toFields(known)}
          errors={refused?.errors ?? {}}
          isKnown={refused ? refused.form.version > 0 : known !== null}
        />
        <h2>All redirects</h2>
        <StaffSearch action={staffPaths.redirects} text={text} label="Old or new path" />
        {lines.length === 0 ? (
          <p>{text === '' ? 'No redirects yet.' : 'No redirect fits.'}</p>
        ) : (
          <ul className="staff-rows" aria-label="All redirects">
            {lines.slice(0, SHOWN).map((line) => (
              <Line key={line.path} line={line} />
            ))}
          </ul>
        )}
        {lines.length > SHOWN ? (
          <p className="quiet">There are more. Search for the one that you need.</p>
        ) : null}
      </>
    ),
  })
}

type Fields = Pick<RedirectForm, 'path' | 'location' | 'permanent' | 'version'>

function toFields(line: RedirectLine | null): Fields {
  return {
    path: line ? `/${line.path}` : '',
    location: line?.location ?? '',
    permanent: (line?.isPermanent ?? true) ? 'on' : '',
    version: line?.version ?? 0,
  }
}

interface RedirectFieldsProps {
  fields: Fields
  errors: RefusedRedirect['errors']
  isKnown: boolean
}

function RedirectFields({ fields, errors, isKnown }: RedirectFieldsProps) {
  const field = (name: 'path' | 'location') => ({
    ...{ name, defaultValue: fields[name], error: errors[name], autoComplete: 'off', required: true },
  })
  return (
    <section aria-labelledby="redirect-title" className="staff-narrow">
      <h2 id="redirect-title">{isKnown ? 'Change the redirect' : 'New redirect'}</h2>
      <PostForm
        path={TEXT_FORMS.redirects}
        fields={{ action: 'save', version: fields.version }}
        className="form-grid"
      >
        <Field
          {...field('path')}
          label="Old path"
          hint="Such as /winter-sale."
          readOnly={isKnown}
          maxLength={400}
        />
        <Field {...field('location')} label="New path" hint="Such as /t/z/winter." maxLength={500} />
        <Checkbox
          name="permanent"
          defaultChecked={fields.permanent !== ''}
          label="For good: search engines forget the old path"
        />
        <Button type="submit" kind="buy" className="staff-send">
          {isKnown ? 'Save' : 'Add redirect'}
        </Button>
      </PostForm>
    </section>
  )
}

function Line({ line: { path, location, isPermanent, version } }: { line: RedirectLine }) {
  const href = `${staffPaths.redirects}?path=${encodeURIComponent(path)}`
  return (
    <li>
      <div>
        <a href={href}>
          <b>/{path}</b>
        </a>{' '}
        {location === null ? <span className="tag">Stopped</span> : null}
        {location !== null && !isPermanent ? <span className="tag">For some time</span> : null}
        {location === null ? null : (
          <p>
            to <a href={location}>{location}</a>
          </p>
        )}
      </div>
      {location === null ? null : (
        <PostForm path={TEXT_FORMS.redirects} fields={{ action: 'stop', path: `/${path}`, version }}>
          <Button type="submit">
            Stop<span className="visually-hidden"> /{path}</span>
          </Button>
        </PostForm>
      )}
    </li>
  )
}

export const redirectsPages = new Hono<AppEnv>().get(
  staffPaths.redirects,
  staffRoute('texts', (c) => redirectsPage(c)),
)
