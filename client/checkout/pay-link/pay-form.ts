/** Pays a sale of the counter by link (H14p): mounts the card fields, sends the form, and goes to a provider's page. Plain DOM. */
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

/** Enhances the page's form, if there is one. Without card fields the form needs no script. */
export async function enhancePayForm(): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('[data-pay]')
  const problem = form?.querySelector('[data-problem]')
  if (!form || !problem) return
  const show = (text: string) => {
    problem.textContent = text
  }
  let card: CardFields | null = null
  form.addEventListener('submit', (event) => {
    const button = event.submitter
    const method = button instanceof HTMLButtonElement && button.name === 'method' ? button.value : null
    event.preventDefault()
    if (form.ariaBusy === 'true' || !button || (!card && method === null)) return
    form.ariaBusy = button.ariaBusy = 'true'
    show('')
    const payment = method === null && card ? payByCard(form, card) : payAtProvider(form, method ?? '')
    payment
      .then(show, () => show(MAY_BE_ORDERED))
      .finally(() => {
        form.ariaBusy = button.ariaBusy = null
      })
  })
  const panel = form.querySelector<HTMLElement>('[data-card]')
  const button = form.querySelector<HTMLButtonElement>('[data-card-button]')
  if (!panel || !button) return
  const { script: scriptUrl = '', key: publishableKey = '', amount = '0' } = panel.dataset
  try {
    card = await mountCardFields(panel, {
      ...{ scriptUrl, publishableKey, amount: Number(amount) },
      ready: () => {
        button.disabled = false
      },
      failed: () => show(NOT_LOADED),
    })
  } catch {
    show(NOT_LOADED)
  }
}

function readBody(form: HTMLFormElement): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.set(name, value)
  return body
}

/** Begins the payment on a provider's page and goes there; returns the message for the payer otherwise. */
function payAtProvider(form: HTMLFormElement, method: string): Promise<string> {
  const body = readBody(form)
  body.set('method', method)
  return send(body, null)
}

/** Sends the payment by card and leaves the page when it is made; returns the message for the payer otherwise. */
async function payByCard(form: HTMLFormElement, card: CardFields): Promise<string> {
  const body = readBody(form)
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
  return send(body, card)
}

async function send(body: URLSearchParams, card: CardFields | null): Promise<string> {
  let href = ''
  const result = await sendUntilPlaced(body, {
    placeOrder: async (fields) => {
      const reply = await callApi<PaidSale>(location.pathname, fields, { timeoutMs: PAY_TIMEOUT_MS })
      if (reply.ok) href = reply.value.href
      return reply
    },
    confirm: card && ((clientSecret) => card.confirm(clientSecret)),
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
