/**
 * The data of the account's pages: read in-process for the first rendering, through /api/ext/account afterwards. Every view
 * is read with the id of the signed-in customer.
 */
import type { Context } from 'hono'
import { type AccountViewName, type AccountViews, addressBookView } from '../../schema/account/account.api.ts'
import { PROVIDER_NAMES } from '../../schema/identity/sign-in/sign-in.api.ts'
import { formatCredit } from '../../schema/orders/credit/credit-format.ts'
import type { AppEnv } from '../env.ts'
import { allRegions } from '../identity/location/region.sql.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { ownsMailbox, readCustomer } from '../identity/sign-in/customer.sql.ts'
import { findAwaitedEmail } from '../identity/sign-in/email-confirmation.sql.ts'
import { identityId, readIdentities } from '../identity/social/identity.sql.ts'
import { readCreditParts } from '../orders/credit/credit.sql.ts'
import { consumeFlashState } from '../platform/forms/flash-cookie.ts'
import { readDealer } from './dealer/dealer-documents.ts'
import { readGaragePage } from './garage/read-garage.ts'
import { readOrderPage, readOrdersPage } from './orders/read-account-orders.ts'
import { readSavedCards } from './saved/saved-cards.ts'

/** Query parameters of the page. */
type Query = Readonly<Record<string, string>>
/** Whose account is read. */
interface AccountOwner {
  customerId: number
}
/** The view without its notice; `null` for an unknown order. */
type ViewOf<Name extends AccountViewName> = AccountViews[Name] extends infer View
  ? View extends null
    ? null
    : Omit<View, 'notice'>
  : never
type Readers = {
  [Name in AccountViewName]: (c: Context<AppEnv>, who: AccountOwner, query: Query) => Promise<ViewOf<Name>>
}

const GPC_MESSAGES = {
  sent: 'Your browser sends the Global Privacy Control signal. We take it as your no: we don’t sell or share anything about you, or load outside scripts.',
  absent:
    'We don’t sell anything about you. If your browser sends the Global Privacy Control signal, we take it as a no to every outside script. It isn’t sending one now.',
} as const

const READERS: Readers = {
  profile: async (c, { customerId }) => {
    const [customer, awaited, identities] = await Promise.all([
      requireCustomer(c, customerId),
      findAwaitedEmail(c.env.DB, customerId, Date.now()),
      readIdentities(c.env.DB, customerId),
    ])
    const { firstname, lastname, email, telephone, company, hasPassword } = customer
    // Store credit belongs to the mailbox, so an address that nobody confirmed shows none.
    const isOwner = await ownsMailbox(c.env.DB, customerId, email)
    return {
      owner: customerId,
      firstname,
      lastname,
      email,
      telephone,
      company,
      hasPassword,
      emailHint: awaited
        ? `${awaited} is waiting for you to open the link we emailed.`
        : 'You sign in with it. If you change it, we’ll email a link to the new address and let the old one know.',
      credit: isOwner ? formatCredit(await readCreditParts(c.env.DB, email)) : null,
      identities: identities.map((identity) => ({
        id: identityId(identity),
        name: `${PROVIDER_NAMES[identity.provider]}, ${identity.email}`,
      })),
    }
  },
  'address-book': async (c, { customerId }) => {
    const [customer, regions] = await Promise.all([requireCustomer(c, customerId), allRegions(c.env.DB)])
    return addressBookView(customer, regions)
  },
  garage: (c, { customerId }) => readGaragePage(c.env.DB, customerId),
  orders: (c, { customerId }, query) => readOrdersPage(c.env.DB, customerId, query.page, Date.now()),
  order: (c, { customerId }, query) => readOrderPage(c, customerId, query.orderId ?? ''),
  'stored-payment-methods': (c, { customerId }) => readSavedCards(c, customerId),
  'privacy-settings': async (c, { customerId }) => {
    const { email, hasPassword } = await requireCustomer(c, customerId)
    return {
      owner: customerId,
      email,
      hasPassword,
      choices: GPC_MESSAGES[c.req.header('Sec-GPC') === '1' ? 'sent' : 'absent'],
    }
  },
  dealer: (c, { customerId }) => readDealer(c.env.DB, customerId),
}

export function isAccountView(name: string): name is AccountViewName {
  return Object.hasOwn(READERS, name)
}

/** Returns a view of the customer's account. */
export async function readAccount<Name extends AccountViewName>(
  c: Context<AppEnv>,
  who: AccountOwner,
  name: Name,
  query: Query,
): Promise<AccountViews[Name]> {
  const view = await READERS[name](c, who, query)
  return (view && { ...view, notice: null }) as AccountViews[Name]
}

/** Returns the view with the outcome of a plain form, for the page itself. Throws for a guest, whom a guard redirects before. */
export async function readAccountPage<Name extends AccountViewName>(
  c: Context<AppEnv>,
  name: Name,
  query: Query,
): Promise<AccountViews[Name]> {
  const who = await getCurrentCustomer(c)
  if (!who) throw new Error('nobody is signed in')
  const view = await readAccount(c, who, name, query)
  return view && { ...view, notice: consumeFlashState(c) }
}

async function requireCustomer(c: Context<AppEnv>, customerId: number) {
  const customer = await readCustomer(c.env.DB, customerId)
  if (!customer) throw new Error('the account is gone')
  return customer
}
