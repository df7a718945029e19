/** The TINs of the new tires of an order (H14t): on the packing table, at the counter and on the page of the registration. */
import { Button, LinkButton } from '../../../../client/platform/ui/button.tsx'
import { Field } from '../../../../client/platform/ui/field.tsx'
import { hasPermission, type SessionRole } from '../../../../schema/identity/staff/permissions.ts'
import { formatQuantity } from '../../../../schema/platform/count.ts'
import { shopDay } from '../../../../schema/platform/shop-calendar.ts'
import type { DealerKind } from '../../../../schema/staff/safety/registration-due.ts'
import { countTins, SENT_LABELS } from '../../../../schema/staff/safety/registration-record.ts'
import { registrationSheetHref, SAFETY_PATHS } from '../../../../schema/staff/safety/safety-paths.ts'
import { PostForm } from '../../frame/post-form.tsx'
import type { RegistrationLine } from '../registrations.sql.ts'

interface TinEntryProps {
  orderNumber: string
  lines: readonly RegistrationLine[]
  dealer: DealerKind
  role: SessionRole
  /** The address of the page, to come back to. */
  returnTo: string
}

/** Renders nothing for an order without new tires. */
export function TinEntry({ orderNumber, lines, dealer, role, returnTo }: TinEntryProps) {
  if (lines.length === 0) return null
  const isComplete = lines.every(({ tins, tires }) => countTins(tins) === tires)
  const isOpen = lines.some(({ sentAs }) => sentAs === null)
  return (
    <section className="tins" aria-labelledby="tins">
      <h2 id="tins">TINs of new tires</h2>
      <ul className="pack-items">
        {lines.map((line) => (
          <TinLine
            key={line.id}
            line={line}
            returnTo={returnTo}
            mayType={hasPermission(role, 'orders.pick')}
          />
        ))}
      </ul>
      {isComplete ? (
        <div className="button-row">
          {hasPermission(role, 'orders.send') ? (
            <LinkButton href={registrationSheetHref(orderNumber)} target="_blank">
              Print the form
            </LinkButton>
          ) : null}
          {isOpen && dealer === 'independent' && hasPermission(role, 'orders.send') ? (
            <RegistrationPost action="form" returnTo={returnTo} fields={{ order: orderNumber }}>
              <Button type="submit" kind="buy">
                The form is with the tires
              </Button>
            </RegistrationPost>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

interface RegistrationFormProps {
  action: 'tin' | 'form' | 'file'
  returnTo?: string
  fields: Readonly<Record<string, string>>
  className?: string
  children: React.ReactNode
}

/** Renders a form of registrations with its hidden fields. */
export function RegistrationPost({ action, returnTo, fields, className, children }: RegistrationFormProps) {
  const hidden = { action, ...(returnTo && { return: returnTo }), ...fields }
  return (
    <PostForm path={SAFETY_PATHS.registrationsForm} fields={hidden} className={className}>
      {children}
    </PostForm>
  )
}

function TinLine({
  line: { id, orderNumber, sku, title, tires, tins, sentAs, sentAt },
  returnTo,
  mayType,
}: {
  line: RegistrationLine
  returnTo: string
  mayType: boolean
}) {
  const left = tires - countTins(tins)
  return (
    <li className="tin-line">
      <div>
        <b>{sku}</b> {title}
        <p className="quiet">
          {sentAs === null || sentAt === null
            ? left > 0
              ? `${left} of ${formatQuantity(tires, 'tire')} without a TIN`
              : 'Each tire has its TIN'
            : `${SENT_LABELS[sentAs]}, ${shopDay(sentAt)}`}
        </p>
      </div>
      {Object.entries(tins).map(([tin, count]) => (
        <div key={tin} className="tin-known">
          <span className="num">
            {count} × <b>{tin}</b>
          </span>
          {sentAs === null && mayType ? (
            <RegistrationPost
              action="tin"
              returnTo={returnTo}
              fields={{ id: String(id), order: orderNumber, tin, tires: '0' }}
            >
              <Button type="submit">
                Remove<span className="visually-hidden"> TIN {tin}</span>
              </Button>
            </RegistrationPost>
          ) : null}
        </div>
      ))}
      {left > 0 && sentAs === null && mayType ? (
        <RegistrationPost
          action="tin"
          returnTo={returnTo}
          fields={{ id: String(id), order: orderNumber }}
          className="tin-form"
        >
          <Field
            name="tin"
            id={`tin-${id}`}
            label={`TIN of ${sku}`}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            required
            data-search=""
          />
          <Field
            name="tires"
            id={`tires-${id}`}
            label="Tires with it"
            type="number"
            min={1}
            max={left}
            defaultValue={left}
          />
          <Button type="submit" size="big">
            Save TIN
          </Button>
        </RegistrationPost>
      ) : null}
    </li>
  )
}
