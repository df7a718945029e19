/** What a person typed into a form of a page stays there while another form is sent (H14). Plain DOM. */
import * as v from 'valibot'
import { storedValue } from '../../platform/storage/stored-value.store.ts'

/** Typed texts wait this long for a page with their form, in milliseconds. */
const WAIT_MS = 600_000
const FIELD = v.object({
  form: v.string(),
  name: v.string(),
  before: v.string(),
  typed: v.string(),
  at: v.number(),
})
const STORED = v.fallback(v.array(FIELD), [])

const TYPED = 'input:not([type]), input[type=text], input[type=email], input[type=tel], textarea'
type TextField = HTMLInputElement | HTMLTextAreaElement
/** Hidden fields that are new on each page. */
const CHANGING = ['key', 'once', 'version']

/** A form is known by its address and by all that its hidden fields say it is about. */
function formName(form: HTMLFormElement): string {
  const hidden = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')]
  const about = hidden.filter(({ name }) => !CHANGING.includes(name))
  return [form.getAttribute('action'), ...about.map(({ name, value }) => `${name}=${value}`)].join(' ')
}

/** Returns the text fields by form and name; two with the same name are left out. */
function textFields(): Map<string, { form: HTMLFormElement; field: TextField }> {
  const found = new Map<string, { form: HTMLFormElement; field: TextField } | null>()
  for (const form of document.querySelectorAll<HTMLFormElement>('main form[method=post]'))
    for (const field of form.querySelectorAll<TextField>(TYPED)) {
      const name = `${formName(form)} ${field.name}`
      if (field.name !== '') found.set(name, found.has(name) ? null : { form, field })
    }
  return new Map([...found].flatMap(([name, one]) => (one ? [[name, one]] : [])))
}

/** Stores the text fields of other forms when one is sent, and writes them into the next page that has their form. */
export function restoreTypedFields(): void {
  const typedFields = storedValue(
    `staff-typed-${document.body.dataset.staff}`,
    (stored) => v.parse(STORED, stored),
    () => sessionStorage,
  )
  const fields = textFields()
  const waiting = typedFields.read().filter(({ form, name, before, typed, at }) => {
    const field = fields.get(`${form} ${name}`)?.field
    // What the server has changed since is newer.
    if (field?.defaultValue === before && field.value === before) restoreField(field, typed)
    return !field && Date.now() - at < WAIT_MS
  })
  typedFields.save(waiting)
  addEventListener('submit', ({ target, defaultPrevented, submitter }) => {
    if (defaultPrevented || !(target instanceof HTMLFormElement)) return
    if (new FormData(target, submitter).get('action') === 'sign-out') return void typedFields.clear()
    const others = [...fields.values()].filter(({ form }) => form !== target)
    const typed = others.flatMap(({ form, field: { name, value, defaultValue } }) =>
      value === defaultValue
        ? []
        : [{ form: formName(form), name, before: defaultValue, typed: value, at: Date.now() }],
    )
    typedFields.save([...waiting, ...typed])
  })
}

/** Writes a text into a field and unfolds what hides it. */
function restoreField(field: TextField, text: string): void {
  field.value = text
  const details = field.closest('details')
  if (details) details.open = true
}
