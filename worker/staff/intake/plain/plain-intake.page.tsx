/** GET /staff/intake/form: one plain page that takes in a tire without script (H14d). */
import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { Alert } from '../../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../../client/platform/ui/button.tsx'
import { Checkbox, Radio } from '../../../../client/platform/ui/check.tsx'
import { Field } from '../../../../client/platform/ui/field.tsx'
import { Select } from '../../../../client/platform/ui/select.tsx'
import { SEASONS } from '../../../../schema/catalog/product/product.ts'
import { staffPaths } from '../../../../schema/paths.ts'
import { formatMoney } from '../../../../schema/platform/money.ts'
import { formatDay, workshopDay } from '../../../../schema/platform/shop-calendar.ts'
import type { DraftCheck } from '../../../../schema/staff/intake/check-draft.ts'
import { FINDING_CODES, findingRules } from '../../../../schema/staff/intake/findings.ts'
import {
  BLOCKS,
  PHOTO_SLOTS,
  type PhotoSlot,
  UNIT_GRADES,
} from '../../../../schema/staff/intake/intake-draft.ts'
import type { AlikeReply } from '../../../../schema/staff/intake/intake-queries.api.ts'
import {
  fieldOfProblem,
  PLAIN_INTAKE_PATH,
  type PlainField,
  photoField,
} from '../../../../schema/staff/intake/plain-intake.ts'
import { PHOTO_LABELS } from '../../../../schema/staff/intake/unit-photo.ts'
import { numberOfSku } from '../../../../schema/staff/intake/unit-sku.ts'
import { labelsHref, unitHref } from '../../../../schema/staff/unit-list/unit-paths.ts'
import type { UnitPhoto } from '../../../../schema/staff/units/unit-record.ts'
import { thumbnailHref } from '../../../catalog/images/photo-address.ts'
import type { AppEnv } from '../../../env.ts'
import { flashAlert } from '../../frame/flash-alert.tsx'
import { PostForm } from '../../frame/post-form.tsx'
import { staffRoute } from '../../frame/staff-access.ts'
import { staffPage } from '../../frame/staff-page.tsx'
import { PhotoField } from '../../photos/photo-field.tsx'
import { readBatchChoices } from '../batch.sql.ts'

const FORM_ID = 'plain-intake'

/** A form that was sent and did not end: what was typed, what is stored, and what is wrong. */
interface SentIntake {
  key: string
  revision: number
  typed: Readonly<Record<string, string | undefined>>
  message: string | null
  check: DraftCheck
  photos: readonly UnitPhoto[]
  /** Cents; `null` without a suggestion. */
  suggested: number | null
  duplicates: AlikeReply['duplicates']
  photoErrors: Partial<Record<PhotoSlot, string>>
}

/** Renders the form, empty or as it was sent. */
export async function plainIntakePage(c: Context<AppEnv>, sent?: SentIntake): Promise<Response> {
  const { lots, bins } = await readBatchChoices(c.env.DB)
  const done = c.req.query('done') ?? ''
  const typed = sent?.typed ?? { lotId: c.req.query('lot'), bin: c.req.query('bin')?.slice(0, 20) }
  const errors = errorsOf(sent)
  const field = (name: PlainField) => ({ name, defaultValue: typed[name], error: errors[name] })
  return staffPage(c, {
    title: 'Take in a tire',
    current: staffPaths.intake,
    ...(sent && { status: 422 }),
    body: [
      sent ? (
        <Refusal key="refused" sent={sent} />
      ) : (
        flashAlert(c, numberOfSku(done) === null ? null : <Done sku={done} />)
      ),
      <p key="about">Everything on one page.</p>,
      <LinkButton key="steps" href={staffPaths.intake}>
        Use the step-by-step page
      </LinkButton>,
      <PostForm
        key="form"
        path={PLAIN_INTAKE_PATH}
        encType="multipart/form-data"
        id={FORM_ID}
        fields={{ ...answersOf(typed), ...(sent && { key: sent.key }), revision: sent?.revision ?? 1 }}
        className="plain-intake"
      >
        <TireFields {...{ sent, typed, field }} />
        <Findings typed={typed} error={errors.noFindings} />
        <Group title="Photos">
          {PHOTO_SLOTS.map((slot) => (
            <IntakePhoto
              key={slot}
              slot={slot}
              sent={sent}
              error={slot === 'tread' ? errors['photo-tread'] : undefined}
            />
          ))}
        </Group>
        <SaleFields {...{ sent, field, bins, lots }} />
        <p className="button-row">
          <Button type="submit" name="act" value="publish" kind="buy" size="big">
            Put on sale
          </Button>
          {sent?.check.knockOut ? (
            <Button type="submit" name="act" value="scrap" kind="danger" size="big">
              Scrap it
            </Button>
          ) : null}
        </p>
      </PostForm>,
    ],
  })
}

