// The frames of the Express Checkout Element: the two buttons, and the sheet with addresses, cards and the total. They
// exchange messages with the page that framed them: with its nonce, to its origin only.
const query = new URLSearchParams(location.search)
const parentOrigin = query.get('origin')
const nonce = query.get('nonce')

const postToParent = (message) => window.parent.postMessage({ ...message, nonce }, parentOrigin)
const dollars = (cents) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

const buttons = document.querySelectorAll('[data-press]')
for (const button of buttons) {
  button.addEventListener('click', () => postToParent({ kind: 'press', type: button.dataset.press }))
}
if (buttons.length > 0) postToParent({ kind: 'ready' })

const sheet = document.getElementById('sheet')
const PAYER = { name: 'Dana Whitfield', email: 'dana@whitfield.example', phone: '+13125550186' }
const ADDRESSES = {
  chicago: ['1458 N Wood St', 'Chicago', 'IL', '60622'],
  austin: ['1100 Congress Ave', 'Austin', 'TX', '78701'],
  honolulu: ['415 S Beretania St', 'Honolulu', 'HI', '96813'],
  mismatch: ['1458 N Wood St', 'Chicago', 'TX', '60622'],
}

/** Returns the chosen address in Stripe's form. */
function chosenAddress() {
  const [line1, city, state, postal_code] = ADDRESSES[sheet.elements.address.value] ?? []
  return { line1, line2: null, city, state, postal_code, country: 'US' }
}

/** Asks the page for the total; wallets share no name and no street before the payment. */
function askForTotal() {
  const { city, state, postal_code, country } = chosenAddress()
  setPayable(false)
  postToParent({ kind: 'address', name: PAYER.name, address: { city, state, postal_code, country } })
}

function setPayable(isPayable) {
  sheet.querySelector('[name="pay"]').disabled = !isPayable
}

let rate = null

/** The requests that the page may send. */
const answers = {
  show: ({ type, total, rows, rates, isRefused }) => {
    document.querySelector('h1').textContent = type === 'apple_pay' ? 'Apple Pay' : 'Google Pay'
    rate = rates[0] ?? null
    const lines = [...rows, ...(isRefused ? [] : [{ name: 'Total', amount: total }])]
    document.getElementById('rows').replaceChildren(
      ...lines.map(({ name, amount }) => {
        const row = document.createElement('p')
        row.textContent = `${name}: ${dollars(amount)}`
        return row
      }),
    )
    document.getElementById('problem').textContent = isRefused ? 'Not available at this address.' : ''
    document.getElementById('rate').textContent = isRefused
      ? ''
      : [rate?.displayName, rate?.deliveryEstimate].filter(Boolean).join('. ')
    setPayable(!isRefused)
  },
  submit: () => ({}),
  token: async ({ key, returnUrl }) => {
    const body = new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': sheet.elements.card.value,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][name]': PAYER.name,
      'payment_method_data[billing_details][email]': PAYER.email,
      return_url: returnUrl,
    })
    const response = await fetch('/v1/confirmation_tokens', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body,
    })
    const reply = await response.json()
    return reply.error ? reply : { confirmationToken: reply }
  },
}

window.addEventListener('message', async (event) => {
  if (event.source !== window.parent || event.origin !== parentOrigin || event.data?.nonce !== nonce) return
  const { id, kind } = event.data
  if (!Object.hasOwn(answers, kind)) return
  const result = await answers[kind](event.data)
  postToParent({ kind: 'answer', id, result: result ?? {} })
})

if (sheet) {
  sheet.elements.address.addEventListener('change', askForTotal)
  sheet.addEventListener('submit', (event) => {
    event.preventDefault()
    if (event.submitter?.name === 'cancel') return postToParent({ kind: 'cancel' })
    setPayable(false)
    const address = chosenAddress()
    postToParent({
      kind: 'pay',
      billingDetails: { ...PAYER, address },
      shippingAddress: { name: PAYER.name, address },
      shippingRate: rate,
    })
  })
  askForTotal()
}
