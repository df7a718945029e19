/** GET /staff/dealers/: applications of dealers with their documents; GET /staff/dealers/documents/{id}: one of them (H14k). */
import { type Context, Hono } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { formatFileSize } from '../../../schema/account/account.api.ts'
import {
  APPLICATION_LABELS,
  APPLICATION_REASONS,
  answerDay,
  REASON_TEXTS,
} from '../../../schema/account/dealer/dealer-application.ts'
import { staffCustomerHref, staffDealerDocumentHref, staffPaths } from '../../../schema/paths.ts'
import { formatDay, shopDay } from '../../../schema/platform/shop-calendar.ts'
import type { AppEnv } from '../../env.ts'
import { contentDisposition, openPrivateFile, privateFileResponse } from '../../orders/status/private-file.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { PostForm } from '../frame/post-form.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { type DealerLine, findDealerFile, readApplications } from './dealers.sql.ts'

const DEALERS_SHOWN = 100

async function dealersPage(c: Context<AppEnv>): Promise<Response> {
  const isWaiting = c.req.query('show') !== 'answered'
  const today = shopDay(Date.now())
  const lines = await readApplications(c.env.DB, { isWaiting, today, limit: DEALERS_SHOWN })
  const tabs = [
    { label: 'Waiting', href: staffPaths.dealers, isCurrent: isWaiting },
    { label: 'Answered', href: `${staffPaths.dealers}?show=answered`, isCurrent: !isWaiting },
  ]
  return staffPage(c, {
    title: 'Dealers',
    current: staffPaths.dealers,
    body: (
      <>
        {flashAlert(c)}
        <nav aria-label="Applications">
          <ul className="staff-menu staff-filter">
            {tabs.map(({ label, href, isCurrent }) => (
              <li key={label}>
                <a href={href} aria-current={isCurrent ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {lines.length === 0 ? (
          <p>{isWaiting ? 'No dealer waits for an answer.' : 'No application was answered yet.'}</p>
        ) : (
          <ul className="staff-cards">
            {lines.map((line) => (
              <Application key={line.customerId} line={line} today={today} />
            ))}
          </ul>
        )}
      </>
    ),
  })
}

function Application({ line, today }: { line: DealerLine; today: string }) {
  const { customerId, firstname, lastname, email, companyName, companyEmail, ein, documents, version } = line
  const { state, reason, certificateUntil, appliedAt } = line
  const hasExpired = state === 'approved' && certificateUntil !== null && certificateUntil < today
  const company = companyName ?? 'No company name'
  return (
    <li className="staff-card">
      <h2>{company}</h2>
      <p>
        <span className={hasExpired ? 'tag tag-error' : 'tag'}>
          {hasExpired ? 'Certificate expired' : APPLICATION_LABELS[state]}
        </span>{' '}
        {state === 'waiting' ? `Answer by ${formatDay(answerDay(line))}` : null}
        {reason === null ? null : REASON_TEXTS[reason]}
      </p>
      <dl className="staff-facts">
        <div>
          <dt>EIN</dt>
          <dd>{ein ?? '–'}</dd>
        </div>
        <div>
          <dt>Company email</dt>
          <dd>{companyEmail ?? '–'}</dd>
        </div>
        <div>
          <dt>Account</dt>
          <dd>
            <a href={staffCustomerHref(customerId)}>
              {firstname} {lastname}
            </a>
            , {email}
          </dd>
        </div>
        <div>
          <dt>Applied</dt>
          <dd>
            <Timestamp at={appliedAt} />
          </dd>
        </div>
        {certificateUntil === null ? null : (
          <div>
            <dt>Certificate until</dt>
            <dd>{formatDay(Date.parse(certificateUntil))}</dd>
          </div>
        )}
      </dl>
      {documents.length === 0 ? (
        <p className="quiet">No documents.</p>
      ) : (
        <ul className="staff-files">
          {documents.map(({ id, name, size }) => (
            <li key={id}>
              <a href={staffDealerDocumentHref(id)} target="_blank" rel="noopener">
                {name}
                <span className="visually-hidden"> of {company}, in a new tab</span>
              </a>{' '}
              <span className="t-14 quiet">{formatFileSize(size)}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="staff-answers">
        {state === 'approved' && !hasExpired ? null : (
          <AnswerForm customerId={customerId} version={version} answer="approved">
            <Field
              type="date"
              name="certificateUntil"
              id={`until-${customerId}`}
              label="Certificate valid until"
              hint="Empty if it has no end."
              min={today}
              defaultValue={hasExpired ? '' : (certificateUntil ?? '')}
            />
            <Button type="submit" kind="buy" className="staff-send">
              Approve<span className="visually-hidden"> {company}</span>
            </Button>
          </AnswerForm>
        )}
        <details className="staff-act">
          <summary>
            Ask or refuse<span className="visually-hidden"> {company}</span>
          </summary>
          <AnswerForm customerId={customerId} version={version}>
            <Select
              name="reason"
              id={`reason-${customerId}`}
              label="Reason"
              defaultValue={hasExpired ? 'certificate-expired' : (reason ?? 'certificate-missing')}
              options={APPLICATION_REASONS.map((value) => ({ value, label: REASON_TEXTS[value] }))}
            />
            <div className="button-row">
              <Button type="submit" name="answer" value="asked">
                Ask
              </Button>
              <Button type="submit" name="answer" value="refused" kind="danger">
                Refuse
              </Button>
            </div>
          </AnswerForm>
        </details>
      </div>
    </li>
  )
}

interface AnswerFormProps {
  customerId: number
  version: number
  answer?: 'approved'
  children: React.ReactNode
}

function AnswerForm({ customerId, version, answer, children }: AnswerFormProps) {
  return (
    <PostForm
      path={staffPaths.dealersForm}
      fields={{ customer: customerId, version, ...(answer && { answer }) }}
      className="form-grid"
    >
      {children}
    </PostForm>
  )
}

async function dealerFile(c: Context<AppEnv>): Promise<Response> {
  const document = await findDealerFile(c.env.DB, Number(c.req.param('id')))
  const file = document && (await openPrivateFile(c.env.PICTURES, document.fileKey))
  if (!document || !file) return c.notFound()
  // Pictures open in the browser, which runs nothing of them; all else is saved.
  const isPicture = document.contentType.startsWith('image/')
  return privateFileResponse(file, document.contentType, {
    'Content-Disposition': contentDisposition(document.name, isPicture ? 'inline' : 'attachment'),
  })
}

export const dealersPages = new Hono<AppEnv>()
  .get(staffPaths.dealers, staffRoute('dealers', dealersPage))
  .get(`${staffPaths.dealers}documents/:id{[1-9][0-9]{0,14}}`, staffRoute('dealers', dealerFile))
