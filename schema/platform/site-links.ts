/** The links in header, menu and footer of every page. A link is added when its page is served. */

import { conditionHref, paths } from '../paths.ts'
import { RETURN_LINK_LABEL } from './return-terms.ts'
import { PHONE } from './shop-phone.ts'

interface SiteLink {
  label: string
  href: string
}

/** Sections of the shop; `key` marks the current one in the header. */
export const SECTIONS = [
  { key: 'sizes', label: 'Sizes', href: paths.sizes },
  { key: 'cars', label: 'Cars', href: '/t/car' },
  { key: 'used', label: 'Used', href: conditionHref('Used') },
  { key: 'new', label: 'New', href: conditionHref('New') },
  { key: 'driven-once', label: 'Driven once', href: conditionHref('Driven Once') },
  { key: 'retread', label: 'Retread', href: conditionHref('Retread') },
  { key: 'winter', label: 'Winter', href: '/t/z/winter' },
  { key: 'brands', label: 'Brands', href: '/t/b' },
] as const
export type LinkSection = (typeof SECTIONS)[number]['key']

export const SIZE_HELP: SiteLink = { label: 'Tire size help', href: '/sizes/#help' }
/** With script it opens as a drawer (client/content/chat/chat-launcher.ts). */
export const CHAT_LINK: SiteLink = { label: 'Ask us', href: paths.chat }
/** The menu beside the pages of a shopper without an account. */
export const GUEST_MENU = [
  { href: paths.login, label: 'Sign in' },
  { href: paths.guestOrder, label: 'Find your order' },
  { href: paths.picks, label: 'Your tires' },
] as const

export const STORES: SiteLink = { label: 'Stores in Chicago', href: paths.contacts }

export const FOOTER: readonly { title: string; links: readonly SiteLink[] }[] = [
  {
    title: 'Shop',
    links: [
      { label: 'Sizes', href: paths.sizes },
      { label: 'Used tires', href: conditionHref('Used') },
      { label: 'New tires', href: conditionHref('New') },
      { label: 'Winter tires', href: '/t/z/winter' },
      { label: 'Brands', href: '/t/b' },
      { label: 'Cars', href: '/t/car' },
      { label: 'Rim diameters', href: '/t/r' },
    ],
  },
  {
    title: 'Buying',
    links: [
      { label: 'Your account', href: paths.account },
      { label: 'Find your order', href: paths.guestOrder },
      { label: 'Delivery', href: paths.delivery },
      { label: RETURN_LINK_LABEL, href: paths.returns },
      { label: 'Road hazard plan', href: '/i/road-hazard-plan' },
      { label: 'How to read a tire', href: '/i/read-a-tire' },
    ],
  },
  {
    title: 'Treadline',
    links: [
      { label: 'How we inspect', href: paths.about },
      { label: 'Reviews', href: paths.reviews },
      { label: 'Store, 2720 W Grand Ave', href: paths.store },
      { label: 'Contact', href: paths.contacts },
      CHAT_LINK,
      { label: PHONE.label, href: PHONE.href },
    ],
  },
]

export const LEGAL: readonly SiteLink[] = [
  { label: 'Terms', href: paths.terms },
  { label: 'Privacy', href: paths.privacyPolicy },
  { label: 'State privacy', href: paths.statePrivacyPolicy },
  { label: 'Cookies', href: paths.cookieNotice },
  /** With script it opens as a dialog (client/content/analytics/consent.ts). */
  { label: 'Privacy choices', href: `${paths.cookieNotice}#privacy-choices` },
  { label: 'Auctions', href: paths.auctionPolicy },
]
