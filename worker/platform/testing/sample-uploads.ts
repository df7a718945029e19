/** Forms with files, for samples of routes. */

/** Photos of a return that is none. */
export function emptyReturnPhotos(): FormData {
  const form = new FormData()
  form.set('order', 'TL-00000001')
  form.set('case', '1')
  return form
}

/** A photo of a unit that is none, which is to be turned. */
export function photoOfNoUnit(): FormData {
  const form = new FormData()
  const fields = {
    action: 'turn',
    sku: 'TL-0000000',
    version: '1',
    key: 'of-photo-none',
    image: '2026/none.jpg',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** A tire of which nothing is typed. */
export function emptyIntake(): FormData {
  const form = new FormData()
  form.set('key', '5a2b9c40-71de-4f08-9b63-c4d81e7f2a36')
  form.set('revision', '1')
  return form
}

/** A form without the file that it needs. */
export function emptyImport(): FormData {
  const form = new FormData()
  form.set('key', 'of-import-1')
  return form
}

export function documents(): FormData {
  const form = new FormData()
  form.set('companyName', 'Rims & Co')
  form.set('companyEmail', 'office@rims.example')
  form.set('ein', '12-3456789')
  form.append('documents', new File(['%PDF-1.7 a licence'], 'licence.pdf'))
  return form
}
