/** /staff/units/{sku}/photos: arranges the photos of a unit (H14h); every button works without script. */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { PHOTO_SLOTS } from '../../../schema/staff/intake/intake-draft.ts'
import { PHOTO_LABELS } from '../../../schema/staff/intake/unit-photo.ts'
import { PHOTO_FIELD, PHOTOS_FORM_PATH, photosHref } from '../../../schema/staff/photos/photo-form.ts'
import { PHOTO_MOVES } from '../../../schema/staff/photos/photo-order.ts'
import { UNIT_PATHS, unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { UnitPhoto } from '../../../schema/staff/units/unit-record.ts'
import { photoHref, thumbnailHref } from '../../catalog/images/photo-address.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { readAuditLog } from '../changes/audit-log.sql.ts'
import { isUndoable } from '../changes/undo-change.ts'
import { UndoForm } from '../changes/undo-form.tsx'
import { flashAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readUnitView } from '../units/unit-view.sql.ts'
import { PhotoField } from './photo-field.tsx'

const MOVE_LABELS = { first: 'First', earlier: 'Earlier', later: 'Later' }

interface OfUnit {
  sku: string
  version: number
}

async function photosPage(c: Context<AppEnv>, staff: StaffSession, sku: string): Promise<Response> {
  const ofUnit = { staffId: null, from: null, until: null, record: 'unit', recordId: sku, before: null }
  const [view, [last]] = await Promise.all([readUnitView(c.env.DB, sku), readAuditLog(c.env.DB, ofUnit, 1)])
  if (!view) return c.notFound()
  const { photos, unit } = view
  const isOwnChange = last?.staffId === staff.staffId && last.kind !== 'undo' && 'photos' in last.after
  const of = { sku, version: unit.version }
  return staffPage(c, {
    title: `Photos of ${sku}`,
    current: UNIT_PATHS.units,
    body: [
      flashAlert(
        c,
        isOwnChange && last.undoneBy === null && isUndoable(last, Date.now()) ? (
          <UndoForm undoes={{ undo: last.id }} returnTo={photosHref(sku)} />
        ) : null,
      ),
      <p key="about">
        Shoppers see the first photo in lists and in the cart. Back to <a href={unitHref(sku)}>{sku}</a>.
      </p>,
      photos.length === 0 ? (
        <p key="none" className="unit-no-photo">
          No photo yet. The shop shows a drawing.
        </p>
      ) : (
        <ol key="photos" className="photo-cards">
          {photos.map((photo, index) => (
            <PhotoCard key={photo.image} of={of} photo={photo} at={index} count={photos.length} />
          ))}
        </ol>
      ),
      <AddForm key="add" of={of} />,
    ],
  })
}

interface PhotoCardProps {
  of: OfUnit
  photo: UnitPhoto
  at: number
  count: number
}

function PhotoCard({ of, photo: { image, label }, at, count }: PhotoCardProps) {
  const name = label || 'Photo'
  const number = at + 1
  const moves = PHOTO_MOVES.filter((move) => (move === 'later' ? number < count : at > 0))
  return (
    <li id={`photo-${number}`} tabIndex={-1} className="photo-card">
      <a href={photoHref(image)}>
        <img
          src={thumbnailHref(image)}
          alt={`${name}, ${number} of ${count}`}
          width={480}
          height={360}
          loading="lazy"
        />
      </a>
      <h2>
        {number}. {name}
      </h2>
      <div className="photo-buttons">
        {moves.map((move) => (
          <PostForm key={move} path={PHOTOS_FORM_PATH} fields={{ action: 'move', ...of, image, move }}>
            <PhotoButton label={MOVE_LABELS[move]} of={name} />
          </PostForm>
        ))}
        <PostForm path={PHOTOS_FORM_PATH} fields={{ action: 'turn', ...of, image }}>
          <PhotoButton label="Turn right" of={name} />
        </PostForm>
      </div>
      <details>
        <summary>Replace</summary>
        <PostForm
          path={PHOTOS_FORM_PATH}
          encType="multipart/form-data"
          fields={{ action: 'replace', ...of, image }}
          className="form"
        >
          <PhotoField name={PHOTO_FIELD} id={`replace-${number}`} label={`New photo: ${name}`} required />
          <Button type="submit">Replace</Button>
        </PostForm>
      </details>
    </li>
  )
}

function PhotoButton({ label, of }: { label: string; of: string }) {
  return (
    <Button type="submit">
      {label}
      <span className="visually-hidden">: {of}</span>
    </Button>
  )
}

function AddForm({ of }: { of: OfUnit }) {
  return (
    <section aria-labelledby="add-photo" className="photo-add">
      <h2 id="add-photo">Add a photo</h2>
      <PostForm
        path={PHOTOS_FORM_PATH}
        encType="multipart/form-data"
        fields={{ action: 'add', ...of }}
        className="form"
      >
        <Select
          name="slot"
          label="It shows"
          options={PHOTO_SLOTS.map((slot) => ({ value: slot, label: PHOTO_LABELS[slot] }))}
        />
        <PhotoField name={PHOTO_FIELD} id="new-photo" label="Photo" required />
        <Button type="submit">Add photo</Button>
      </PostForm>
    </section>
  )
}

export const unitPhotosPages = new Hono<AppEnv>().get(`${UNIT_PATHS.units}:sku/photos`, (c) =>
  staffRoute('intake', (context, staff) => photosPage(context, staff, c.req.param('sku')))(c),
)
