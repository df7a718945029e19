// The Express Checkout Element of Stripe.js: the buttons of Apple Pay and Google Pay, and in place of the sheets of
// browser and phone a dialog with the same choices. It asks the page for each address as the real sheets do: within one
// second after a press, and within twenty after a change of the address. stripe.browser.js calls it.

const CLICK_TIMEOUT = 1_000
const CHANGE_TIMEOUT = 20_000
/** Wider on each side, for the focus rings of the buttons. */
const BUTTONS_STYLE = { display: 'block', width: 'calc(100% + 8px)', margin: '-4px', border: '0' }

/** Returns what the page gives to the function that `start` gets, or `null` when it gives nothing in time. */
function waitForAnswer(timeout, start) {
  return new Promise((settle) => {
    const timer = setTimeout(() => settle(null), timeout)
    start((value) => {
      clearTimeout(timer)
      settle(value)
    })
  })
}

/** Throws as Stripe.js does when the rows of the sheet are more than the amount of the Elements. */
function checkRows(rows, amount, IntegrationError) {
  const sum = rows.reduce((total, row) => total + row.amount, 0)
  if (sum <= amount) return
  throw new IntegrationError(
    `The amount ${amount} passed to elements is less than the total amount ${sum} of the line items.`,
  )
}

const AVAILABLE = {
  ...{ amazonPay: false, link: false, paypal: false, klarna: false },
  ...{ applePay: true, googlePay: true },
}

// biome-ignore lint/correctness/noUnusedVariables: stripe.browser.js is the next part of the same script
function createExpressElement(group, options, { openFrame, openDialog, IntegrationError, loadError }) {
  const handlers = new Map()
  let frame = null
  let sheet = null
  let expressPaymentType = null
  let timer = 0

  const emit = (name, details = {}) => {
    for (const handler of [...(handlers.get(name) ?? [])])
      handler({ elementType: 'expressCheckout', ...details })
  }

  const ask = (name, details, timeout) =>
    waitForAnswer(timeout, (answer) => {
      const resolve = (given = {}) => {
        checkRows(given.lineItems ?? [], group.options.amount, IntegrationError)
        answer(given)
      }
      emit(name, { ...details, resolve, reject: () => answer(null) })
    })

  const closeSheet = () => {
    sheet?.close()
    sheet = null
  }

  const show = (given) =>
    sheet?.request('show', {
      type: expressPaymentType,
      total: group.options.amount,
      rows: given?.lineItems ?? [],
      rates: given?.shippingRates ?? options.shippingRates ?? [],
      isRefused: given === null,
    })

  const onSheetMessage = async (message) => {
    if (message.kind === 'address') {
      const { name, address } = message
      show(await ask('shippingaddresschange', { name, address }, CHANGE_TIMEOUT))
    }
    if (message.kind === 'cancel') {
      closeSheet()
      emit('cancel')
    }
    if (message.kind === 'pay') {
      const { billingDetails, shippingAddress, shippingRate } = message
      const paymentFailed = () => closeSheet()
      emit('confirm', { expressPaymentType, billingDetails, shippingAddress, shippingRate, paymentFailed })
    }
  }

  const onButtonMessage = async (message) => {
    if (message.kind === 'ready') {
      clearTimeout(timer)
      frame.element.style.height = `${(options.buttonHeight ?? 44) * 2 + 24}px`
      emit('ready', { availablePaymentMethods: AVAILABLE })
    }
    if (message.kind !== 'press' || sheet) return
    expressPaymentType = message.type
    const clicked = await ask('click', { expressPaymentType }, CLICK_TIMEOUT)
    if (clicked) sheet = openDialog('/elements/wallet', 'Wallet', 620, onSheetMessage)
  }

  const unmount = () => {
    clearTimeout(timer)
    closeSheet()
    frame?.close()
    frame = null
  }
  const element = {
    mount(target) {
      unmount()
      frame = openFrame('/elements/express', 'Secure payment button frame', onButtonMessage)
      Object.assign(frame.element.style, BUTTONS_STYLE)
      timer = setTimeout(() => emit('loaderror', { error: loadError.error }), loadError.after)
      target.replaceChildren(frame.element)
      return element
    },
    unmount,
    destroy: () => {
      unmount()
      handlers.clear()
      group.element = null
    },
    on(name, handler) {
      if (!handlers.has(name)) handlers.set(name, new Set())
      handlers.get(name).add(handler)
      return element
    },
    update(changes) {
      Object.assign(options, changes)
      return element
    },
  }
  return {
    element,
    request: (kind, fields) => sheet?.request(kind, fields),
    refresh: () => {},
  }
}
