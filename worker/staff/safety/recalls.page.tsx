/** /staff/recalls/: recalls of tires, those with tires to look at first; /staff/recalls/{campaign}: its tires in the yard and its buyers (H14t). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { meantSales } from '../../../schema/staff/safety/recall-buyers.ts'
import type { RecallFields } from '../../../schema/staff/safety/recall-form.ts'
import { normalizeCampaign } from '../../../schema/staff/safety/recall-record.ts'
import { recallHref, SAFETY_PATHS } from '../../../schema/staff/safety/safety-paths.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { UNDO_MS } from '../changes/undo-change.ts'
import { UndoForm } from '../changes/undo-form.tsx'
import { FactList } from '../frame/fact-list.tsx'
import { formAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { StaffSearch } from '../frame/staff-search.tsx'
import { decisionBatch } from './decide-matches.ts'
import { RecallFormFields, RecallPost } from './recall-fields.tsx'
import { RecalledTires, ROWS_SHOWN, SoldTires, YardTires } from './recall-view.tsx'
import {
  countMatches,
  findRecall,
  findSave,
  listRecalls,
  type RecallLine,
  readMatchLines,
  readSoldLines,
} from './recalls.sql.ts'

const SHOWN = 100

/** A refused form: what was typed, and what is wrong with it. */
export interface RefusedRecall {
  fields: RecallFields
  errors: Partial<Record<keyof RecallFields, string>>
  message: string
}

export async function recallsPage(
  c: Context<AppEnv>,
  { role }: StaffSession,
  refused?: RefusedRecall,
): Promise<Response> {
  const text = (c.req.query('q') ?? '').trim().slice(0, 64)
  const recalls = await listRecalls(c.env.DB, { text, limit: SHOWN })
  return staffPage(c, {
    title: 'Recalls',
    current: SAFETY_PATHS.recalls,
    ...(refused && { status: 422 }),
    body: (
      <>
        {formAlert(c, refused?.message)}
        <StaffSearch
          action={SAFETY_PATHS.recalls}
          label="Find a recall"
          hint="Campaign, maker or tire"
          text={text}
        />
        {recalls.length === 0 ? <p>{text === '' ? 'No recalls yet.' : 'No recall fits.'}</p> : null}
        <ul className="safety-rows safety-group">
          {recalls.map((line) => (
            <Line key={line.campaign} line={line} />
          ))}
        </ul>
        {recalls.length === SHOWN ? <p>These are the first {SHOWN}. Search to see others.</p> : null}
        {hasPermission(role, 'safety') ? (
          <>
            <section aria-labelledby="new-recall" className="staff-narrow">
              <h2 id="new-recall">Enter a recall</h2>
              <RecallFormFields refused={refused} version={0} />
            </section>
            <section aria-labelledby="recall-file" className="staff-narrow">
              <h2 id="recall-file">NHTSA’s file</h2>
              <p>
                Upload FLAT_RCL from nhtsa.gov, as a ZIP file. Tires on sale that it names go off sale until
                you’ve looked at them.
              </p>
              <form
                method="post"
                action={SAFETY_PATHS.recallFile}
                encType="multipart/form-data"
                className="form-grid"
              >
                <input type="hidden" name="key" value={crypto.randomUUID()} />
                <div className="field">
                  <label className="field-label" htmlFor="file">
                    File
                  </label>
                  <input id="file" name="file" type="file" accept=".zip,.txt" className="input" required />
                </div>
                <Button type="submit" className="staff-send">
                  Upload
                </Button>
              </form>
            </section>
          </>
        ) : null}
      </>
    ),
  })
}

function Line({ line: { campaign, maker, products, waiting, matches, isOpen } }: { line: RecallLine }) {
  const brands = [...new Set(products.map(({ brand, model }) => [brand, model].filter(Boolean).join(' ')))]
  return (
    <li>
      <div>
        <a href={recallHref(campaign)}>
          <b>{campaign}</b>
        </a>{' '}
        {isOpen ? null : <span className="tag">Closed</span>}
        <p>{brands.slice(0, 3).join(', ') || maker}</p>
      </div>
      <span className="safety-due" data-late={waiting > 0 ? '' : undefined}>
        {waiting > 0
          ? `${formatQuantity(waiting, 'unit')} to look at`
          : matches > 0
            ? formatQuantity(matches, 'unit')
            : 'No tire here'}
      </span>
    </li>
  )
}

