/** /customer/account/address-book/: the list of addresses, the form of one (`?edit=`), or the prompt to remove one (`?remove=`). */

import { getRouteApi } from '@tanstack/react-router'
import type { AddressView } from '../../schema/account/account.api.ts'
import { DELIVERY_MESSAGES } from '../../schema/identity/location/delivery-area.ts'
import { CUSTOMER_MESSAGES } from '../../schema/identity/sign-in/customer.ts'
import { paths } from '../../schema/paths.ts'
import { formatPhone } from '../../schema/platform/forms/field.ts'
import { LinkButton } from '../platform/ui/button.tsx'
import { EmptyState } from '../platform/ui/empty-state.tsx'
import { Tag } from '../platform/ui/tag.tsx'
import { AccountFrame } from './account-frame.tsx'
import { ActionButtonForm } from './action-button-form.tsx'
import { AddressForm } from './address-form.tsx'

const route = getRouteApi('/customer/account/address-book')
const NEW_ADDRESS_HREF = `${paths.addressBook}?edit=new`

export function AddressBookScreen() {
  const view = route.useLoaderData()
  const { edit, remove } = route.useSearch()
  const { addresses, notice, isFull } = view
  const edited = addresses.find(({ id }) => String(id) === String(edit))
  const removed = addresses.find(({ id }) => String(id) === String(remove))
  if (edited || edit === 'new') {
    return (
      <AccountFrame
        title={edited ? 'Edit address' : 'New address'}
        current={paths.addressBook}
        notice={notice}
      >
        <AddressForm view={view} address={edited ?? null} />
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title="Address Book" current={paths.addressBook} notice={notice}>
      {removed ? (
        <section className="account-ask" aria-labelledby="ask-title">
          <h2 className="t-28" id="ask-title">
            Remove this address?
          </h2>
          <AddressLines address={removed} />
          <div className="button-row">
            <ActionButtonForm action="address-remove" fields={{ id: removed.id }} kind="danger">
              Remove address
            </ActionButtonForm>
            <a href={paths.addressBook}>Keep it</a>
          </div>
        </section>
      ) : addresses.length === 0 ? (
        <EmptyState
          title="No addresses yet"
          action={{ href: NEW_ADDRESS_HREF, label: 'Add an address' }}
          other={{ href: paths.account, label: 'Profile' }}
        >
          <p>Save an address and we’ll fill it in at checkout.</p>
        </EmptyState>
      ) : (
        <>
          <ul className="account-list">
            {addresses.map((address) => (
              <AddressItem key={address.id} address={address} />
            ))}
          </ul>
          {isFull ? (
            <p className="quiet">{CUSTOMER_MESSAGES.tooManyAddresses}</p>
          ) : (
            <p>
              <LinkButton href={NEW_ADDRESS_HREF}>Add an address</LinkButton>
            </p>
          )}
        </>
      )}
    </AccountFrame>
  )
}

function AddressItem({ address }: { address: AddressView }) {
  const { id, street, city, delivers, defaultShipping, defaultBilling } = address
  const addressLabel = <span className="visually-hidden">{` ${street}, ${city}`}</span>
  return (
    <li>
      <div>
        <AddressLines address={address} />
        {defaultShipping || defaultBilling ? (
          <p className="account-tags">
            {defaultShipping ? <Tag>Default shipping address</Tag> : null}
            {defaultBilling ? <Tag>Default billing address</Tag> : null}
          </p>
        ) : null}
        {delivers ? null : <p className="oxide t-14">{DELIVERY_MESSAGES.notAllowed}</p>}
      </div>
      <div className="account-acts">
        <a href={`${paths.addressBook}?edit=${id}`}>Edit{addressLabel}</a>
        <a href={`${paths.addressBook}?remove=${id}`}>Remove{addressLabel}</a>
        {defaultShipping ? null : (
          <ActionButtonForm action="address-default" fields={{ id, kind: 'shipping' }} look="text">
            Ship here by default{addressLabel}
          </ActionButtonForm>
        )}
        {defaultBilling ? null : (
          <ActionButtonForm action="address-default" fields={{ id, kind: 'billing' }} look="text">
            Bill here by default{addressLabel}
          </ActionButtonForm>
        )}
      </div>
    </li>
  )
}

function AddressLines({ address }: { address: AddressView }) {
  const { firstname, lastname, company, street, apartment, city, state, postcode, telephone } = address
  const lines = [
    `${firstname} ${lastname}`,
    company ?? '',
    [street, apartment].filter(Boolean).join(', '),
    `${city}, ${state} ${postcode}`,
    formatPhone(telephone),
  ]
  return (
    <address className="account-address">
      {lines
        .filter((line) => line !== '')
        .map((line) => (
          <span key={line}>{line}</span>
        ))}
    </address>
  )
}
