/**
 * Makes the photos of a form smaller before it is sent (H14h): each field gets the large picture, and a second one the small picture.
 * Without this script the server takes small files alone. Plain DOM.
 */
import { smallPhotoField } from '../../../schema/catalog/images/photo-name.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { PICTURE_PROBLEM_MESSAGES } from '../intake/photos/resize-messages.ts'
import { prepareResizing, resizePicture } from '../intake/photos/resize-picture.ts'

const FIELDS = 'input[type="file"][data-photo-field]'

function setFile(field: HTMLInputElement, picture: Blob): void {
  const files = new DataTransfer()
  files.items.add(new File([picture], 'photo.jpg', { type: 'image/jpeg' }))
  field.files = files.files
}

/** Returns the field of the small picture, which stands behind the one of the photo; a form that is sent again has it already. */
function smallField(field: HTMLInputElement): HTMLInputElement {
  const name = smallPhotoField(field.name)
  const known = field.nextElementSibling
  if (known instanceof HTMLInputElement && known.name === name) return known
  const small = document.createElement('input')
  Object.assign(small, { type: 'file', hidden: true, name })
  field.after(small)
  return small
}

/** Returns false, and shows why, if the chosen file is no photo. */
async function makeSmaller(field: HTMLInputElement): Promise<boolean> {
  const file = field.files?.[0]
  if (!file) return true
  const result = await resizePicture(file)
  if (!result.ok) {
    showToast({ type: 'error', message: PICTURE_PROBLEM_MESSAGES[result.problem] })
    field.focus()
    return false
  }
  setFile(field, result.picture.large)
  setFile(smallField(field), result.picture.small)
  return true
}

export function enhancePhotoFields(): void {
  const ready = new WeakSet<HTMLFormElement>()
  for (const field of document.querySelectorAll(FIELDS)) field.addEventListener('change', prepareResizing)
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || ready.has(form) || !form.querySelector(FIELDS)) return
    event.preventDefault()
    const { submitter } = event
    const button = submitter instanceof HTMLButtonElement ? submitter : null
    if (button?.ariaBusy) return
    if (button) button.ariaBusy = 'true'
    const fields = [...form.querySelectorAll<HTMLInputElement>(FIELDS)]
    void Promise.all(fields.map(makeSmaller)).then((made) => {
      if (button) button.ariaBusy = null
      if (!made.every(Boolean)) return
      ready.add(form)
      form.requestSubmit(button)
    })
  })
}
