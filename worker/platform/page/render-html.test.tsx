import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { renderHtml, renderPageBytes } from './render-html.ts'

/** What must be written as React writes it. */
const same = (node: ReactNode) => expect(renderHtml(node)).toBe(renderToStaticMarkup(node))

const QUOTED = `<b>"Tom" & 'Jerry'</b> \u2026`

function Named({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <>
      {name}: {children}
    </>
  )
}

test('texts, numbers, lists, fragments and components are written as React writes them', () => {
  same(
    <p className="a" lang="en">
      {QUOTED} {0} {-1.5} {null} {undefined} {true} {''}
      {[1, 'two', <b key="3">three</b>, [<i key="4">4</i>]]}
      <Named name={QUOTED}>
        <Named name="inner" />
      </Named>
    </p>,
  )
})

test('attributes are spelled and left out as React does it', () => {
  same(
    <div
      data-said={QUOTED}
      tabIndex={-1}
      hidden
      aria-hidden={false}
      data-on={true}
      data-none={undefined}
      data-empty=""
      title=""
      popover="auto"
      suppressHydrationWarning
      style={{ color: 'red', marginTop: 4 }}
    >
      <label htmlFor="x">x</label>
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" strokeWidth={2} aria-hidden="true">
        <path className="cut" strokeLinecap="round" d="M0 0" />
        <title>{QUOTED}</title>
      </svg>
      <td colSpan={2} rowSpan={0} />
      <ol start={3} reversed={false} />
      {h('a', { href: '/?a=1&b=2', download: true, onClick: () => {} })}
      {h('a', { href: '', download: 'x' })}
      {h('a', { href: 'j/p', rel: undefined })}
      <details open={false} />
      <details open />
      <time dateTime="2026-01-02" />
      {h('video', { autoPlay: false, muted: true })}
    </div>,
  )
})

test('an address that would run as a script is taken away as React does it', () => {
  for (const href of ['javascript:alert(1)', ' JaVa\nscript:alert(1)', '\u0001javascript:x', 'JAVASCRIPT:x'])
    same(h('a', { href }, 'x'))
  same(h('form', { action: 'javascript:x' }))
})

test('fields of forms have their values and their order', () => {
  same(
    <form method="post" className="f" action="/x" aria-label="f">
      <input value="v" name="n" type="hidden" id="i" />
      <input defaultValue={3} name="n" type="number" min={0} required />
      <input defaultChecked name="n" value="" type="checkbox" disabled={false} />
      <input checked={false} readOnly type="radio" />
      <button value="1" name="b" type="submit" disabled formAction="/y">
        {QUOTED}
      </button>
      <select defaultValue="2" name="s">
        <option value="1">one</option>
        <option value="2">two</option>
      </select>
      <select>
        <option>one</option>
        <option value="">none</option>
      </select>
      <textarea defaultValue={`\n${QUOTED}`} rows={3} />
    </form>,
  )
})

test('finished markup stands as it is, in text and in bytes, whatever its length', () => {
  const long = `<p>${'piece \u2026 '.repeat(2_000)}</p>`
  const page = (
    <section>
      <h1>{QUOTED}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: this is what is tested */}
      <div dangerouslySetInnerHTML={{ __html: long + renderHtml(<b>{QUOTED}</b>) }} />
    </section>
  )
  same(page)
  expect(new TextDecoder().decode(renderPageBytes(page))).toBe(renderToStaticMarkup(page))
})

test('a failing component fails the page, and the next page has nothing of it', () => {
  const Broken = () => {
    throw new Error('broken')
  }
  expect(() =>
    renderPageBytes(
      <p>
        before <Broken />
      </p>,
    ),
  ).toThrow('broken')
  same(<p>after</p>)
})
