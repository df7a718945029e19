/** A field for one photo of a tire (H14h); the script of the page makes a large one smaller before it is sent. */
import { Field } from '../../../client/platform/ui/field.tsx'

interface PhotoFieldProps {
  name: string
  id?: string
  label: string
  required?: boolean
  error?: string | undefined
}

export function PhotoField({ name, id = name, label, required = false, error }: PhotoFieldProps) {
  return (
    <Field
      {...{ name, id, label, required, error }}
      hint={
        <>
          JPEG.<noscript> Without JavaScript, choose one of up to 1,600 pixels and 1 MB.</noscript>
        </>
      }
      type="file"
      accept="image/jpeg"
      data-photo-field=""
    />
  )
}
