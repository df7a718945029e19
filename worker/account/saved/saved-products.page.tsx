/**
 * What one shopper has picked. GET /picks/?sku=… shows products by number, for lists that live in the browser: the panel
 * of the wish list and what was looked at last take their cards from it (client/account/saved/product-cards-fetch.ts). The two pages of the
 * account need a sign-in. All are rendered for each visitor and never indexed.
 */
import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { WISH_LIST_MAX } from '../../../schema/account/saved/wish-list.ts'
import { SKU_MAX } from '../../../schema/catalog/product/product.ts'
import { signInHref } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import { catalogVersion } from '../../catalog/index/build/catalog-version.ts'
import { findOffersBySku } from '../../catalog/product/product.sql.ts'
import { CardList } from '../../catalog/product/product-card.tsx'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { findWishList } from './wish-list.sql.ts'
import { WishListRemoveForms } from './wish-list-form.tsx'

const EMPTY = {
  wishes: 'Nothing is on your wish list yet. The heart on a tire puts it there.',
  viewed: 'You have not looked at a tire in this browser yet.',
} as const

function Empty({ of }: { of: keyof typeof EMPTY }) {
  return (
    <EmptyState title={EMPTY[of]} action={{ href: paths.home, label: 'Find tires' }}>
      {null}
    </EmptyState>
  )
}

async function cards(
  c: Context<AppEnv>,
  skus: readonly string[],
  of: keyof typeof EMPTY,
): Promise<ReactNode> {
  const offers = skus.length === 0 ? [] : await findOffersBySku(c.env.DB, skus)
  if (offers.length === 0) return <Empty of={of} />
  return <CardList offers={offers} now={Date.now()} version={await catalogVersion(c)} level={2} columns={4} />
}

/** The cards, and for a browser without script what takes them off. */
async function wished(c: Context<AppEnv>, skus: readonly string[]): Promise<ReactNode> {
  const offers = skus.length === 0 ? [] : await findOffersBySku(c.env.DB, skus)
  return (
    <>
      {await cards(c, skus, 'wishes')}
      <WishListRemoveForms products={offers.map(({ product }) => product)} />
    </>
  )
}

interface PicksPage {
  title: string
  inAccount: boolean
  body: ReactNode
}

function page(c: Context<AppEnv>, { title, inAccount, body }: PicksPage): Promise<Response> {
  c.header('Cache-Control', 'private, no-store')
  return contentPage(c, {
    title,
    description: title,
    canonical: null,
    kind: 'picks',
    breadcrumbs: [
      { label: 'Home', href: paths.home },
      ...(inAccount ? [{ label: 'Account', href: paths.account }] : []),
      { label: title },
    ],
    body: (
      <div className="wrap picks">
        <h1 className="t-64">{title}</h1>
        {body}
      </div>
    ),
  })
}

/** A page of the account, or the way to sign in and come back. */
function inAccount(show: (c: Context<AppEnv>, customerId: number) => Promise<Response>) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const customer = await getCurrentCustomer(c)
    return customer ? show(c, customer.customerId) : c.redirect(signInHref(paths.login, c.req.path), 303)
  }
}

/** Names of a request's products: each once, none too long, no more than a list holds. */
function asked(c: Context<AppEnv>): string[] {
  const skus = (c.req.queries('sku') ?? []).filter((sku) => sku !== '' && sku.length <= SKU_MAX)
  return [...new Set(skus)].slice(0, WISH_LIST_MAX)
}

export const savedProductsPages = new Hono<AppEnv>()
  .get(paths.picks, async (c) =>
    page(c, {
      title: 'Your picks',
      inAccount: false,
      body: <div data-picks="">{await cards(c, asked(c), 'wishes')}</div>,
    }),
  )
  .get(
    paths.wishlist,
    inAccount(async (c, customerId) =>
      page(c, {
        title: 'Wish list',
        inAccount: true,
        body: await wished(c, await findWishList(c.env.DB, customerId)),
      }),
    ),
  )
  .get(
    paths.recentlyViewed,
    inAccount((c) =>
      page(c, {
        title: 'Recently viewed',
        inAccount: true,
        // Stored in this browser alone; a browser without script stores nothing.
        body: (
          <div data-viewed="">
            <Empty of="viewed" />
          </div>
        ),
      }),
    ),
  )
