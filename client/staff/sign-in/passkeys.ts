/**
 * The forms that use a passkey (H14a): `data-passkey` is `sign-in`, `join`, `add` or `verify`. A form that is posted is sent
 * after it, with all its fields; the others go to the page in `data-next`.
 */
import { callApi } from '../../platform/api/call-api.ts'
import {
  type CreationJson,
  type RequestJson,
  toCreationOptions,
  toCredentialJson,
  toRequestOptions,
} from './credential-json.ts'

const CALLS = '/api/ext/staff/'
const NO_PASSKEYS = 'This browser can’t use passkeys. Try a current Chrome, Safari, Edge or Firefox.'
const NO_LINK = 'This link is incomplete. Open it again from your email.'

/** What went wrong on the device, in plain words; other names are those of unknown failures. */
const FAILURES: Readonly<Record<string, string>> = {
  NotAllowedError: 'Nothing happened, or it took too long. Please try again.',
  AbortError: 'Nothing happened, or it took too long. Please try again.',
  InvalidStateError: 'This device already has a passkey for you.',
  NotSupportedError: NO_PASSKEYS,
  SecurityError: 'Passkeys don’t work at this address. Open the shop at its own address.',
}
const UNKNOWN = 'Your device couldn’t do this. Please try again, or use another device.'

/** A failure whose message a person can act on. */
class PasskeyFailure extends Error {}

/** Sends a call of the ceremony. Throws a failure with the server's words. */
async function ask<Result>(call: string, body: object): Promise<Result> {
  const reply = await callApi<Result>(CALLS + call, body)
  if (reply.ok) return reply.value
  throw new PasskeyFailure(typeof reply.result === 'string' ? reply.result : reply.message, {
    cause: reply.code,
  })
}

async function create(body: { invitation?: string }, label: string): Promise<void> {
  const options = await ask<CreationJson>('passkeys/begin', body)
  const made = await navigator.credentials.create({ publicKey: toCreationOptions(options) })
  await ask('passkeys/finish', { ...body, label, response: toCredentialJson(made as PublicKeyCredential) })
}

const askChallenge = () => ask<RequestJson>('sign-in/begin', {})

/** Signs a challenge and sends the answer to `call`. */
async function use(
  call: 'sign-in/finish' | 'verify',
  challenge: RequestJson,
  more: CredentialRequestOptions = {},
): Promise<void> {
  const used = await navigator.credentials.get({ publicKey: toRequestOptions(challenge), ...more })
  await ask(call, { response: toCredentialJson(used as PublicKeyCredential) })
}

/** Adds a passkey of who is signed in; confirms with one of today first when the last use is too long ago. */
async function add(label: string): Promise<void> {
  try {
    await create({}, label)
  } catch (failure) {
    if (!(failure instanceof PasskeyFailure) || failure.cause !== 403) throw failure
    await use('verify', await askChallenge())
    await create({}, label)
  }
}

function readInvitation(): string {
  const invitation = location.hash.slice(1)
  if (!/^[\w-]{43}$/.test(invitation)) throw new PasskeyFailure(NO_LINK)
  return invitation
}

/** Says for whom the link is; throws at once if it is used up, before anybody tries it. */
async function showInvited(form: HTMLFormElement): Promise<void> {
  const { user } = await ask<CreationJson>('passkeys/begin', { invitation: readInvitation() })
  const line = form.querySelector('[data-invited]')
  if (line) line.textContent = `This link is for ${user.displayName}, ${user.name}.`
}

function describe(failure: unknown): string {
  if (failure instanceof PasskeyFailure) return failure.message
  return FAILURES[(failure as Partial<Error>).name ?? ''] ?? UNKNOWN
}

/** A challenge that waits in a field is asked for again after this time; the server takes it for five minutes. */
const CHALLENGE_AGE_MS = 4 * 60_000

/**
 * Shows the field in which the browser lists the passkeys of this device, where it can. Choosing one calls `done` or `fail`. Returns
 * what ends the offer: a browser runs one request at a time.
 */
function offerInField(form: HTMLFormElement, done: () => void, fail: (failure: unknown) => void): () => void {
  const field = form.querySelector<HTMLElement>('[data-autofill]')
  let [offer, since, isEnded] = [new AbortController(), 0, false]
  const end = () => offer.abort()
  const begin = async () => {
    end()
    offer = new AbortController()
    const { signal } = offer
    since = performance.now()
    // Without a challenge the button still works, and says what is wrong.
    const challenge = await askChallenge().catch(() => null)
    if (challenge === null || signal.aborted || isEnded) return
    field?.removeAttribute('hidden')
    await use('sign-in/finish', challenge, { mediation: 'conditional', signal }).then(done, (failure) => {
      if (signal.aborted) return
      since = Number.NEGATIVE_INFINITY
      // The person chose none.
      if (!(failure instanceof DOMException && failure.name === 'NotAllowedError')) fail(failure)
    })
  }
  if (field && 'PublicKeyCredential' in window && 'isConditionalMediationAvailable' in PublicKeyCredential) {
    void PublicKeyCredential.isConditionalMediationAvailable().then((isAvailable) => {
      if (isAvailable) void begin()
    })
    field.addEventListener('focusin', () => {
      if (performance.now() - since > CHALLENGE_AGE_MS) void begin()
    })
  }
  return () => {
    isEnded = true
    end()
  }
}

/** Handles the forms of this page. */
export function enhancePasskeyForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) enhance(form)
}

function enhance(form: HTMLFormElement): void {
  const { passkey, next = '/staff/' } = form.dataset
  const button = form.querySelector('button')
  const problem = form.querySelector('[role=alert]')
  let isRunning = false
  const show = (failure: unknown) => {
    if (problem) problem.textContent = describe(failure)
  }
  // `replace` removes the address of an invitation from the history.
  const leave = () => location.replace(next)
  const endOffer = offerInField(form, leave, show)
  if (passkey === 'join') showInvited(form).catch(show)
  form.dataset.ready = ''
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isRunning) return
    isRunning = true
    endOffer()
    button?.setAttribute('aria-busy', 'true')
    if (problem) problem.textContent = ''
    try {
      if (!('PublicKeyCredential' in window)) throw new PasskeyFailure(NO_PASSKEYS)
      const label = String(new FormData(form).get('label') ?? '')
      if (passkey === 'join') await create({ invitation: readInvitation() }, label)
      else if (passkey === 'add') await add(label)
      else await use(passkey === 'verify' ? 'verify' : 'sign-in/finish', await askChallenge())
      if (form.method === 'post') form.submit()
      else leave()
    } catch (failure) {
      show(failure)
      button?.removeAttribute('aria-busy')
      isRunning = false
    }
  })
}
