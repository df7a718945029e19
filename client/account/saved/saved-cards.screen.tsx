/** /customer/account/stored-payment-methods/: the customer's cards, which the payment provider stores. */
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '../../../schema/paths.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { ActionButtonForm } from '../action-button-form.tsx'

const route = getRouteApi('/customer/account/stored-payment-methods')

export function SavedCardsScreen() {
  const { cards, notice } = route.useLoaderData()
  const { remove } = route.useSearch()
  const removed = cards?.find(({ id }) => id === remove)
  return (
    <AccountFrame title="Stored payment methods" current={null} notice={notice}>
      {cards === null ? (
        <Alert tone="error">
          Our payment provider isn’t responding, so we can’t show your cards. Please try again in a minute.
        </Alert>
      ) : cards.length === 0 ? (
        <EmptyState
          title="No saved cards"
          action={{ href: paths.home, label: 'Find tires' }}
          other={{ href: paths.account, label: 'Profile' }}
        >
          <p>
            Check “Save this card” when you pay and it’ll be here next time. We never see the full number.
          </p>
        </EmptyState>
      ) : removed ? (
        <section className="account-ask" aria-labelledby="ask-title">
          <h2 className="t-28" id="ask-title">
            Remove {removed.brand} ending in {removed.last4}?
          </h2>
          <div className="button-row">
            <ActionButtonForm action="card-remove" fields={{ id: removed.id }} kind="danger">
              Remove the card
            </ActionButtonForm>
            <a href={paths.storedPaymentMethods}>Keep it</a>
          </div>
        </section>
      ) : (
        <ul className="account-list">
          {cards.map(({ id, brand, last4, expires }) => (
            <li key={id}>
              <div>
                <b>
                  {brand} ending in <span className="num">{last4}</span>
                </b>
                <p className="t-14 quiet">Expires {expires}</p>
              </div>
              <a href={`${paths.storedPaymentMethods}?remove=${encodeURIComponent(id)}`}>
                Remove<span className="visually-hidden"> {`${brand} ending in ${last4}`}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </AccountFrame>
  )
}