interface FieldsProps {
  sent: SentIntake | undefined
  /** Returns the name of a field, what was typed into it, and its error. */
  field(name: PlainField): { name: PlainField; defaultValue: string | undefined; error: string | undefined }
}

function TireFields({ sent, typed, field }: FieldsProps & { typed: SentIntake['typed'] }) {
  return (
    <>
      <Group title="Size and tire">
        <Field
          {...field('marking')}
          label="Size"
          hint="As on the sidewall: 225/45R17 94W XL."
          maxLength={60}
        />
        <Questions sent={sent} block="size" />
        <Field {...field('brand')} label="Brand" maxLength={60} />
        <Field {...field('model')} label="Model" maxLength={80} />
        <Select
          {...field('season')}
          label="Season"
          options={['', ...SEASONS].map((value) => ({ value, label: value || 'Choose' }))}
        />
        <Field {...field('treadNew')} label="Tread when new, 32nds in" inputMode="decimal" maxLength={10} />
        <Checkbox name="runFlat" label="Run-flat" defaultChecked={typed.runFlat !== undefined} />
      </Group>
      <Group title="Tread and date">
        <Field
          {...field('depths')}
          label="Grooves, outer to inner, 32nds in"
          hint="With spaces between: 7 7.5 7 6."
          maxLength={80}
        />
        <Questions sent={sent} block="tread" />
        <Field
          {...field('dot')}
          label="DOT code"
          hint="Week and year, such as 2322, or the whole TIN."
          maxLength={40}
        />
        <Checkbox
          name="unreadable"
          label="The code can’t be read"
          defaultChecked={typed.unreadable !== undefined}
        />
      </Group>
    </>
  )
}

