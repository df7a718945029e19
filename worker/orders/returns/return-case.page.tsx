/** /order/{number}/{proof}/return/{case}: the state of a case, what to do next, its photos and its history. */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import type { Order } from '../../../schema/orders/order.ts'
import {
  canReturnBecome,
  creditOfCase,
  type ReturnCase,
  returnReference,
  shownRefund,
} from '../../../schema/orders/returns/return-case.ts'
import {
  formatNextStep,
  formatOutcome,
  formatReplacement,
  formatReturnedLines,
  RETURN_REASON_TEXTS,
  RETURN_STATE_LABELS,
} from '../../../schema/orders/returns/return-format.ts'
import { formatOrderDate } from '../../../schema/orders/status/order-format.ts'
import { paths, returnCaseHref, returnPhotoHref } from '../../../schema/paths.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import type { AppEnv } from '../../env.ts'
import { allStores, formatStorePlace, type Store } from '../../identity/location/physical-stores.ts'
import { getCurrentStaff } from '../../identity/staff/current-staff.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { findOrderByLink, orderNotFoundPage, readStatusHref } from '../status/order-status.page.tsx'
import { openPrivateFile, privateFileResponse } from '../status/private-file.ts'
import { readReturns } from './return.sql.ts'
import { findReturnPhoto } from './return-photo.sql.ts'

/** Renders the page of a case; with `problem` it is the answer to a refused cancellation. */
export async function returnCasePage(
  c: Context<AppEnv>,
  problem?: { message: string; status: 409 | 429 },
): Promise<Response> {
  const details = await findOrderByLink(c)
  if (!details) return orderNotFoundPage(c)
  const { orderNumber, lines } = details.order
  const cases = await readReturns(c.env.DB, orderNumber)
  const found = cases.find(({ number }) => number === Number(c.req.param('number')))
  if (!found) return orderNotFoundPage(c)
  const statusHref = readStatusHref(c)
  const isDropOff = found.way === 'store' && found.state === 'approved'
  const stores = isDropOff ? await allStores(c.env.DB) : []
  const reference = returnReference(orderNumber, found.number)
  const amounts = { refund: shownRefund(found, details.life), credit: creditOfCase(found, details.life) }
  return contentPage(c, {
    title: `Return ${reference}`,
    description: 'Where your return is, and what happens next.',
    canonical: null,
    kind: 'order',
    ...(problem ? { status: problem.status } : {}),
    body: (
      <div className="wrap thanks order-page return-page">
        <h1 className="t-64">
          Return <span className="nowrap">{reference}</span>
        </h1>
        {problem ? (
          <Alert tone="error" live focus>
            {problem.message}
          </Alert>
        ) : null}
        <dl className="thanks-facts">
          <div>
            <dt>Status</dt>
            <dd className="cond t-40">{RETURN_STATE_LABELS[found.state]}</dd>
          </div>
        </dl>
        <NextStep found={found} {...amounts} order={details.order} stores={stores} />
        <h2 className="t-28">About this return</h2>
        <Facts found={found} {...amounts} order={details.order} lines={formatReturnedLines(found, lines)} />
        <Photos found={found} statusHref={statusHref} />
        <h2 className="t-28">History</h2>
        <ol className="order-events order-timeline">
          {found.events.map(({ kind, at, text }) => (
            <li key={kind}>
              <span>{kind === 'requested' ? 'Sent to us' : RETURN_STATE_LABELS[kind]}</span>{' '}
              <span className="quiet">{formatOrderDate(at)}</span>
              {text ? <span>{text}</span> : null}
            </li>
          ))}
        </ol>
        {canReturnBecome(found.state, 'canceled') ? (
          <CancelForm action={returnCaseHref(statusHref, found.number)} />
        ) : null}
        <p className="button-row">
          <LinkButton href={statusHref}>Back to your order</LinkButton>
          <LinkButton href={paths.contacts}>Write to us</LinkButton>
        </p>
      </div>
    ),
  })
}

interface CaseProps {
  found: ReturnCase
  refund: Cents
  /** The part of the refund that is store credit. */
  credit: Cents
  order: Order
}

function NextStep({ found, refund, credit, order, stores }: CaseProps & { stores: readonly Store[] }) {
  const text = found.events.at(-1)?.text
  const replacement = formatReplacement(found)
  return (
    <>
      <p className="measure">{formatNextStep(found, refund, order, credit)}</p>
      {text ? <p className="measure return-answer">{text}</p> : null}
      {found.state === 'approved' && found.labelHref ? (
        <p className="button-row">
          <LinkButton href={found.labelHref} rel="noreferrer" size="big">
            Print the label
          </LinkButton>
        </p>
      ) : null}
      {replacement ? (
        <p className="button-row">
          {replacement.text}
          {replacement.href ? (
            <LinkButton href={replacement.href} rel="noreferrer">
              Track package
            </LinkButton>
          ) : null}
        </p>
      ) : null}
      {stores.length > 0 ? (
        <ul className="order-ways">
          {stores.map((store) => (
            <li key={store.path}>
              {formatStorePlace(store)}. {store.hours}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function Facts({ found, refund, credit, order, lines }: CaseProps & { lines: readonly string[] }) {
  const facts: [string, string][] = [
    ...lines.map((line, index): [string, string] => [index === 0 ? 'Tires' : '', line]),
    ['Reason', RETURN_REASON_TEXTS[found.reason].label],
    ['You get', formatOutcome(found, refund, order, credit)],
    ...(found.note ? ([['Your note', found.note]] as [string, string][]) : []),
  ]
  return (
    <dl className="return-facts">
      {facts.map(([term, text]) => (
        <div key={`${term} ${text}`}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Photos({ found, statusHref }: { found: ReturnCase; statusHref: string }) {
  if (found.photos.length === 0) return null
  return (
    <ul className="return-photos">
      {found.photos.map(({ id }, index) => (
        <li key={id}>
          <a href={returnPhotoHref(statusHref, id)}>
            <img
              src={returnPhotoHref(statusHref, id)}
              alt={`Sent by you, ${index + 1} of ${found.photos.length}`}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

function CancelForm({ action }: { action: string }) {
  return (
    <details className="cancel-order">
      <summary>Cancel this return</summary>
      <form className="account-ask" method="post" action={action}>
        <p>
          <strong>Cancel this return?</strong> You keep the tires, and nothing is refunded.
        </p>
        <p className="button-row">
          <LinkButton href={action}>Keep it</LinkButton>
          <Button type="submit" kind="danger">
            Cancel return
          </Button>
        </p>
      </form>
    </details>
  )
}

/** Responds with a photo of a case: the buyer's for everyone who has the order's link, those that staff took for staff alone. */
export async function serveReturnPhoto(c: Context<AppEnv>): Promise<Response> {
  const details = await findOrderByLink(c)
  if (!details) return orderNotFoundPage(c)
  const photo = await findReturnPhoto(c.env.DB, details.order.orderNumber, Number(c.req.param('photo')))
  if (photo?.isOfStaff) {
    const staff = await getCurrentStaff(c)
    if (!staff || !hasPermission(staff.role, 'returns')) return orderNotFoundPage(c)
  }
  const file = photo && (await openPrivateFile(c.env.PICTURES, photo.fileKey))
  if (!photo || !file) return orderNotFoundPage(c)
  return privateFileResponse(file, photo.contentType)
}
