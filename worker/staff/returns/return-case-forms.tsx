/** Photos of a returned case, and the forms about all of it: photos of staff, and the exchange for other tires (H14r). */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import type { ReturnCase } from '../../../schema/orders/returns/return-case.ts'
import { returnPhotoHref, staffPaths } from '../../../schema/paths.ts'
import { RETURN_PHOTOS_PATH } from '../../../schema/staff/returns/return-form.ts'
import { PostForm } from '../frame/post-form.tsx'

interface CaseOf {
  orderNumber: string
  number: number
}

/** Begins the sale of other tires that the return pays for. */
export function ExchangeForm({ of }: { of: CaseOf }) {
  return (
    <details className="staff-act">
      <summary>Exchange for other tires</summary>
      <PostForm
        path={staffPaths.returnForm}
        fields={{ action: 'exchange', order: of.orderNumber, case: String(of.number) }}
        className="form return-form"
      >
        <Field
          name="scan"
          id="exchange-scan"
          label="Scan or type the first of the other tires"
          hint="It’s held at the counter. The return pays for it; the difference is paid or refunded."
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={300}
          required
        />
        <Button type="submit" size="big">
          Hold it and go to the sale
        </Button>
      </PostForm>
    </details>
  )
}

interface PhotosProps {
  of: string
  photos: ReturnCase['photos']
  statusHref: string
}

export function Photos({ of, photos, statusHref }: PhotosProps) {
  if (photos.length === 0) return null
  return (
    <section className="return-pictures">
      <h2>{of}</h2>
      <ul className="unit-photos">
        {photos.map(({ id }, index) => (
          <li key={id}>
            <a href={returnPhotoHref(statusHref, id)}>
              <img
                src={returnPhotoHref(statusHref, id)}
                alt={`${of}, ${index + 1}`}
                width={160}
                height={160}
                loading="lazy"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Photos of staff: the camera of a phone, or files. */
export function PhotoForm({ of }: { of: CaseOf }) {
  return (
    <form
      method="post"
      action={RETURN_PHOTOS_PATH}
      encType="multipart/form-data"
      className="form return-form"
    >
      <input type="hidden" name="order" value={of.orderNumber} />
      <input type="hidden" name="case" value={String(of.number)} />
      <Field
        name="photos"
        label="Photos of the tires that came back"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple
        required
      />
      <Button type="submit" size="big">
        Add photos
      </Button>
    </form>
  )
}
