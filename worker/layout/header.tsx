/** The header of every page. It contains no personal data: the script of the pages fills in the number at the cart. */

import Search from '../../client/catalog/search/search.island.tsx'
import { Island } from '../../client/platform/islands/island.tsx'
import { paths } from '../../schema/paths.ts'
import { RETURN_PROMISE } from '../../schema/platform/return-terms.ts'
import { PHONE } from '../../schema/platform/shop-phone.ts'
import { CHAT_LINK, type LinkSection, SECTIONS, SIZE_HELP, STORES } from '../../schema/platform/site-links.ts'
import { Wordmark } from '../catalog/landing/wordmark.tsx'
import { LinkItems } from './footer.tsx'

/** Renders the search form; after the first interaction it suggests products in stock. */
function SearchForm({
  id,
  placeholder,
  opens,
}: {
  id: string
  placeholder: string
  opens: 'below' | 'panel'
}) {
  return (
    <search>
      <Island name="search" when="interaction" component={Search} props={{ id, placeholder, opens }} />
    </search>
  )
}

/** With script it shows the stored ZIP code and opens the location dialog (client/identity/location/location.ts). */
function LocationLink() {
  return (
    <a href={paths.delivery} data-place="">
      Your ZIP code
    </a>
  )
}

/**
 * With script it shows the first name of a signed-in customer, or opens the sign-in dialog for a guest
 * (client/identity/sign-in/open-sign-in.ts).
 */
function AccountLink() {
  return (
    <a href={paths.login} data-account={paths.account}>
      Sign in
    </a>
  )
}

/** With script it opens the wish list as a drawer (client/account/saved/wish-list.ts). */
function WishListLink() {
  return (
    <a href={paths.wishlist} data-wish-link="">
      Wish list <span className="cart-count" data-wish-count="" hidden />
    </a>
  )
}

/** The menu of small screens, a `<details>` element so that it opens without JavaScript. */
function Menu() {
  return (
    <details className="menu">
      <summary>
        <span className="menu-closed">Menu</span>
        <span className="menu-open">Close</span>
      </summary>
      <div className="menu-panel">
        <nav className="wrap" aria-label="Menu">
          <ul>
            <LinkItems links={[...SECTIONS, { ...STORES, label: 'Stores' }]} />
          </ul>
          <ul className="menu-small">
            <li>
              <AccountLink />
            </li>
            <li>
              <WishListLink />
            </li>
            <li>
              <LocationLink />
            </li>
            <LinkItems links={[SIZE_HELP, CHAT_LINK, { ...PHONE, label: `Call ${PHONE.label}` }]} />
          </ul>
        </nav>
      </div>
    </details>
  )
}

export function Header({ section }: { section?: LinkSection | undefined }) {
  return (
    <>
      <header>
        <div className="utility">
          <div className="wrap">
            <ul>
              <li>Free shipping to 48 states</li>
              <li>Order by 1 p.m. CST, it ships the same day</li>
              <li>{RETURN_PROMISE}</li>
            </ul>
            <ul>
              <li>
                <LocationLink />
              </li>
              <LinkItems links={[SIZE_HELP, CHAT_LINK, PHONE]} />
            </ul>
          </div>
        </div>
        <div className="masthead">
          <div className="wrap masthead-row">
            <Wordmark />
            <SearchForm id="search" placeholder="Size, brand, model or part number" opens="below" />
            <div className="acts">
              <Menu />
              <AccountLink />
              <WishListLink />
              <a href={paths.cart} data-cart-link="">
                Cart <span className="cart-count" data-cart-count="" hidden />
              </a>
            </div>
          </div>
          <div className="masthead-seek wrap">
            <SearchForm id="search-small" placeholder="Size, brand or part number" opens="panel" />
          </div>
        </div>
      </header>
      <nav className="nav" aria-label="Shop">
        <div className="wrap">
          <ul>
            {SECTIONS.map(({ key, label, href }) => (
              <li key={key}>
                <a href={href} aria-current={key === section ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
            <li className="nav-end">
              <a href={STORES.href}>{STORES.label}</a>
            </li>
          </ul>
        </div>
      </nav>
    </>
  )
}

/** The header of checkout and /error: only a link to the home page and the phone number. */
export function MinimalHeader() {
  return (
    <header className="masthead-minimal">
      <div className="wrap">
        <Wordmark />
        <p>
          Questions? <a href={PHONE.href}>{PHONE.label}</a>
        </p>
      </div>
    </header>
  )
}
