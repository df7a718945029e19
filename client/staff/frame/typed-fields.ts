/** What a person typed into a form of a page stays there while another form of the page is sent (H14). Plain DOM. */
import * as v from 'valibot'
import { storedValue } from '../../platform/storage/stored-value.store.ts'

const FIELD = v.object({ form: v.string(), name: v.string(), before: v.string(), typed: v.string() })
const STORED = v.fallback(v.array(FIELD), [])
const typedFields = storedValue(
  'staff-typed',
  (stored) => v.parse(STORED, stored),
  () => sessionStorage,
)

const TYPED = 'input:not([type]), input[type=text], input[type=email], input[type=tel], textarea'
type TextField = HTMLInputElement | HTMLTextAreaElement

/** A form is known by its page, its action and what it is about. */
const formName = (form: HTMLFormElement): string =>
  [
    location.pathname,
    form.getAttribute('action'),
    ...['action', 'id', 'sku'].map((name) => new FormData(form).get(name)),
  ].join(' ')

/** Stores the text fields of other forms when one is sent, and writes them back into the page that follows at the same address. */
export function restoreTypedFields(): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>('main form[method=post]')]
  const fields = (form: HTMLFormElement) =>
    [...form.querySelectorAll<TextField>(TYPED)].filter(({ name }) => name !== '')
  const stored = typedFields.read()
  typedFields.clear()
  for (const form of forms)
    for (const field of fields(form)) {
      const typed = stored.find((one) => one.form === formName(form) && one.name === field.name)
      // What the server has changed meanwhile is newer.
      if (typed?.before === field.defaultValue && field.value === field.defaultValue)
        restoreField(field, typed.typed)
    }
  addEventListener('submit', ({ target, defaultPrevented }) => {
    if (defaultPrevented) return
    const others = forms.filter((form) => form !== target)
    const typed = others.flatMap((form) =>
      fields(form)
        .filter(({ value, defaultValue }) => value !== defaultValue)
        .map(({ name, value, defaultValue }) => ({
          form: formName(form),
          name,
          before: defaultValue,
          typed: value,
        })),
    )
    if (typed.length > 0) typedFields.save(typed)
  })
}

/** Writes a text into a field and unfolds what hides it. */
function restoreField(field: TextField, text: string): void {
  field.value = text
  const details = field.closest('details')
  if (details) details.open = true
}
