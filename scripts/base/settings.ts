/** The configuration of a new shop: everything a merchant may change without a deployment. */
import { deskRecipients } from '../../schema/orders/life/desk.ts'
import type { config } from '../../schema/platform/config.table.ts'
import { RETURN_WINDOW_DAYS } from '../../schema/platform/return-terms.ts'
import { ALLOWED_STATES } from './regions.ts'

/** Part of the key of cached pages; every change of the catalog also changes this value. */
export const CATALOG_VERSION = 'catalog/version'

const SETTINGS: Readonly<Record<string, string>> = {
  'general/store_information/name': 'Treadline',
  'general/store_information/phone': '3125550142',
  'general/store_information/email': 'help@treadline.example',
  'general/country/default': 'US',
  'general/region/allowed_state': ALLOWED_STATES.join(','),
  'general/locale/timezone': 'America/Chicago',
  'catalog/category/root_id': '2',
  // For clients of the API that draw lists of their own; our pages have 50 (decision 149).
  'catalog/frontend/list_per_page': '50',
  'catalog/frontend/list_per_page_values': '25,50,100',
  // 0 turns off the URL map, which finds products and categories by url_path.
  'catalog/url_dispatcher': '1',
  'tax/defaults/country': 'US',
  'tax/defaults/region': '',
  'tax/demo': '1',
  // Lines (`items`), or the sum of their quantities (`quantities`).
  'checkout/cart/minicart_count': 'items',
  'carriers/freeshipping/title': 'Free shipping',
  'sales/returns/window_days': String(RETURN_WINDOW_DAYS),
  'newsletter/coupon': 'WELCOME10',
  'contact/email/recipient_email': 'help@treadline.example',
  // Two stores; each path is a route.
  'stores/1/path': '/2720-west-grand-60612/',
  'stores/1/name': 'Treadline West Grand',
  'stores/1/street': '2720 West Grand Avenue',
  'stores/1/city': 'Chicago',
  'stores/1/state': 'IL',
  'stores/1/zip': '60612',
  'stores/1/phone': '3125550142',
  'stores/1/hours': 'Mon to Fri 8 a.m. to 6 p.m., Sat 8 a.m. to 2 p.m., Sun closed',
  'stores/1/latitude': '41.8912',
  'stores/1/longitude': '-87.6955',
  'stores/2/path': '/4400-south-kedzie-60632',
  'stores/2/name': 'Treadline South Kedzie',
  'stores/2/street': '4400 South Kedzie Avenue',
  'stores/2/city': 'Chicago',
  'stores/2/state': 'IL',
  'stores/2/zip': '60632',
  'stores/2/phone': '3125550177',
  'stores/2/hours': 'Mon to Fri 8 a.m. to 6 p.m., Sat 8 a.m. to 2 p.m., Sun closed',
  'stores/2/latitude': '41.8130',
  'stores/2/longitude': '-87.7040',
}

/** Names, addresses and phones that no shop may sell with; opening hours may be right by chance. */
const DEMO_VALUES = Object.entries(SETTINGS).filter(([path]) =>
  /^general\/store_information\/(phone|email)$|^stores\/\d\/street$/.test(path),
)

/** Returns what of a shop's configuration still has the demonstration values of this file. */
export function readDemoSettings(settings: ReadonlyMap<string, string>) {
  const [mail] = deskRecipients(settings, 'contact')
  return {
    /** Where mails to the shop go, when that is no address of the shop's own. */
    address: mail !== undefined && mail === SETTINGS['contact/email/recipient_email'] ? mail : null,
    hasStore: DEMO_VALUES.some(([path, value]) => settings.get(path) === value),
  }
}

export const CONFIG_ROWS: (typeof config.$inferInsert)[] = Object.entries(SETTINGS).map(([path, value]) => ({
  path,
  value,
}))
