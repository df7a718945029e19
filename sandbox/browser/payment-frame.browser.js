// The card fields. They exchange messages with the page that framed them: with its nonce, to its origin only.
const query = new URLSearchParams(location.search)
const parentOrigin = query.get('origin')
const nonce = query.get('nonce')

const form = document.getElementById('card')
const inputs = {
  number: document.getElementById('number'),
  expiry: document.getElementById('expiry'),
  cvc: document.getElementById('cvc'),
  zip: document.getElementById('zip'),
}

const digitsOf = (text) => text.replace(/\D/g, '')
const isAmex = (number) => /^3[47]/.test(number)

/** Each field: its format, and the problem of its value (null when it is valid). */
const fields = {
  number: {
    format: (digits) =>
      isAmex(digits)
        ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ')
        : (digits.slice(0, 19).match(/.{1,4}/g) ?? []).join(' '),
    problem: (digits) => {
      if (digits.length < (isAmex(digits) ? 15 : 16))
        return ['incomplete_number', 'Your card number is incomplete.']
      return passesLuhn(digits) ? null : ['invalid_number', 'Your card number is invalid.']
    },
  },
  expiry: {
    format: (typed) => {
      const digits = /^[2-9]/.test(typed) ? `0${typed}` : typed
      const year = digits.length >= 6 ? digits.slice(4, 6) : digits.slice(2, 4)
      return digits.length > 2 ? `${digits.slice(0, 2)}/${year}` : digits
    },
    problem: (digits) => {
      const month = Number(digits.slice(0, 2))
      if (digits.length < 4 || month < 1 || month > 12) {
        return ['incomplete_expiry', "Your card's expiration date is incomplete."]
      }
      const now = new Date()
      const year = 2000 + Number(digits.slice(2))
      if (year < now.getFullYear())
        return ['invalid_expiry_year_past', "Your card's expiration year is in the past."]
      return year === now.getFullYear() && month < now.getMonth() + 1
        ? ['invalid_expiry_month_past', "Your card's expiration date is in the past."]
        : null
    },
  },
  cvc: {
    format: (digits) => digits.slice(0, 4),
    problem: (digits) =>
      digits.length < (isAmex(digitsOf(inputs.number.value)) ? 4 : 3)
        ? ['incomplete_cvc', "Your card's security code is incomplete."]
        : null,
  },
  zip: {
    format: (digits) => digits.slice(0, 5),
    problem: (digits) => (digits.length < 5 ? ['incomplete_zip', 'Your ZIP is incomplete.'] : null),
  },
}

function passesLuhn(number) {
  let sum = 0
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index])
    const weighted = index % 2 === 1 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}

const shownNames = () => Object.keys(fields).filter((name) => !inputs[name].closest('.field').hidden)
const problemOf = (name) => fields[name].problem(digitsOf(inputs[name].value))

function postToParent(message) {
  if (parentOrigin && nonce) window.parent.postMessage({ nonce, ...message }, parentOrigin)
}

function showProblem(name) {
  const problem = problemOf(name)
  inputs[name].setAttribute('aria-invalid', problem ? 'true' : 'false')
  document.getElementById(`${name}-error`).textContent = problem ? problem[1] : ''
  return problem
}

function clearProblem(name) {
  inputs[name].removeAttribute('aria-invalid')
  document.getElementById(`${name}-error`).textContent = ''
}

/** Formats the field in groups and leaves the caret after the same digit. */
function reformat(name) {
  const input = inputs[name]
  const atEnd = input.selectionStart === input.value.length
  const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length
  const text = fields[name].format(digitsOf(input.value))
  if (text === input.value) return
  input.value = text
  let caret = 0
  for (let passed = 0; caret < text.length && passed < digitsBefore; caret++)
    if (/\d/.test(text[caret])) passed++
  const position = atEnd ? text.length : caret
  if (document.activeElement === input) input.setSelectionRange(position, position)
}

function postChange() {
  const names = shownNames()
  postToParent({
    kind: 'change',
    empty: names.every((name) => inputs[name].value === ''),
    complete: names.every((name) => problemOf(name) === null),
  })
}

