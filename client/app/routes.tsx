/** Table of contents of the app: each page with its loader. Screens are fetched when their route is entered. */
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
} from '@tanstack/react-router'
import { paths } from '../../schema/paths.ts'
import { parseAccountSearchParams, toApiQuery } from '../account/account-search-params.ts'
import { parseCartSearchParams } from '../cart/sync/cart-search-params.ts'
import { LoadError } from './load-error.tsx'
import { NotFound } from './not-found.tsx'
import type { AppContext } from './page-loaders.ts'

const root = createRootRouteWithContext<AppContext>()({
  component: Outlet,
  errorComponent: LoadError,
  notFoundComponent: NotFound,
})

const cart = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.cart),
  staticData: { title: 'Cart', layout: 'default', kind: 'cart', canonical: paths.cart },
  validateSearch: parseCartSearchParams,
  loader: ({ context }) => context.loaders.cart(),
  component: lazyRouteComponent(() => import('./cart.screen.tsx'), 'CartPage'),
})

const checkout = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.checkout),
  staticData: { title: 'Checkout', layout: 'minimal', kind: 'checkout' },
  loader: ({ context }) => context.loaders.checkout(),
  component: lazyRouteComponent(() => import('../checkout/steps/checkout.screen.tsx'), 'CheckoutScreen'),
})

const thankYou = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.thankYou),
  staticData: { title: 'Thank you', layout: 'minimal', kind: 'thank-you' },
  loader: ({ context }) => context.loaders.thankYou(),
  component: lazyRouteComponent(() => import('./thank-you.screen.tsx'), 'ThankYouScreen'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.login),
  staticData: { title: 'Sign in', layout: 'default', kind: 'sign-in', canonical: paths.login },
  loader: ({ context }) => context.loaders.signIn(),
  component: lazyRouteComponent(() => import('../identity/sign-in/sign-in.screen.tsx'), 'SignInScreen'),
})

const authLogin = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.authLogin),
  staticData: { title: 'Sign in', layout: 'default', kind: 'sign-in' },
  loader: ({ context }) => context.loaders.signIn(),
  component: lazyRouteComponent(() => import('../identity/sign-in/sign-in.screen.tsx'), 'AuthLoginScreen'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.register),
  staticData: { title: 'Create an account', layout: 'default', kind: 'sign-in' },
  loader: ({ context }) => context.loaders.signIn(),
  component: lazyRouteComponent(() => import('../identity/sign-in/register.screen.tsx'), 'RegisterScreen'),
})

const createPassword = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.createPassword),
  staticData: { title: 'Choose a password', layout: 'default', kind: 'sign-in' },
  loader: ({ context }) => context.loaders.signIn(),
  component: lazyRouteComponent(() => import('../identity/sign-in/password.screen.tsx'), 'PasswordScreen'),
})

const profile = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.account),
  staticData: { title: 'Profile', layout: 'default', kind: 'account' },
  loader: ({ context }) => context.loaders.account('profile'),
  component: lazyRouteComponent(() => import('../account/profile.screen.tsx'), 'ProfileScreen'),
})

const addressBook = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.addressBook),
  staticData: { title: 'Address Book', layout: 'default', kind: 'account' },
  validateSearch: parseAccountSearchParams,
  loader: ({ context }) => context.loaders.account('address-book'),
  component: lazyRouteComponent(() => import('../account/address-book.screen.tsx'), 'AddressBookScreen'),
})

const garage = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.garage),
  staticData: { title: 'Garage', layout: 'default', kind: 'account' },
  loader: ({ context }) => context.loaders.account('garage'),
  component: lazyRouteComponent(() => import('../account/garage/garage.screen.tsx'), 'GarageScreen'),
})

const orders = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.orders),
  staticData: { title: 'Orders', layout: 'default', kind: 'account' },
  validateSearch: parseAccountSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.loaders.account('orders', toApiQuery(deps)),
  component: lazyRouteComponent(() => import('../account/orders/orders.screen.tsx'), 'OrdersScreen'),
})

const order = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.order),
  staticData: { title: 'Order', layout: 'default', kind: 'account' },
  validateSearch: parseAccountSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const view = await context.loaders.account('order', toApiQuery(deps))
    if (view === null) throw notFound()
    return view
  },
  component: lazyRouteComponent(() => import('../account/orders/order.screen.tsx'), 'OrderScreen'),
  notFoundComponent: lazyRouteComponent(() => import('../account/orders/order.screen.tsx'), 'OrderNotFound'),
})

const savedCards = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.storedPaymentMethods),
  staticData: { title: 'Stored payment methods', layout: 'default', kind: 'account' },
  validateSearch: parseAccountSearchParams,
  loader: ({ context }) => context.loaders.account('stored-payment-methods'),
  component: lazyRouteComponent(() => import('../account/saved/saved-cards.screen.tsx'), 'SavedCardsScreen'),
})

const privacy = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.privacySettings),
  staticData: { title: 'Privacy settings', layout: 'default', kind: 'account' },
  loader: ({ context }) => context.loaders.account('privacy-settings'),
  component: lazyRouteComponent(() => import('../account/privacy/privacy.screen.tsx'), 'PrivacyScreen'),
})

const dealer = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.dealer),
  staticData: { title: 'Dealer application', layout: 'default', kind: 'account' },
  loader: ({ context }) => context.loaders.account('dealer'),
  component: lazyRouteComponent(() => import('../account/dealer/dealer.screen.tsx'), 'DealerScreen'),
})

// The router matches paths without their trailing slash and adds it to every link (`trailingSlash: 'always'`).
type Pattern<Path extends string> = Path extends `${infer Bare}/` ? Bare : Path
function pattern<Path extends string>(path: Path): Pattern<Path> {
  return path.replace(/\/$/, '') as Pattern<Path>
}

export const routeTree = root.addChildren([
  cart,
  checkout,
  thankYou,
  signIn,
  authLogin,
  register,
  createPassword,
  profile,
  addressBook,
  garage,
  orders,
  order,
  savedCards,
  privacy,
  dealer,
])
