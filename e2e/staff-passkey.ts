/** Signs staff in with Chromium's virtual authenticator, as a phone with a passkey does. */
import type { CDPSession, Page } from 'playwright-core'
import { inject } from 'vitest'
import type { BuiltInRole } from '../schema/identity/staff/permissions.ts'
import { staffPaths } from '../schema/paths.ts'
import { shopUrl } from './shop.ts'

export interface Authenticator {
  cdp: CDPSession
  id: string
}

/**
 * Gives the page a device that confirms each passkey at once. It would also choose by itself among the passkeys that a field offers, so
 * the browser has no such fields unless `offers` is set.
 */
export async function addAuthenticator(page: Page, { offers = false } = {}): Promise<Authenticator> {
  if (!offers) {
    await page.addInitScript(() => {
      Reflect.deleteProperty(PublicKeyCredential, 'isConditionalMediationAvailable')
    })
  }
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id }
}

/** Signs in a person with this role by their passkey; other pages of the context are signed in too. */
export async function signInAsStaff(
  page: Page,
  role: BuiltInRole,
  { site = shopUrl, passkeys = inject('staffPasskeys') } = {},
): Promise<void> {
  await addPasskey(await addAuthenticator(page), role, { site, passkeys })
  await page.goto(site + staffPaths.signIn)
  await pressSignIn(page, site)
}

/** Puts the passkey of a person with this role on the device. */
export async function addPasskey(
  { cdp, id: authenticatorId }: Authenticator,
  role: BuiltInRole,
  { site = shopUrl, passkeys = inject('staffPasskeys') } = {},
): Promise<void> {
  const { credentialId, privateKey, userHandle } = passkeys[role]
  await cdp.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      ...{ credentialId, privateKey, userHandle, rpId: new URL(site).hostname, isResidentCredential: true },
      // Several devices of the tests have the same passkey, and its counter may never go back.
      signCount: Math.floor((Date.now() % 2e10) / 10),
    },
  })
}

/** Opens the link of an invitation on a device of its own, ready to add a passkey. */
export async function openInvitation(page: Page, link: string): Promise<void> {
  await addAuthenticator(page)
  await page.goto(link)
  await page.locator('[data-passkey="join"][data-ready]').waitFor({ state: 'attached' })
}

/** Presses the button of the sign-in and waits for the start page. */
export async function pressSignIn(page: Page, site: string = shopUrl): Promise<void> {
  await page.locator('[data-passkey="sign-in"][data-ready]').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(site + staffPaths.home)
}
