/** The second inspection on the packing table (H14o): each groove is measured beside its reading in the report. */
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import type { InspectionReport } from '../../../schema/catalog/product/product.ts'
import { packHref } from '../../../schema/paths.ts'
import { findDifferences } from '../../../schema/staff/packing/second-inspection.ts'
import { readDepths } from '../../../schema/staff/returns/return-readings.ts'
import { FactList } from '../frame/fact-list.tsx'
import type { PackedItem } from './packing-order.sql.ts'
import { PackForm } from './parcel-box.tsx'

interface SecondInspectionProps {
  orderNumber: string
  parcel: number
  item: PackedItem
  report: InspectionReport
  /** Why this person can’t inspect it; `null` if they can. */
  refusal: string | null
  /** What was typed before, in the order of the grooves. */
  typed: readonly string[]
  /** Why the form was refused. */
  message: string | null
}

/** Renders the report with a field for each groove. */
export function InspectionForm(props: SecondInspectionProps) {
  const { orderNumber, parcel, item, report, refusal, message } = props
  const { sku, name, size, bin } = item
  const first = report.firstInspection.by
  return (
    <section className="pack-open" aria-labelledby="inspection">
      <h2 id="inspection">Second inspection of {sku}</h2>
      <p>
        {[name, size, bin && `from ${bin}`].filter(Boolean).join(', ')}
        {first ? `. First inspection: ${first}` : ''}
      </p>
      <FactList
        className="pack-facts"
        facts={[
          ['Grade', report.grade],
          ['Tread wear', report.tread],
          ['Repairs', report.repairs],
          ['Sidewalls', report.sidewalls],
          ['Beads', report.beads],
        ]}
      />
      {refusal ? (
        <Alert>{refusal}</Alert>
      ) : (
        <>
          {message ? (
            <Alert tone="error" focus>
              {message}
            </Alert>
          ) : null}
          <Readings {...props} />
        </>
      )}
      <p>
        <LinkButton href={packHref(orderNumber, parcel)}>Back to the parcel</LinkButton>
      </p>
    </section>
  )
}

function Readings({ orderNumber, parcel, item: { sku }, report, typed }: SecondInspectionProps) {
  const { grooves } = report
  const measured = readDepths(typed, report)
  const differing = measured ? findDifferences(report, measured) : []
  let index = 0
  return (
    <PackForm action="inspect" orderNumber={orderNumber} parcel={parcel}>
      <input type="hidden" name="sku" value={sku} />
      {differing.length > 0 ? <input type="hidden" name="again" value="1" /> : null}
      {grooves.map((depths, tire) => (
        <fieldset key={String(tire)} className="pack-grooves">
          <legend>
            {grooves.length === 1 ? '' : `Tire ${tire + 1}: `}Tread in 32nds of an inch, outer to inner
          </legend>
          <div>
            {depths.map((depth, at) => {
              const place = index
              index += 1
              const id = `groove-${place}`
              const isDifferent = differing.includes(place)
              return (
                <p key={String(at)}>
                  <label htmlFor={id}>
                    Groove {at + 1} <span className="quiet">report: {depth}</span>
                  </label>
                  <input
                    id={id}
                    className="input"
                    name="depth"
                    defaultValue={isDifferent ? '' : (typed[place] ?? '')}
                    aria-invalid={isDifferent ? true : undefined}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={4}
                    required
                  />
                  {isDifferent ? <span className="field-error">You measured {typed[place]}</span> : null}
                </p>
              )
            })}
          </div>
        </fieldset>
      ))}
      <p className="quiet">Check sidewalls and beads too. If something differs, don’t pack it.</p>
      <Button type="submit" kind="buy" size="big" wide>
        Everything’s right: put in parcel {parcel}
      </Button>
    </PackForm>
  )
}
