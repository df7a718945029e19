/**
 * Pages with saved products, rendered for each visitor and never indexed. GET /picks/?sku=… shows products by sku: the wish
 * list drawer and the recently viewed products read their cards from this page (client/account/saved/product-cards-fetch.ts).
 * The wish list and the recently viewed products of an account require a sign-in.
 */
import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { ACCOUNT_MENU } from '../../../client/account/account-frame.tsx'
import { SignOutForm } from '../../../client/identity/session/signed-in.tsx'
import { MenuFrame } from '../../../client/platform/frame/menu-frame.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { WISH_LIST_MAX } from '../../../schema/account/saved/wish-list.ts'
import { SKU_MAX } from '../../../schema/catalog/product/product.ts'
import { signInHref } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import { GUEST_MENU } from '../../../schema/platform/site-links.ts'
import { catalogVersion } from '../../catalog/index/build/catalog-version.ts'
import { findOffersBySku } from '../../catalog/product/product.sql.ts'
import { CardList } from '../../catalog/product/product-card.tsx'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { findWishList } from './wish-list.sql.ts'
import { WishListRemoveForms } from './wish-list-form.tsx'

const EMPTY_TITLES = {
  wishes: 'Your wish list is empty. Tap a heart to save a tire.',
  viewed: 'You haven’t looked at any tires in this browser yet.',
} as const

function Empty({ of }: { of: keyof typeof EMPTY_TITLES }) {
  return (
    <EmptyState title={EMPTY_TITLES[of]} action={{ href: paths.home, label: 'Find tires' }}>
      {null}
    </EmptyState>
  )
}

async function cards(
  c: Context<AppEnv>,
  skus: readonly string[],
  of: keyof typeof EMPTY_TITLES,
): Promise<ReactNode> {
  const offers = skus.length === 0 ? [] : await findOffersBySku(c.env.DB, skus)
  if (offers.length === 0) return <Empty of={of} />
  return <CardList offers={offers} now={Date.now()} version={await catalogVersion(c)} level={2} columns={3} />
}

/** Renders the cards, and for browsers without script the forms to remove products. */
async function wishListBody(c: Context<AppEnv>, skus: readonly string[]): Promise<ReactNode> {
  const offers = skus.length === 0 ? [] : await findOffersBySku(c.env.DB, skus)
  return (
    <>
      {await cards(c, skus, 'wishes')}
      <WishListRemoveForms products={offers.map(({ product }) => product)} />
    </>
  )
}

interface SavedProductsPage {
  title: string
  inAccount: boolean
  body: ReactNode
}

function page(c: Context<AppEnv>, { title, inAccount, body }: SavedProductsPage): Promise<Response> {
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
      <MenuFrame
        {...(inAccount
          ? { label: 'Account', links: ACCOUNT_MENU, end: <SignOutForm /> }
          : { label: 'Your orders and tires', links: GUEST_MENU })}
        current={inAccount ? null : paths.picks}
        title={title}
        wide
      >
        <div className="picks">{body}</div>
      </MenuFrame>
    ),
  })
}

/** Wraps a page of the account; a guest is redirected to the sign-in, which leads back. */
function inAccount(show: (c: Context<AppEnv>, customerId: number) => Promise<Response>) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const customer = await getCurrentCustomer(c)
    return customer ? show(c, customer.customerId) : c.redirect(signInHref(paths.login, c.req.path), 303)
  }
}

/** Returns the skus of the query: each once, without too long ones, at most the length of a wish list. */
function requestedSkus(c: Context<AppEnv>): string[] {
  const skus = (c.req.queries('sku') ?? []).filter((sku) => sku !== '' && sku.length <= SKU_MAX)
  return [...new Set(skus)].slice(0, WISH_LIST_MAX)
}

export const savedProductsPages = new Hono<AppEnv>()
  .get(paths.picks, async (c) =>
    page(c, {
      title: 'Your tires',
      inAccount: false,
      body: <div data-picks="">{await cards(c, requestedSkus(c), 'wishes')}</div>,
    }),
  )
  .get(
    paths.wishlist,
    inAccount(async (c, customerId) =>
      page(c, {
        title: 'Wish list',
        inAccount: true,
        body: await wishListBody(c, await findWishList(c.env.DB, customerId)),
      }),
    ),
  )
  .get(
    paths.recentlyViewed,
    inAccount((c) =>
      page(c, {
        title: 'Recently viewed',
        inAccount: true,
        // The browser fills in the products, which only a script can store.
        body: (
          <div data-viewed="">
            <Empty of="viewed" />
          </div>
        ),
      }),
    ),
  )
