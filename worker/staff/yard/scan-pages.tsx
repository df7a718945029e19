/** The pages where units are scanned: moved to bins, and counted in one. */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { Field, FieldFrame } from '../../../client/platform/ui/field.tsx'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { binHref, UNIT_PATHS, unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { BinCount } from '../../../schema/staff/yard/bin-count.ts'
import type { AppEnv } from '../../env.ts'
import { UndoForm } from '../changes/undo-form.tsx'
import { flashAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffPage } from '../frame/staff-page.tsx'
import type { ChangedUnits } from './move-units.ts'

export interface MoveResult extends ChangedUnits {
  bin: string
}

export interface MovePage {
  bin: string
  units: string
  problem?: { field: 'bin' | 'units'; message: string }
  /** Units that were moved, by bin, and the batch that undoes it. */
  moved?: { results: readonly MoveResult[]; unknown: readonly string[]; batch: string }
  status?: 200 | 422
}

/** Renders the form that moves units, above it what the form before did. */
export function movePage(c: Context<AppEnv>, page: MovePage): Promise<Response> {
  const { bin, units, problem, moved, status = 200 } = page
  return staffPage(c, {
    title: 'Move units',
    current: UNIT_PATHS.bins,
    status,
    body: [
      flashAlert(c),
      moved ? <Moved key="moved" {...moved} /> : null,
      <PostForm
        key="form"
        path={UNIT_PATHS.binsForm}
        fields={{ action: 'move' }}
        className="form yard-scan"
        data-scan=""
      >
        <Field
          name="bin"
          label="Bin"
          hint="Scan its label, or type its code."
          defaultValue={bin}
          error={problem?.field === 'bin' ? problem.message : undefined}
          autoFocus={bin === ''}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={300}
        />
        <ScannedUnits
          units={units}
          hint="Scan one after the other. The label of another bin begins the next one."
          error={problem?.field === 'units' ? problem.message : undefined}
          focus={bin !== ''}
        />
        <Button type="submit" kind="buy" size="big" wide>
          Move
        </Button>
      </PostForm>,
    ],
  })
}

interface ScannedUnitsProps {
  units: string
  hint: string
  error?: string | undefined
  focus: boolean
}

/** A scanner ends each code with Enter, which begins the next line. */
function ScannedUnits({ units, hint, error, focus }: ScannedUnitsProps) {
  return (
    <FieldFrame id="units" label="Units" hint={hint} error={error}>
      <textarea
        className="input yard-units"
        id="units"
        name="units"
        rows={6}
        defaultValue={units}
        aria-describedby={error ? 'units-error units-hint' : 'units-hint'}
        aria-invalid={error ? true : undefined}
        // biome-ignore lint/a11y/noAutofocus: a scanner types where the focus is
        autoFocus={focus}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={8_000}
      />
    </FieldFrame>
  )
}

function Moved({ results, unknown, batch }: NonNullable<MovePage['moved']>) {
  const refused = results.flatMap((result) => result.refused)
  const isFine = refused.length === 0 && unknown.length === 0
  const moved = results.filter(({ done }) => done.length > 0)
  return (
    <Alert
      tone={isFine ? 'plain' : 'error'}
      live
      action={moved.length > 0 ? <UndoForm undoes={{ batch }} returnTo={UNIT_PATHS.move} /> : null}
    >
      {moved.map(({ bin, done }) => (
        <p key={bin}>
          <b>{done.length}</b> moved to <a href={binHref(bin)}>{bin}</a>
        </p>
      ))}
      {refused.map(({ sku, message }) => (
        <p key={sku}>
          <a href={unitHref(sku)}>{sku}</a>: {message}
        </p>
      ))}
      {unknown.length > 0 ? <p>Not a unit: {unknown.join(', ')}</p> : null}
    </Alert>
  )
}

export interface CountPage {
  bin: string
  units: string
  problem?: string
  count?: BinCount
  status?: 200 | 422
}

/** Renders the form that counts a bin, and below it what the count found. */
export function countPage(
  c: Context<AppEnv>,
  { bin, units, problem, count, status = 200 }: CountPage,
): Promise<Response> {
  return staffPage(c, {
    title: `Count ${bin}`,
    current: UNIT_PATHS.bins,
    status,
    body: [
      count ? <CountResult key="result" bin={bin} units={units} count={count} /> : null,
      <PostForm
        key="form"
        path={UNIT_PATHS.binsForm}
        fields={{ action: 'count', bin }}
        className="form yard-scan"
        data-scan=""
      >
        <ScannedUnits
          units={units}
          hint={count ? 'Add what you overlooked, then compare again.' : 'Scan every tire in the bin.'}
          error={problem}
          focus={count === undefined}
        />
        <Button type="submit" kind={count ? 'plain' : 'buy'} size="big" wide>
          Compare
        </Button>
      </PostForm>,
      <p key="back">
        <LinkButton href={binHref(bin)}>Back to {bin}</LinkButton>
      </p>,
    ],
  })
}

function CountResult({ bin, units, count }: { bin: string; units: string; count: BinCount }) {
  const { found, missing, extra, unknown, ordered } = count
  const lists: [title: string, rows: { sku: string; note: string }[]][] = [
    [
      'Missing',
      missing.map(({ sku, wasMissing }) => ({
        sku,
        note: wasMissing ? 'for the second time, so it’s lost' : '',
      })),
    ],
    [
      'Belongs elsewhere',
      extra.map((unit) => ({ sku: unit.sku, note: unit.bin ? `from ${unit.bin}` : 'had no bin' })),
    ],
    ['In an order, so it may be picked', ordered.map((sku) => ({ sku, note: '' }))],
  ]
  return (
    <section aria-labelledby="result-title" className="yard-result">
      <h2 id="result-title" tabIndex={-1}>
        {formatQuantity(found.length, 'unit')} found
      </h2>
      {lists.map(([title, rows]) =>
        rows.length === 0 ? null : (
          <div key={title}>
            <h3 className="t-18">
              {title}: {rows.length}
            </h3>
            <ul>
              {rows.map(({ sku, note }) => (
                <li key={sku}>
                  <a href={unitHref(sku)}>{sku}</a> {note}
                </li>
              ))}
            </ul>
          </div>
        ),
      )}
      {unknown.length > 0 ? <p>Not a unit: {unknown.join(', ')}</p> : null}
      <PostForm path={UNIT_PATHS.binsForm} fields={{ action: 'accept', bin, units }}>
        <Button type="submit" kind="buy" size="big">
          Accept this count
        </Button>
      </PostForm>
    </section>
  )
}
