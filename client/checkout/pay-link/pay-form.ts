/** Pays a sale of the counter by card (H14p): mounts the card fields and sends the form with the card's token. Plain DOM. */
import { emptyAddress } from '../../../schema/identity/location/address-details.ts'
import type { PaidSale } from '../../../schema/orders/counter/pay-link.ts'
import { MAY_BE_ORDERED } from '../../../schema/orders/payment.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { type CardFields, mountCardFields } from '../payments/stripe/stripe-elements.ts'
import { sendUntilPlaced } from '../placement/place-order.ts'

/** Longer than a call may take: the bank is asked in between. */
const PAY_TIMEOUT_MS = 30_000
const NOT_LOADED = 'The card fields didn’t load. Nothing was charged. Load the page again.'
const TRY_LATER = 'That didn’t work. Nothing was charged. Try again in 2 minutes.'

/** Enhances the page's form, if there is one. */
export async function enhancePayForm(): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('[data-pay]')
  const panel = form?.querySelector<HTMLElement>('[data-card]')
  const button = form?.querySelector('button')
  const problem = form?.querySelector('[data-problem]')
  if (!form || !panel || !button || !problem) return
  const show = (text: string) => {
    problem.textContent = text
  }
  const { script: scriptUrl = '', key: publishableKey = '', amount = '0' } = panel.dataset
  let card: CardFields
  try {
    card = await mountCardFields(panel, {
      ...{ scriptUrl, publishableKey, amount: Number(amount) },
      ready: () => {
        button.disabled = false
      },
      failed: () => show(NOT_LOADED),
    })
  } catch {
    return show(NOT_LOADED)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    show('')
    pay(form, card)
      .then(show, () => show(MAY_BE_ORDERED))
      .finally(() => {
        button.ariaBusy = null
      })
  })
}

/** Sends the payment and leaves the page when it is made; returns the message for the payer otherwise. */
async function pay(form: HTMLFormElement, card: CardFields): Promise<string> {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.set(name, value)
  const text = (name: string) => body.get(name)?.trim() ?? ''
  const token = await card.token(
    {
      ...emptyAddress(),
      ...{ firstName: text('firstName'), lastName: text('lastName'), city: text('city') },
      ...{ streetAddress: text('streetAddress'), apartmentNumber: text('apartmentNumber') },
      ...{ state: text('state'), zipCode: text('zipCode'), phoneNumber: text('phoneNumber') },
    },
    text('emailAddress'),
  )
  if (!token.ok) return token.text
  body.set('confirmationToken', token.id)
  let href = ''
  const result = await sendUntilPlaced(body, {
    placeOrder: async (fields) => {
      const reply = await callApi<PaidSale>(location.pathname, fields, { timeoutMs: PAY_TIMEOUT_MS })
      if (reply.ok) href = reply.value.href
      return reply
    },
    confirm: (clientSecret) => card.confirm(clientSecret),
  })
  switch (result.kind) {
    case 'placed':
      location.assign(href)
      return ''
    case 'redirect':
      location.assign(result.href)
      return ''
    case 'no-answer':
      return MAY_BE_ORDERED
    case 'try-later':
      return TRY_LATER
    case 'refused':
      return result.text
  }
}
