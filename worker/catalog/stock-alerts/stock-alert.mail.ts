/** Mails of stock alerts: the question whether they are wanted, and the tires that a mailbox waited for (H13j). */
import { priceByTire } from '../../../schema/catalog/price/price.ts'
import { defaultVariant, setSuffix } from '../../../schema/catalog/product/variant.ts'
import { stockAlertListHref } from '../../../schema/catalog/stock-alerts/stock-alert.ts'
import { productHref } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import type { Config } from '../../config.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { type MailBlock, renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { stopHeaders } from '../../platform/mail/stop-headers.ts'
import { findOffersById } from '../product/product.sql.ts'
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
  const stop = stockAlertLinkHref(config, 'stop', id)
  const mail = {
    subject: 'Turn on your stock alert',
    title: 'Turn on your stock alert',
    preview: `Email me about ${first.label}.`,
    parts: [
      { kind: 'text', text: 'Someone asked us to email this address about:' },
      { kind: 'quote', text: waiting.map(({ label }) => label).join('\n') },
      { kind: 'action', label: 'Turn it on', href: stockAlertLinkHref(config, 'mine', id) },
      { kind: 'note', text: 'One email a day at most. Every email has a link to unsubscribe.' },
      { kind: 'note', text: 'If that wasn’t you, you don’t need to do anything, or unsubscribe:' },
      { kind: 'link', label: 'Turn off all stock alerts', href: stop },
    ],
  } as const
  return { to: email, ...renderMailTemplate(mail, config.siteUrl), headers: stopHeaders(stop) }
}

/** Payload: `{subscriberId, at}`. Sends only what can be bought now; nothing when all of it is sold. */
export const stockAlertMail: MailBuilder = async (env, { subscriberId, at }, config, now) => {
  const id = Number(subscriberId)
  const [email, matches] = await Promise.all([
    findStockAlertEmail(env.DB, id),
    readMatchesInStock(env.DB, id, Number(at)),
  ])
  if (!email || matches.length === 0) return null
  // A product that two alerts waited for is listed once.
  const products = firstOfEach(matches)
  const alertIds = [...new Set(products.map(({ alertId }) => alertId))]
  const groups = alertIds.map((alertId) => products.filter((match) => match.alertId === alertId))
  const shown = groups.flatMap((group) => group.slice(0, MAX_SHOWN))
  const texts = await cardTexts(env.DB, shown, now)
  const parts = groups.flatMap((group) => groupBlocks(group, texts, config))
  const stop = stockAlertLinkHref(config, 'stop', id)
  const [first] = products
  const isPriceDrop = products.every(({ reason }) => reason === 'price')
  // Several alerts have no common name; a product is one tire, a pair or a set, so a number would mislead.
  const wanted = alertIds.length === 1 && first ? first.label : 'tires you’re waiting for'
  const subject = `${isPriceDrop ? 'Price drop' : 'In stock'}: ${wanted}`
  const mail = {
    subject,
    title: isPriceDrop ? 'The price dropped' : 'They’re here',
    preview: first ? `${texts.get(first.productId) ?? first.name}.` : subject,
    parts: [
      ...parts,
      { kind: 'note' as const, text: 'In stock when we sent this. Used tires can sell within the hour.' },
      {
        kind: 'link' as const,
        label: 'Change your stock alerts',
        href: stockAlertLinkHref(config, 'mine', id),
      },
      { kind: 'link' as const, label: 'Turn off all stock alerts', href: stop },
    ],
  }
  return {
    to: email,
    ...renderMailTemplate(mail, config.siteUrl),
    headers: stopHeaders(stop),
  }
}

function firstOfEach(matches: readonly MatchInStock[]): MatchInStock[] {
  return [...new Map(matches.toReversed().map((match) => [match.productId, match])).values()].toReversed()
}

/** Returns a line for each match, by product id: its name, and the price per tire of the set that its card puts forward. */
async function cardTexts(
  db: D1Database,
  matches: readonly MatchInStock[],
  now: number,
): Promise<Map<number, string>> {
  const offers = await findOffersById(
    db,
    matches.map(({ productId }) => productId),
  )
  return new Map(
    matches.flatMap(({ productId, name }) => {
      const offer = offers.find(({ product }) => product.id === productId)
      if (!offer) return []
      const unit = defaultVariant(offer) ?? offer.product
      const price = formatMoney(priceByTire(unit, now))
      return [[productId, `${name}${setSuffix(unit.setqty)}: ${price} per tire`] as const]
    }),
  )
}

/** Returns the blocks of one alert: its words, its cheapest tires, and the list with all. */
function groupBlocks(
  matches: readonly MatchInStock[],
  texts: ReadonlyMap<number, string>,
  { siteUrl }: Config,
): MailBlock[] {
  const [first] = matches
  if (!first) return []
  const { label, conditions } = first
  return [
    { kind: 'text', text: `${label.charAt(0).toUpperCase()}${label.slice(1)}:` },
    ...matches.slice(0, MAX_SHOWN).map(
      (match): MailBlock => ({
        kind: 'link',
        label: `${texts.get(match.productId) ?? match.name}${match.reason === 'price' ? ', price dropped' : ''}`,
        href: `${siteUrl}${productHref({ sku: match.sku, parentSku: null, slug: match.slug })}`,
      }),
    ),
    {
      kind: 'action',
      label: matches.length > MAX_SHOWN ? `See all ${matches.length}` : 'See them all',
      href: `${siteUrl}${stockAlertListHref(conditions)}`,
    },
  ]
}
