// The parts of Stripe.js that a shop with the Payment Element needs (types: @stripe/stripe-js). It never sees
// a card: the fields are in a frame of this script's own origin. It has no eval and no style attributes: it
// runs under a strict Content-Security-Policy that lists the origin in script-src, frame-src and connect-src.

{
  const source = new URL(document.currentScript.src)
  const ORIGIN = source.origin
  const VERSION = /^\/([a-z]+)\/stripe\.js$/.exec(source.pathname)?.[1] ?? 3
  const FRAME_TIMEOUT = 15_000
  const UNREACHABLE = {
    type: 'api_connection_error',
    message: 'The payment service could not be reached. Please try again.',
  }

  class IntegrationError extends Error {
    name = 'IntegrationError'
  }

  function newNonce() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
  }

  /** Opens a frame; `onMessage` gets its messages, `request` sends a message and waits for the answer. */
  function openFrame(path, title, onMessage) {
    const nonce = newNonce()
    const url = new URL(path, ORIGIN)
    url.searchParams.set('nonce', nonce)
    url.searchParams.set('origin', location.origin)
    const element = document.createElement('iframe')
    element.title = title
    element.src = url.href
    const waiting = new Map()
    let lastId = 0
    const listen = (event) => {
      if (event.source !== element.contentWindow || event.origin !== ORIGIN || event.data?.nonce !== nonce)
        return
      if (event.data.kind !== 'answer') return onMessage(event.data)
      waiting.get(event.data.id)?.(event.data.result)
      waiting.delete(event.data.id)
    }
    window.addEventListener('message', listen)
    return {
      element,
      request: (kind, fields = {}) =>
        new Promise((resolve) => {
          const id = ++lastId
          waiting.set(id, resolve)
          element.contentWindow?.postMessage({ ...fields, kind, id, nonce }, ORIGIN)
        }),
      close: () => {
        window.removeEventListener('message', listen)
        for (const resolve of waiting.values()) resolve({ error: UNREACHABLE })
        element.remove()
      },
    }
  }

  function hidesZip(fields) {
    const billing = fields?.billingDetails
    return billing === 'never' || billing?.address === 'never' || billing?.address?.postalCode === 'never'
  }

  function createPaymentElement(group, initial) {
    const handlers = new Map()
    let options = { ...initial }
    let frame = null
    let timer = 0
    let lastChange = { empty: true, complete: false }

    const emit = (name, details = {}) => {
      for (const entry of [...(handlers.get(name) ?? [])]) {
        if (entry.once) handlers.get(name).delete(entry)
        entry.handler({ elementType: 'payment', ...details })
      }
    }
    const add = (name, handler, once) => {
      if (!handlers.has(name)) handlers.set(name, new Set())
      handlers.get(name).add({ handler, once })
      return element
    }
    const frameOptions = () => ({
      zip: hidesZip(options.fields) ? 'never' : options.defaultValues?.billingDetails?.address?.postal_code,
      variables: group.options.appearance?.variables,
    })
    const setHeight = (height) => {
      frame.element.style.height = `${height}px`
    }
    const onMessage = async (message) => {
      if (message.kind === 'height') setHeight(message.height)
      if (message.kind === 'focus' || message.kind === 'blur') emit(message.kind)
      if (message.kind === 'change') {
        const { empty, complete } = message
        lastChange = { empty, complete }
        emit('change', { ...lastChange, collapsed: false, value: { type: 'card' } })
      }
      if (message.kind === 'ready') {
        clearTimeout(timer)
        // The element is ready when its height no longer changes.
        const shown = await frame.request('options', frameOptions())
        if (shown.height) setHeight(shown.height)
        emit('ready')
      }
    }
    const unmount = () => {
      clearTimeout(timer)
      frame?.close()
      frame = null
    }

    const element = {
      mount(target) {
        const container = typeof target === 'string' ? document.querySelector(target) : target
        if (!container) {
          throw new IntegrationError(
            `The selector you specified (${target}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
          )
        }
        unmount()
        frame = openFrame('/elements/payment', 'Secure card payment', onMessage)
        // Wider on each side, for the focus rings of the fields.
        const style = {
          display: 'block',
          border: '0',
          width: 'calc(100% + 8px)',
          height: '184px',
          margin: '-4px',
        }
        Object.assign(frame.element.style, style)
        timer = setTimeout(() => emit('loaderror', { error: UNREACHABLE }), FRAME_TIMEOUT)
        container.replaceChildren(frame.element)
        return element
      },
      unmount,
      destroy: () => {
        unmount()
        handlers.clear()
        group.element = null
      },
      on: (name, handler) => add(name, handler, false),
      once: (name, handler) => add(name, handler, true),
      off(name, handler) {
        for (const entry of handlers.get(name) ?? []) {
          if (handler === undefined || entry.handler === handler) handlers.get(name).delete(entry)
        }
        return element
      },
      update(changes) {
        options = { ...options, ...changes }
        frame?.request('options', frameOptions())
        return element
      },
      focus: () => frame?.request('focus'),
      blur: () => frame?.request('blur'),
      clear: () => frame?.request('clear'),
      collapse: () => element,
    }
    return {
      element,
      request: (kind, fields) => frame?.request(kind, fields),
      refresh: () => element.update({}),
    }
  }

  const CREATORS = {
    payment: createPaymentElement,
    expressCheckout: (group, options) =>
      createExpressElement(group, options, {
        ...{ openFrame, openDialog, IntegrationError },
        loadError: { error: UNREACHABLE, after: FRAME_TIMEOUT },
      }),
  }

  function createElements(options) {
    const group = { options: { ...options }, type: null, element: null, submitted: false }
    const elements = {
      create(type, elementOptions = {}) {
        const create = CREATORS[type]
        if (!create) {
          const known = Object.keys(CREATORS).join(' and ')
          throw new IntegrationError(`This sandbox has no "${type}" Element, only ${known}.`)
        }
        if (group.element) throw new IntegrationError(`Can only create one Element of type ${type}.`)
        group.type = type
        group.element = create(group, elementOptions)
        return group.element.element
      },
      getElement: (type) => (type === group.type ? (group.element?.element ?? null) : null),
      update(changes) {
        group.options = { ...group.options, ...changes }
        group.element?.refresh()
        return elements
      },
      fetchUpdates: async () => ({}),
      async submit() {
        const answer = group.element?.request('submit')
        if (!answer) throw new IntegrationError('The Payment Element is not mounted.')
        const result = await answer
        group.submitted = !result.error
        return result.error ? result : { selectedPaymentMethod: 'card' }
      },
    }
    groups.set(elements, group)
    return elements
  }

  const groups = new WeakMap()

  function mountedGroup(elements, caller) {
    const group = groups.get(elements)
    if (!group?.element)
      throw new IntegrationError(`${caller}: \`elements\` must have a mounted Payment Element.`)
    return group
  }

  /** Opens a frame in a dialog over the whole page; `close` of the frame removes the dialog too. */
  function openDialog(path, title, height, onMessage) {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', title)
    const size = { width: '100vw', height: '100dvh', maxWidth: 'none', maxHeight: 'none', margin: '0' }
    const look = { padding: '0', border: '0', background: 'rgba(22, 24, 26, 0.6)' }
    Object.assign(dialog.style, size, look)
    const frame = openFrame(path, title, onMessage)
    const frameSize = { width: 'min(480px, 100vw)', height: `min(${height}px, 100dvh)` }
    const framePosition = {
      position: 'absolute',
      inset: '0',
      margin: 'auto',
      border: '0',
      background: '#f6f5f0',
    }
    Object.assign(frame.element.style, frameSize, framePosition)
    // Closing without an answer would leave the payment open: the page has a button to refuse.
    dialog.addEventListener('cancel', (event) => event.preventDefault())
    dialog.append(frame.element)
    document.body.append(dialog)
    dialog.showModal()
    const close = () => {
      frame.close()
      dialog.close()
      dialog.remove()
    }
    return { ...frame, close }
  }

  /** Shows the bank's dialog; resolves when the shopper has answered. */
  function showChallenge(path) {
    return new Promise((resolve) => {
      const frame = openDialog(path, 'Card authentication', 360, (message) => {
        if (message.kind !== 'challenge-ended') return
        frame.close()
        resolve()
      })
    })
  }

  function createStripe(publishableKey) {
    if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
      throw new IntegrationError(
        'Missing value for Stripe(): apiKey should be a string that starts with pk_.',
      )
    }

    async function retrievePaymentIntent(clientSecret) {
      const id = String(clientSecret).split('_secret_')[0]
      const query = new URLSearchParams({ key: publishableKey, client_secret: clientSecret })
      try {
        const response = await fetch(`${ORIGIN}/v1/payment_intents/${id}?${query}`)
        const body = await response.json()
        return body.error ? { error: body.error } : { paymentIntent: body }
      } catch {
        return { error: UNREACHABLE }
      }
    }

    async function handleNextAction({ clientSecret }) {
      const found = await retrievePaymentIntent(clientSecret)
      if (found.error || found.paymentIntent.status !== 'requires_action') return found
      const redirect = found.paymentIntent.next_action?.redirect_to_url
      if (redirect) {
        location.assign(redirect.url)
        return new Promise(() => {})
      }
      const id = found.paymentIntent.id
      await showChallenge(`/3ds/${id}?${new URLSearchParams({ client_secret: clientSecret })}`)
      const settled = await retrievePaymentIntent(clientSecret)
      const refusal = settled.paymentIntent?.last_payment_error
      if (settled.error || settled.paymentIntent.status !== 'requires_payment_method') return settled
      const message =
        refusal?.code === 'payment_intent_authentication_failure'
          ? 'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
          : refusal?.message
      return { error: { ...refusal, message, payment_intent: settled.paymentIntent } }
    }

    async function createConfirmationToken({ elements, params = {} }) {
      const group = mountedGroup(elements, 'stripe.createConfirmationToken()')
      if (!group.submitted) {
        throw new IntegrationError(
          'elements.submit() must be called before stripe.createConfirmationToken().',
        )
      }
      return group.element.request('token', {
        key: publishableKey,
        returnUrl: params.return_url,
        billingDetails: params.payment_method_data?.billing_details,
        shipping: params.shipping,
        setupFutureUsage: group.options.setupFutureUsage,
      })
    }

    async function confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
      const secret = clientSecret ?? groups.get(elements)?.options.clientSecret
      const first = await mountedGroup(elements, 'stripe.confirmPayment()').element.request('confirm', {
        key: publishableKey,
        clientSecret: secret,
        returnUrl: confirmParams.return_url,
        billingDetails: confirmParams.payment_method_data?.billing_details,
        shipping: confirmParams.shipping,
      })
      if (first.error) return first
      const settled =
        first.paymentIntent.status === 'requires_action'
          ? await handleNextAction({ clientSecret: secret })
          : first
      if (settled.error || redirect === 'if_required') return settled
      const back = new URL(confirmParams.return_url)
      back.searchParams.set('payment_intent', settled.paymentIntent.id)
      back.searchParams.set('payment_intent_client_secret', secret)
      back.searchParams.set('redirect_status', 'succeeded')
      location.assign(back)
      return new Promise(() => {})
    }

    return {
      elements: createElements,
      createConfirmationToken,
      confirmPayment,
      handleNextAction,
      retrievePaymentIntent,
      _registerWrapper: () => {},
    }
  }

  createStripe.version = VERSION
  window.Stripe = createStripe
}
