/** Mails about an account: the welcome, links to choose a password or confirm an address, and notices of changes. */

import { CONFIRM_EMAIL_PATH, paths } from '../../schema/paths.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { RETURN_WINDOW_DAYS } from '../../schema/platform/return-terms.ts'
import { findCustomerByEmail, findCustomerSecret } from '../identity/sign-in/customer.sql.ts'
import { findEmailConfirmation } from '../identity/sign-in/email-confirmation.sql.ts'
import {
  findPasswordReset,
  prolongPasswordReset,
  RESET_LIFE,
} from '../identity/sign-in/password-reset.sql.ts'
import type { MailBuilder } from '../platform/mail/mail-builder.ts'
import { type MailBlock, notYouBlocks, renderMailTemplate } from '../platform/mail/mail-template.mail.tsx'
import { deriveLinkToken, hashToken } from '../platform/security/secret-token.ts'

/** Payload: `{email, name}`; without a name the address needs no confirmation. */
export const welcomeMail: MailBuilder = async (env, { email, name }, { siteUrl, sessionSecret }, now) => {
  const customer = await findCustomerByEmail(env.DB, String(email))
  if (!customer) return null
  const token = deriveLinkToken(sessionSecret, String(name))
  const link = await findEmailConfirmation(env.DB, hashToken(token) ?? '', now)
  const confirmation: MailBlock[] = link
    ? [{ kind: 'link', label: 'Confirm your email address', href: confirmHref(siteUrl, token) }]
    : []
  const mail = {
    subject: 'Welcome to Treadline',
    title: `Welcome, ${customer.firstname}`,
    preview: 'Your account is ready.',
    parts: [
      {
        kind: 'text',
        text: 'Your account is ready. It keeps your orders, addresses and wish list in one place.',
      },
      { kind: 'action', label: 'Open your account', href: `${siteUrl}${paths.account}` },
      ...confirmation,
      {
        kind: 'note',
        text: 'Someone signed up with this address. If that wasn’t you, choose a password of your own and the account is yours:',
      },
      { kind: 'link', label: 'Choose a password', href: `${siteUrl}${paths.login}` },
    ],
  } as const
  return { to: customer.email, ...renderMailTemplate(mail, siteUrl) }
}

/** Payload: `{customerId, name}`. Sends nothing for an expired link. */
export const resetPasswordMail: MailBuilder = async (env, { name }, { siteUrl, sessionSecret }, now) => {
  const token = deriveLinkToken(sessionSecret, String(name))
  const link = await findPasswordReset(env.DB, hashToken(token) ?? '', now)
  if (!link) return null
  const life = link.expiresAt - now > RESET_LIFE ? 'one day' : 'one hour'
  const mail = {
    subject: 'Choose a new password',
    title: 'Choose a new password',
    preview: `This link works once, for ${life}.`,
    parts: [
      { kind: 'text', text: `Hello ${link.firstname}, here’s your link to set a new password.` },
      {
        kind: 'action',
        label: 'Choose a password',
        href: `${siteUrl}${paths.createPassword}?token=${token}`,
      },
      {
        kind: 'text',
        text: `It works once, for ${life}. Then you’ll be signed out everywhere, and Google and Facebook won’t open the account until you connect them again.`,
      },
      { kind: 'note', text: 'If you didn’t ask for it, ignore this email: your password won’t change.' },
    ],
  } as const
  return { to: link.email, ...renderMailTemplate(mail, siteUrl) }
}

/** Sends the last link that a mailbox may get on a day. It lives a day, because other people may have requested all links. */
export const lastResetMail: MailBuilder = async (env, payload, config, now) => {
  const id = hashToken(deriveLinkToken(config.sessionSecret, String(payload.name))) ?? ''
  await prolongPasswordReset(env.DB, id, { now, expiresAt: now + DAY_MS })
  return resetPasswordMail(env, payload, config, now)
}