export async function recallPage(
  c: Context<AppEnv>,
  { role }: StaffSession,
  campaign: string,
  refused?: RefusedRecall,
): Promise<Response> {
  const recall = await findRecall(c.env.DB, campaign)
  if (!recall) return c.notFound()
  const { DB } = c.env
  const [counts, sold, save] = await Promise.all([
    countMatches(DB, campaign),
    readSoldLines(DB, campaign),
    findSave(DB, campaign, Date.now() - UNDO_MS),
  ])
  const { maker, notice, remedy, products, isOpen, version } = recall
  const meant = meantSales(sold, products)
  const page = readPage(c.req.query('units'), counts.matches)
  const part = { limit: ROWS_SHOWN, offset: (page - 1) * ROWS_SHOWN }
  const matches = await readMatchLines(DB, campaign, part)
  const decided = /^[\w-]{8,64}$/.exec(c.req.query('decided') ?? '')?.[0]
  const mayAct = hasPermission(role, 'safety')
  const returnTo = recallHref(campaign)
  const undoSave = save && mayAct && (
    <UndoForm
      {...{ undoes: { batch: save.batch }, returnTo }}
      label={`Undo all: ${formatQuantity(save.units, 'unit')} and the entry`}
    />
  )
  const isSaved = c.req.query('saved') !== undefined
  const undo = decided ? (
    <UndoForm undoes={{ batch: decisionBatch(decided) }} returnTo={returnTo} />
  ) : (
    isSaved && undoSave
  )
  const alert = formAlert(c, refused?.message, undo)
  return staffPage(c, {
    title: `Recall ${campaign}`,
    current: SAFETY_PATHS.recalls,
    ...(refused && { status: 422 }),
    body: (
      <>
        {alert}
        <p>
          <a href={SAFETY_PATHS.recalls}>All recalls</a>
        </p>
        <FactList
          facts={[
            ['Maker', maker],
            ['What’s wrong', notice],
            ['Remedy', remedy],
            [
              'State',
              products.length === 0
                ? 'Undone: names no tires'
                : isOpen
                  ? 'Open'
                  : 'Closed: matches no more tires',
            ],
          ]}
        />
        {alert && isSaved ? null : undoSave}
        <YardTires
          {...{ campaign, matches, mayAct }}
          waiting={counts.waiting}
          at={{ page, total: counts.matches }}
        />
        <SoldTires
          {...{ recall, mayAct }}
          sold={meant}
          page={readPage(c.req.query('buyers'), meant.length)}
        />
        <RecalledTires products={products} />
        {mayAct ? (
          <>
            <details className="staff-act staff-narrow" open={Boolean(refused)}>
              <summary>Add a tire to this recall</summary>
              <RecallFormFields refused={refused} version={version} campaign={campaign} />
            </details>
            <RecallPost action={isOpen ? 'close' : 'reopen'} fields={{ campaign }}>
              <Button type="submit">{isOpen ? 'Close recall' : 'Reopen recall'}</Button>
            </RecallPost>
          </>
        ) : null}
      </>
    ),
  })
}

/** Returns the page of a list that an address asks for, from 1; the last one for a number behind it. */
function readPage(text: string | undefined, total: number): number {
  const asked = /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1
  return Math.max(1, Math.min(asked, Math.ceil(total / ROWS_SHOWN)))
}

export const recallPages = new Hono<AppEnv>()
  .get(
    SAFETY_PATHS.recalls,
    staffRoute('safety.see', (c, staff) => recallsPage(c, staff)),
  )
  .get(
    `${SAFETY_PATHS.recalls}:campaign`,
    staffRoute('safety.see', (c, staff) =>
      recallPage(c, staff, normalizeCampaign(c.req.param('campaign') ?? '')),
    ),
  )
