/** Header of every page. It holds nothing personal: the script of the pages fills in the number at the cart. */

import Search from '../../client/catalog/search/search.island.tsx'
import { Island } from '../../client/platform/islands/island.tsx'
import { paths } from '../../schema/paths.ts'
import { PHONE } from '../../schema/platform/shop-phone.ts'
import { CHAT_LINK, type LinkSection, SECTIONS, SIZE_HELP, STORES } from '../../schema/platform/site-links.ts'
import { Brand } from '../catalog/landing/brand.tsx'

/** A plain form; touched, it suggests what is in stock. */
function Seek({ id, placeholder, opens }: { id: string; placeholder: string; opens: 'below' | 'panel' }) {
  return (
    <search>
      <Island name="search" when="interaction" component={Search} props={{ id, placeholder, opens }} />
    </search>
  )
}

/** Becomes the ZIP code that the browser knows, and opens the popup (client/identity/location/location.ts). */
function PlaceLink() {
  return (
    <a href={paths.delivery} data-place="">
      Your ZIP code
    </a>
  )
}

/** Becomes the first name of who is signed in; a guest's opens the dialog (client/identity/sign-in/open-sign-in.ts). */
function AccountLink() {
  return (
    <a href={paths.login} data-account={paths.account}>
      Sign in
    </a>
  )
}

/** Opens the wish list as a drawer (client/account/saved/wish-list.ts). */
function WishLink() {
  return (
    <a href={paths.wishlist} data-wish-link="">
      Wish list <span className="cart-count" data-wish-count="" hidden />
    </a>
  )
}

/** A disclosure, so that it opens without JavaScript too. */
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
            {SECTIONS.map(({ key, label, href }) => (
              <li key={key}>
                <a href={href}>{label}</a>
              </li>
            ))}
            <li>
              <a href={STORES.href}>Stores</a>
            </li>
          </ul>
          <ul className="menu-small">
            <li>
              <AccountLink />
            </li>
            <li>
              <WishLink />
            </li>
            <li>
              <PlaceLink />
            </li>
            {[SIZE_HELP, CHAT_LINK, { label: `Call ${PHONE.label}`, href: PHONE.href }].map((link) => (
              <li key={link.href}>
                <a href={link.href}>{link.label}</a>
              </li>
            ))}
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
              <li>90 days to return</li>
            </ul>
            <ul>
              <li>
                <PlaceLink />
              </li>
              <li>
                <a href={SIZE_HELP.href}>{SIZE_HELP.label}</a>
              </li>
              <li>
                <a href={CHAT_LINK.href}>{CHAT_LINK.label}</a>
              </li>
              <li>
                <a href={PHONE.href}>{PHONE.label}</a>
              </li>
            </ul>
          </div>
        </div>
        <div className="masthead">
          <div className="wrap masthead-row">
            <Brand />
            <Seek id="search" placeholder="Size, brand, model or part number" opens="below" />
            <div className="acts">
              <Menu />
              <AccountLink />
              <WishLink />
              <a href={paths.cart} data-cart-link="">
                Cart <span className="cart-count" data-cart-count="" hidden />
              </a>
            </div>
          </div>
          <div className="masthead-seek wrap">
            <Seek id="search-small" placeholder="Size, brand or part number" opens="panel" />
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

/** Checkout and /error: a way home, a way to ask, nothing to wander off to. */
export function MinimalHeader() {
  return (
    <header className="masthead-minimal">
      <div className="wrap">
        <Brand />
        <p>
          Questions? <a href={PHONE.href}>{PHONE.label}</a>
        </p>
      </div>
    </header>
  )
}