/** Payload: `{customerId}`. */
export const passwordChangedMail: MailBuilder = async (env, { customerId }, { siteUrl }) => {
  const customer = await findCustomerSecret(env.DB, Number(customerId))
  if (!customer) return null
  const mail = {
    subject: 'Your password was changed',
    title: 'Your password was changed',
    preview: 'You were signed out everywhere else.',
    parts: [
      {
        kind: 'text',
        text: `Hello ${customer.firstname}, your password was just changed, and you were signed out everywhere else. Google and Facebook no longer open your account: if you use them, sign in again and connect them.`,
      },
      { kind: 'note', text: 'If that wasn’t you, choose another password right away:' },
      { kind: 'link', label: 'Choose a password', href: `${siteUrl}${paths.login}` },
    ],
  } as const
  return { to: customer.email, ...renderMailTemplate(mail, siteUrl) }
}

function confirmHref(siteUrl: string, token: string): string {
  return `${siteUrl}${CONFIRM_EMAIL_PATH}?token=${token}`
}

/** Payload: `{customerId, name}`. Goes to the unconfirmed address; sends nothing for an expired link. */
export const confirmEmailMail: MailBuilder = async (env, { name }, { siteUrl, sessionSecret }, now) => {
  const token = deriveLinkToken(sessionSecret, String(name))
  const link = await findEmailConfirmation(env.DB, hashToken(token) ?? '', now)
  if (!link) return null
  const mail = {
    subject: 'Confirm your new email address',
    title: 'Confirm your new address',
    preview: 'Your account will use this address once you confirm it.',
    parts: [
      {
        kind: 'text',
        text: `The account ${link.before} at Treadline wants to use this address. It will once you confirm it.`,
      },
      { kind: 'action', label: 'Confirm this address', href: confirmHref(siteUrl, token) },
      {
        kind: 'text',
        text: 'The link works once, for one day. Then you’ll be signed out everywhere, and Google and Facebook won’t open the account until you connect them again.',
      },
      { kind: 'note', text: 'If you didn’t ask for it, ignore this email: nothing will change.' },
    ],
  } as const
  return { to: link.email, ...renderMailTemplate(mail, siteUrl) }
}

/** Payload: `{customerId, before}`. Goes to the address that the account had at the request. */
export const emailChangeRequestedMail: MailBuilder = async (_env, { before }, { siteUrl }) => {
  if (typeof before !== 'string') return null
  const mail = {
    subject: 'Someone asked to change your email address',
    title: 'Someone asked for a change',
    preview: 'Your account may soon use another address.',
    parts: [
      {
        kind: 'text',
        text: 'Someone signed in to your account asked to change its email address. It’ll change once the new mailbox confirms it; until then, everything stays the same.',
      },
      {
        kind: 'note',
        text: 'If that wasn’t you, choose a new password now. That stops the change and signs everyone out:',
      },
      { kind: 'link', label: 'Choose a password', href: `${siteUrl}${paths.createPassword}` },
    ],
  } as const
  return { to: before, ...renderMailTemplate(mail, siteUrl) }
}

/** Payload: `{customerId, before}`. Goes to the previous address of the account. */
export const emailChangedMail: MailBuilder = async (_env, { before }, { siteUrl }) => {
  if (typeof before !== 'string') return null
  const mail = {
    subject: 'Your account’s email address was changed',
    title: 'Your address was changed',
    preview: 'You now sign in with another address.',
    parts: [
      {
        kind: 'text',
        text: 'Your account now has another email address, so we won’t write to this one about it. Everyone was signed out, and Google and Facebook won’t open it until they’re connected again.',
      },
      ...notYouBlocks(siteUrl),
    ],
  } as const
  return { to: before, ...renderMailTemplate(mail, siteUrl) }
}

/** Payload: `{email, firstname}`, because the account itself is deleted. */
export const accountDeletedMail: MailBuilder = async (_env, { email, firstname }, { siteUrl }) => {
  if (typeof email !== 'string' || typeof firstname !== 'string') return null
  const mail = {
    subject: 'Your account was deleted',
    title: 'Your account was deleted',
    preview: 'This is our last email to you about it.',
    parts: [
      {
        kind: 'text',
        text: `Hello ${firstname}, your account was just deleted, at the request of someone who knows its password.`,
      },
      {
        kind: 'text',
        text: `Your addresses, cards, documents, reviews and newsletter are gone. Tax law has us keep your orders, without your name. Orders from the last ${RETURN_WINDOW_DAYS} days keep it until they can no longer be returned.`,
      },
      ...notYouBlocks(siteUrl),
    ],
  } as const
  return { to: email, ...renderMailTemplate(mail, siteUrl) }
}
