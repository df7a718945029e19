/** Table of contents of the app: each page with its loader. Screens are fetched when their route is entered. */
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  Outlet,
} from '@tanstack/react-router'
import { paths } from '../../schema/paths.ts'
import type { PageReads } from '../call.ts'
import { parseAccountSearch, queryOf } from '../screens/account/account-search.ts'
import { parseCartSearch } from '../screens/cart/cart-search.ts'
import { NoSuchPage } from './no-such-page.tsx'
import { Unreadable } from './unreadable.tsx'

const root = createRootRouteWithContext<{ reads: PageReads }>()({
  component: Outlet,
  errorComponent: Unreadable,
  notFoundComponent: NoSuchPage,
})

const cart = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.cart),
  staticData: { title: 'Cart', layout: 'default', kind: 'cart', canonical: paths.cart },
  validateSearch: parseCartSearch,
  loader: ({ context }) => context.reads.cart(),
  component: lazyRouteComponent(() => import('../screens/cart/cart-screen.tsx'), 'CartScreen'),
})

const checkout = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.checkout),
  staticData: { title: 'Checkout', layout: 'minimal', kind: 'checkout' },
  loader: ({ context }) => context.reads.checkout(),
  component: lazyRouteComponent(() => import('../screens/checkout/checkout-screen.tsx'), 'CheckoutScreen'),
})

const thankYou = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.thankYou),
  staticData: { title: 'Thank you', layout: 'minimal', kind: 'thank-you' },
  loader: ({ context }) => context.reads.thankYou(),
  component: lazyRouteComponent(() => import('../screens/thank-you/thank-you-screen.tsx'), 'ThankYouScreen'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.login),
  staticData: { title: 'Sign in', layout: 'default', kind: 'sign-in', canonical: paths.login },
  loader: ({ context }) => context.reads.signIn(),
  component: lazyRouteComponent(() => import('../screens/sign-in/sign-in-screen.tsx'), 'SignInScreen'),
})

const authLogin = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.authLogin),
  staticData: { title: 'Sign in', layout: 'default', kind: 'sign-in' },
  loader: ({ context }) => context.reads.signIn(),
  component: lazyRouteComponent(() => import('../screens/sign-in/sign-in-screen.tsx'), 'AuthLoginScreen'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.register),
  staticData: { title: 'Create an account', layout: 'default', kind: 'sign-in' },
  loader: ({ context }) => context.reads.signIn(),
  component: lazyRouteComponent(() => import('../screens/sign-in/register-screen.tsx'), 'RegisterScreen'),
})

const createPassword = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.createPassword),
  staticData: { title: 'Choose a password', layout: 'default', kind: 'sign-in' },
  loader: ({ context }) => context.reads.signIn(),
  component: lazyRouteComponent(() => import('../screens/sign-in/password-screen.tsx'), 'PasswordScreen'),
})

const profile = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.account),
  staticData: { title: 'Profile', layout: 'default', kind: 'account' },
  loader: ({ context }) => context.reads.account('profile'),
  component: lazyRouteComponent(() => import('../screens/account/profile-screen.tsx'), 'ProfileScreen'),
})

const addressBook = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.addressBook),
  staticData: { title: 'Address Book', layout: 'default', kind: 'account' },
  validateSearch: parseAccountSearch,
  loader: ({ context }) => context.reads.account('address-book'),
  component: lazyRouteComponent(
    () => import('../screens/account/address-book-screen.tsx'),
    'AddressBookScreen',
  ),
})

const orders = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.orders),
  staticData: { title: 'Orders', layout: 'default', kind: 'account' },
  validateSearch: parseAccountSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.reads.account('orders', queryOf(deps)),
  component: lazyRouteComponent(() => import('../screens/account/orders-screen.tsx'), 'OrdersScreen'),
})

const order = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.order),
  staticData: { title: 'Order', layout: 'default', kind: 'account' },
  validateSearch: parseAccountSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const view = await context.reads.account('order', queryOf(deps))
    if (view === null) throw notFound()
    return view
  },
  component: lazyRouteComponent(() => import('../screens/account/order-screen.tsx'), 'OrderScreen'),
  notFoundComponent: lazyRouteComponent(() => import('../screens/account/order-screen.tsx'), 'NoOrder'),
})

const storedCards = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.storedPaymentMethods),
  staticData: { title: 'Stored payment methods', layout: 'default', kind: 'account' },
  validateSearch: parseAccountSearch,
  loader: ({ context }) => context.reads.account('stored-payment-methods'),
  component: lazyRouteComponent(
    () => import('../screens/account/stored-cards-screen.tsx'),
    'StoredCardsScreen',
  ),
})

const privacy = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.privacySettings),
  staticData: { title: 'Privacy settings', layout: 'default', kind: 'account' },
  loader: ({ context }) => context.reads.account('privacy-settings'),
  component: lazyRouteComponent(() => import('../screens/account/privacy-screen.tsx'), 'PrivacyScreen'),
})

const dealer = createRoute({
  getParentRoute: () => root,
  path: pattern(paths.dealer),
  staticData: { title: 'Dealer application', layout: 'default', kind: 'account' },
  loader: ({ context }) => context.reads.account('dealer'),
  component: lazyRouteComponent(() => import('../screens/account/dealer-screen.tsx'), 'DealerScreen'),
})

// The router knows routes without the slash at their end and writes it into every link (`trailingSlash: 'always'`).
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
  orders,
  order,
  storedCards,
  privacy,
  dealer,
])
