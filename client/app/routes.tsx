/** Table of contents of the app: each page with its loader. Screens are fetched when their route is entered. */
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { paths } from '../../schema/paths.ts'
import type { PageReads } from '../call.ts'
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
  staticData: { title: 'Cart', layout: 'default', kind: 'cart' },
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
  staticData: { title: 'Sign in', layout: 'default', kind: 'sign-in' },
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
])