for (const name of Object.keys(fields)) {
  const input = inputs[name]
  input.addEventListener('input', () => {
    reformat(name)
    if (input.getAttribute('aria-invalid') === 'true' && !problemOf(name)) clearProblem(name)
    postChange()
  })
  input.addEventListener('focus', () => postToParent({ kind: 'focus' }))
  input.addEventListener('blur', () => {
    if (input.value === '') clearProblem(name)
    else showProblem(name)
    postToParent({ kind: 'blur' })
  })
}
form.addEventListener('submit', (event) => event.preventDefault())

/** Shows all problems and focuses the first invalid field. */
function validate() {
  const problems = shownNames().map((name) => [name, showProblem(name)])
  const first = problems.find(([, problem]) => problem !== null)
  if (!first) return {}
  inputs[first[0]].focus()
  return { error: { type: 'validation_error', code: first[1][0], message: first[1][1] } }
}

/** Adds the card to the body in the API's form, with the billing details of the page. */
function paymentMethodData(body, billingDetails) {
  const expiry = digitsOf(inputs.expiry.value)
  body.set('payment_method_data[type]', 'card')
  body.set('payment_method_data[card][number]', digitsOf(inputs.number.value))
  body.set('payment_method_data[card][exp_month]', expiry.slice(0, 2))
  body.set('payment_method_data[card][exp_year]', expiry.slice(2))
  body.set('payment_method_data[card][cvc]', inputs.cvc.value)
  nest(body, 'payment_method_data[billing_details]', billingDetails ?? {})
  if (shownNames().includes('zip')) {
    body.set('payment_method_data[billing_details][address][postal_code]', inputs.zip.value)
  }
}

function nest(body, name, value) {
  if (value === null || value === undefined) return
  if (typeof value !== 'object') body.set(name, String(value))
  else for (const [key, inner] of Object.entries(value)) nest(body, `${name}[${key}]`, inner)
}

async function post(path, key, body) {
  try {
    const response = await fetch(path, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body })
    return await response.json()
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message: 'The payment service could not be reached. Please try again.',
      },
    }
  }
}

/** The requests that the page may send. */
const answers = {
  options: ({ zip, variables }) => {
    inputs.zip.closest('.field').hidden = zip === 'never'
    form.classList.toggle('no-zip', zip === 'never')
    if (zip && zip !== 'never' && inputs.zip.value === '') inputs.zip.value = fields.zip.format(digitsOf(zip))
    const known = {
      colorText: '--text',
      colorDanger: '--danger',
      fontFamily: '--font',
      borderRadius: '--radius',
    }
    for (const [name, property] of Object.entries(known)) {
      if (variables?.[name]) document.documentElement.style.setProperty(property, variables[name])
    }
    return { height: height() }
  },
  submit: validate,
  focus: () => inputs[shownNames()[0]].focus(),
  blur: () => document.activeElement?.blur(),
  clear: () => {
    form.reset()
    for (const name of Object.keys(fields)) clearProblem(name)
    postChange()
  },
  token: async ({ key, returnUrl, billingDetails, shipping, setupFutureUsage }) => {
    const invalid = validate()
    if (invalid.error) return invalid
    const body = new URLSearchParams()
    paymentMethodData(body, billingDetails)
    nest(body, 'return_url', returnUrl)
    nest(body, 'shipping', shipping)
    nest(body, 'setup_future_usage', setupFutureUsage)
    const reply = await post('/v1/confirmation_tokens', key, body)
    return reply.error ? reply : { confirmationToken: reply }
  },
  confirm: async ({ key, clientSecret, returnUrl, billingDetails, shipping }) => {
    const invalid = validate()
    if (invalid.error) return invalid
    const body = new URLSearchParams({ client_secret: clientSecret })
    paymentMethodData(body, billingDetails)
    nest(body, 'return_url', returnUrl)
    nest(body, 'shipping', shipping)
    body.set('use_stripe_sdk', 'true')
    const reply = await post(`/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, key, body)
    return reply.error ? reply : { paymentIntent: reply }
  },
}

window.addEventListener('message', async (event) => {
  if (event.source !== window.parent || event.origin !== parentOrigin || event.data?.nonce !== nonce) return
  const { id, kind } = event.data
  if (!Object.hasOwn(answers, kind)) return
  const result = await answers[kind](event.data)
  postToParent({ kind: 'answer', id, result: result ?? {} })
})

function height() {
  return Math.ceil(document.body.getBoundingClientRect().height)
}

new ResizeObserver(() => postToParent({ kind: 'height', height: height() })).observe(document.body)
postToParent({ kind: 'ready' })