function SaleFields({ sent, field, bins, lots }: FieldsProps & Awaited<ReturnType<typeof readBatchChoices>>) {
  const choices = lots.map(({ id, source, createdAt }) => ({
    value: String(id),
    label: `${source}, ${formatDay(workshopDay(createdAt))}`,
  }))
  return (
    <Group title="Price and place">
      <Field
        {...field('price')}
        label="Price, $"
        hint={sent?.suggested == null ? undefined : `Suggested: ${formatMoney(sent.suggested)}.`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
      />
      <Field {...field('priceWhy')} label="Why this price (optional)" maxLength={200} />
      <Field {...field('bin')} label="Bin (optional)" list="bins" autoComplete="off" maxLength={20} />
      <datalist id="bins">
        {bins.map((bin) => (
          <option key={bin} value={bin} />
        ))}
      </datalist>
      <Select
        {...field('lotId')}
        label="Lot (optional)"
        options={[{ value: '', label: 'No lot' }, ...choices]}
      />
    </Group>
  )
}

/** Returns the questions that were answered: a form that is shown again asks none of them twice. */
function answersOf(typed: SentIntake['typed']): Record<string, string> {
  const names = Object.keys(typed).filter((name) => /^(confirm|another)-/.test(name))
  return Object.fromEntries(names.map((name) => [name, 'on']))
}

/** Returns the words of all problems by the field that shows them; questions have a box of their own. */
function errorsOf(sent: SentIntake | undefined): Partial<Record<PlainField, string>> {
  const errors: Partial<Record<PlainField, string>> = {}
  for (const block of sent ? BLOCKS : [])
    for (const problem of sent?.check.blocks[block].problems ?? []) {
      const field = fieldOfProblem(block, problem)
      if (!problem.ask) errors[field] = [errors[field], problem.message].filter(Boolean).join(' ')
    }
  return errors
}

function Done({ sku }: { sku: string }) {
  return (
    <>
      <a href={unitHref(sku)}>See the unit</a> <a href={labelsHref([sku])}>Print its label</a>
    </>
  )
}

/** Says what keeps the tire off sale, and asks about tires that look like it. */
function Refusal({ sent: { message, duplicates } }: { sent: SentIntake }) {
  return (
    <Alert tone="error" focus>
      {message ?? 'It isn’t on sale yet. See the fields with a message.'}
      {duplicates.map(({ sku, takenBy }) => (
        <Checkbox
          key={sku}
          form={FORM_ID}
          name={`another-${sku}`}
          label={`It looks like ${sku}${takenBy ? ` by ${takenBy}` : ''}. This is another tire.`}
        />
      ))}
    </Alert>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

/** The questions of a block that a person answers with yes. */
function Questions({ sent, block }: { sent: SentIntake | undefined; block: 'size' | 'tread' }) {
  const problems = sent?.check.blocks[block].problems.filter(({ ask }) => ask) ?? []
  return problems.map(({ code, message }) => (
    <Checkbox key={code} name={`confirm-${code}`} label={`${message} Yes.`} />
  ))
}

function Findings({ typed, error }: { typed: SentIntake['typed']; error: string | undefined }) {
  const isChecked = (name: string) => typed[name] !== undefined
  return (
    <Group title="Findings">
      {error ? <p className="field-error">{error}</p> : null}
      <Checkbox
        name="noFindings"
        id="noFindings"
        label="Nothing wrong"
        defaultChecked={isChecked('noFindings')}
      />
      <div className="plain-findings">
        {FINDING_CODES.map((code) => (
          <Checkbox
            key={code}
            name={`finding-${code}`}
            label={`${findingRules(code).label}${findingRules(code).grade === null ? ' (scrap)' : ''}`}
            defaultChecked={isChecked(`finding-${code}`)}
          />
        ))}
      </div>
      {FINDING_CODES.filter((code) => findingRules(code).hasSize).map((code) => (
        <Field
          key={code}
          name={`mm-${code}`}
          label={`Size of the ${findingRules(code).label.toLowerCase()}, mm`}
          defaultValue={typed[`mm-${code}`]}
          inputMode="numeric"
          maxLength={10}
        />
      ))}
      <Radio name="airTest" value="held" label="Held air" defaultChecked={typed.airTest === 'held'} />
      <Radio name="airTest" value="later" label="Air test later" defaultChecked={typed.airTest !== 'held'} />
      <Select
        name="grade"
        label="Grade"
        defaultValue={typed.grade}
        options={['', ...UNIT_GRADES].map((value) => ({
          value,
          label: value || 'As findings and tread allow',
        }))}
      />
    </Group>
  )
}

interface IntakePhotoProps {
  slot: PhotoSlot
  sent: SentIntake | undefined
  error: string | undefined
}

function IntakePhoto({ slot, sent, error }: IntakePhotoProps) {
  const label = PHOTO_LABELS[slot]
  const stored = sent?.photos.find((photo) => photo.label === label)
  return (
    <>
      {stored ? (
        <img src={thumbnailHref(stored.image)} alt={`${label}, stored`} width={160} height={120} />
      ) : null}
      <PhotoField
        name={photoField(slot)}
        label={stored ? `${label}: another photo` : label}
        error={sent?.photoErrors[slot] ?? error}
      />
    </>
  )
}

export const plainIntakePages = new Hono<AppEnv>().get(
  PLAIN_INTAKE_PATH,
  staffRoute('intake', (c) => plainIntakePage(c)),
)
