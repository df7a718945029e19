/** /staff/labels/: shows labels of units and bins before they are printed. */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Radio } from '../../../client/platform/ui/check.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { LabelPicture } from '../../../client/staff/print/label-picture.tsx'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { LABEL_ARROWS } from '../../../schema/staff/print/label-layout.ts'
import { LABEL_REQUEST, type LabelRequest } from '../../../schema/staff/print/label-request.ts'
import { LABEL_DIMENSIONS, LABEL_SIZES } from '../../../schema/staff/print/label-size.ts'
import { UNIT_PATHS } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { AppEnv } from '../../env.ts'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { type Label, makeLabels } from './make-labels.ts'

async function labelsPage(c: Context<AppEnv>): Promise<Response> {
  // Marked rows of a list are repeated parameters.
  const all = Object.entries(c.req.queries()).map(([name, values]) => [name, values.join(' ')])
  const request = v.parse(LABEL_REQUEST, Object.fromEntries(all))
  const labels = await makeLabels(c, request)
  return staffPage(c, {
    title: 'Labels',
    current: UNIT_PATHS.units,
    body: [
      <ChooseForm key="choose" request={request} />,
      labels.length > 0 ? (
        <Preview key="preview" request={request} labels={labels} />
      ) : (
        <NoLabels key="none" request={request} />
      ),
    ],
  })
}

function ChooseForm({ request }: { request: LabelRequest }) {
  const isForBins = request.bins.length > 0 && request.units.length === 0
  return (
    <form method="get" action={UNIT_PATHS.labels} className="label-form">
      {isForBins ? (
        <>
          <Field name="bins" label="Bins" defaultValue={request.bins.join(' ')} autoComplete="off" />
          <Select
            name="arrow"
            label="Arrow"
            defaultValue={request.arrow ?? ''}
            options={[
              { value: '', label: 'None' },
              ...LABEL_ARROWS.map((arrow) => ({ value: arrow, label: ARROW_LABELS[arrow] })),
            ]}
          />
        </>
      ) : (
        <>
          <Field
            name="units"
            label="SKUs"
            hint="Scan or type one after the other."
            defaultValue={request.units.join(' ')}
            autoComplete="off"
          />
          <fieldset className="label-sizes">
            <legend>Paper</legend>
            {LABEL_SIZES.map((paper) => (
              <Radio
                key={paper}
                name="paper"
                value={paper}
                label={LABEL_DIMENSIONS[paper].label}
                defaultChecked={paper === request.paper}
              />
            ))}
          </fieldset>
        </>
      )}
      <Button type="submit">Show labels</Button>
    </form>
  )
}

const ARROW_LABELS = { up: 'Up', down: 'Down', left: 'Left', right: 'Right' }

function NoLabels({ request: { units, bins } }: { request: LabelRequest }) {
  const asked = [...units, ...bins]
  return (
    <EmptyState title={asked.length > 0 ? `Nothing found for ${asked.join(', ')}` : 'No labels yet'}>
      {asked.length > 0
        ? 'Check the number on the tire.'
        : 'Scan or type the SKUs of the tires that need a label.'}
    </EmptyState>
  )
}

function Preview({ request, labels }: { request: LabelRequest; labels: readonly Label[] }) {
  const codes = (kind: Label['kind']) => labels.filter((label) => label.kind === kind).map(({ code }) => code)
  const missing = request.units.length + request.bins.length - labels.length
  return (
    <section aria-labelledby="labels-title" className="label-preview">
      <h2 id="labels-title">{formatQuantity(labels.length, 'label')}</h2>
      {missing > 0 ? <p>{formatQuantity(missing, 'code')} not found.</p> : null}
      <ul className="label-list">
        {labels.map(({ kind, code, layout }) => (
          <li key={`${kind} ${code}`}>
            <LabelPicture layout={layout} title={`Label of ${code}`} />
          </li>
        ))}
      </ul>
      <form method="post" action={UNIT_PATHS.labelsForm} className="button-row">
        <input type="hidden" name="units" value={codes('unit').join(' ')} />
        <input type="hidden" name="bins" value={codes('bin').join(' ')} />
        <input type="hidden" name="paper" value={request.paper} />
        <input type="hidden" name="arrow" value={request.arrow ?? ''} />
        <Button type="submit" name="format" value="print" kind="buy" size="big" formTarget="_blank">
          Print {formatQuantity(labels.length, 'label')}
        </Button>
        <Button type="submit" name="format" value="pdf">
          Save as PDF
        </Button>
        <Button type="submit" name="format" value="zpl">
          Save for a Zebra printer
        </Button>
      </form>
    </section>
  )
}

export const labelPages = new Hono<AppEnv>().get(UNIT_PATHS.labels, staffRoute('intake', labelsPage))
