/** Mails of stock alerts: the question whether they are wanted, and the tires that a mailbox waited for (H13j). */
import { stockAlertListHref } from '../../../schema/catalog/stock-alerts/stock-alert.ts'
import { productHref } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import type { Config } from '../../config.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { type MailBlock, renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { findStockAlertEmail, readStockAlerts } from './stock-alert.sql.ts'
import { stockAlertLinkHref } from './stock-alert-access.ts'
import { type MatchInStock, readMatchesInStock } from './stock-alert-match.sql.ts'

/** Most products of one alert in one mail; the list has the others. */
const MAX_SHOWN = 5

/** Payload: `{subscriberId}`. Sends nothing when no alert waits for its confirmation. */
export const stockAlertConfirmMail: MailBuilder = async (env, { subscriberId }, config) => {
  const id = Number(subscriberId)
  const [email, alerts] = await Promise.all([
    findStockAlertEmail(env.DB, id),
    readStockAlerts(env.DB, { subscriberId: id }),
  ])
  const waiting = alerts.filter(({ isConfirmed }) => !isConfirmed)
  const [first] = waiting
  if (!email || !first) return null
  const mail = {
    subject: 'Turn on your stock alert',
    title: 'Turn on your stock alert',
    preview: `Email me about ${first.label}.`,
    parts: [
      { kind: 'text', text: 'Someone asked us to email this address about:' },
      { kind: 'quote', text: waiting.map(({ label }) => label).join('\n') },
      { kind: 'action', label: 'Turn it on', href: stockAlertLinkHref(config, 'mine', id) },
      { kind: 'note', text: 'You’ll get one email a day at most, and every one has a link that ends them.' },
      { kind: 'note', text: 'If that wasn’t you, ignore this email. We won’t write again about it.' },
    ],
  } as const
  return { to: email, ...renderMailTemplate(mail, config.siteUrl) }
}

/** Payload: `{subscriberId, at}`. Sends only what can be bought now; nothing when all of it is sold. */
export const stockAlertMail: MailBuilder = async (env, { subscriberId, at }, config) => {
  const id = Number(subscriberId)
  const [email, matches] = await Promise.all([
    findStockAlertEmail(env.DB, id),
    readMatchesInStock(env.DB, id, Number(at)),
  ])
  if (!email || matches.length === 0) return null
  // A product that two alerts waited for is listed once.
  const products = firstOfEach(matches)
  const alertIds = [...new Set(products.map(({ alertId }) => alertId))]
  const parts = alertIds.flatMap((alertId) =>
    groupBlocks(
      products.filter((match) => match.alertId === alertId),
      config,
    ),
  )
  const stop = stockAlertLinkHref(config, 'stop', id)
  const count = formatQuantity(products.length, 'tire')
  const [first] = products
  const subject =
    alertIds.length === 1 && first ? `We have ${first.label}` : `${count} you’ve been waiting for`
  const mail = {
    subject,
    title: alertIds.length === 1 ? 'They’re here' : 'Tires you’ve been waiting for',
    preview: first ? `${first.name}, ${formatMoney(first.priceByTire)} per tire.` : subject,
    parts: [
      ...parts,
      { kind: 'note' as const, text: 'In stock when we sent this. Used tires can sell within the hour.' },
      {
        kind: 'link' as const,
        label: 'Change your stock alerts',
        href: stockAlertLinkHref(config, 'mine', id),
      },
      { kind: 'link' as const, label: 'End all stock alerts', href: stop },
    ],
  }
  return {
    to: email,
    ...renderMailTemplate(mail, config.siteUrl),
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

function firstOfEach(matches: readonly MatchInStock[]): MatchInStock[] {
  return [...new Map(matches.toReversed().map((match) => [match.productId, match])).values()].toReversed()
}

/** Returns the blocks of one alert: its words, its cheapest tires, and the list with all. */
function groupBlocks(matches: readonly MatchInStock[], { siteUrl }: Config): MailBlock[] {
  const [first] = matches
  if (!first) return []
  const { label, conditions } = first
  return [
    { kind: 'text', text: `${label.charAt(0).toUpperCase()}${label.slice(1)}:` },
    ...matches.slice(0, MAX_SHOWN).map(
      (match): MailBlock => ({
        kind: 'link',
        label: matchText(match),
        href: `${siteUrl}${productHref({ sku: match.sku, parentSku: null, slug: match.slug })}`,
      }),
    ),
    {
      kind: 'action',
      label: matches.length > MAX_SHOWN ? `See all ${matches.length}` : 'See them in the shop',
      href: `${siteUrl}${stockAlertListHref(conditions)}`,
    },
  ]
}

function matchText({ name, priceByTire, reason, setqty }: MatchInStock): string {
  const unit = setqty === 1 ? '' : setqty === 2 ? ', pair' : ', set of 4'
  const why = reason === 'price' ? ', price dropped' : ''
  return `${name}${unit}: ${formatMoney(priceByTire)} per tire${why}`
}
