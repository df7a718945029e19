/** One address of every kind of page; tests of all pages use these. */

export interface PageKind {
  name: string
  path: string
  /** The HTTP status; 200 by default. */
  status?: number
}

const FIXED: Readonly<Record<string, string>> = {
  home: '/',
  'all tires': '/t',
  sizes: '/t/s',
  size: '/t/s/225-45r17',
  'a size with none of it': '/t/s/225-45r17?condition=retread&price_to=1',
  cars: '/t/car',
  make: '/t/car/bmw',
  model: '/t/car/bmw/3-series',
  year: '/t/car/bmw/3-series/2018',
  car: '/t/car/bmw/3-series/2018/335i-m-sport',
  rims: '/t/r',
  rim: '/t/r/17',
  conditions: '/t/c',
  condition: '/t/c/used',
  brands: '/t/b',
  brand: '/t/b/halden',
  'brand model': '/t/b/halden/velo-sport',
  seasons: '/t/z',
  season: '/t/z/winter',
  'named landing': '/landing/almost-new',
  country: '/USA/',
  state: '/USA/Illinois/',
  city: '/USA/Illinois/Chicago/',
  category: '/c/used-tires',
  'size index': '/sizes/',
  'search with hits': '/search?q=halden+velo',
  'search without hits': '/search?q=halden+zzzz',
  'search too short': '/search?q=ve',
  'filters in force': '/t?condition=used&tread_from=6',
  'empty list': '/t?condition=retread&price_to=1',
  'empty comparison': '/compare/',
  bundle: '/p/B4-225-45R17/four-new-tires-with-mounting-kit-225-45r17',
  'simple with options': '/p/SB-1/storage-bags-set-of-four',
  virtual: '/p/RH-1/road-hazard-plan-one-tire',
  downloadable: '/p/CG-1/tire-care-guide',
  reviews: '/reviews/',
  'no more review requests': '/reviews/stop/?state=stopped',
  questions: '/i/questions',
  policy: '/privacy-policy/',
  delivery: '/delivery-information/',
  store: '/2720-west-grand-60612/',
  contact: '/contacts/',
  'order look-up': '/sales/guest/form/',
  'API reference': '/api-reference/',
  'error page': '/error',
  'sign in': '/login/',
  'back from a provider': '/auth-login/',
  register: '/register/',
  'lost password': '/customer/account/createpassword/',
  'new password': '/customer/account/createpassword/?token=abc',
  conversation: '/chat/',
  newsletter: '/newsletter/',
  'stock alert': '/stock-alerts?size=225-45r17&season=winter&max=80',
  'stock alert, size refused': '/stock-alerts?size=17',
  'stock alerts of nobody': '/stock-alerts/mine',
  'newsletter, address refused': '/newsletter/?state=invalid',
  'message sent': '/contacts/?sent=1',
  'no picks': '/picks/',
  'without a connection': '/offline',
  'empty cart': '/cart/',
  'checkout without cart': '/checkout/',
  'no order': '/checkout/onepage/success/',
}

/** Lists whose first product is an example of a kind without a fixed address. */
const FIRST_OF: Readonly<Record<string, string>> = {
  'new tire': '/t/c/new',
  'used tire': '/t/c/used?sets=single',
  pair: '/t/c/used?sets=pairs',
  'set of four': '/t/c/used?sets=setOfFour',
  'tire driven once': '/t/c/driven-once',
}

/** Returns the address of the first product of a list whose sku has this prefix. */
export async function firstOf(shopUrl: string, listing: string, sku = ''): Promise<string> {
  const page = await (await fetch(`${shopUrl}${listing}`)).text()
  const href = new RegExp(`<a href="(/p/${sku}[^"]+)"`).exec(page)?.[1]
  if (!href) throw new Error(`no product ${sku} on ${listing}`)
  return href
}

/** Returns the page of a grouped product; which cars have one depends on the size of the shop. */
export function groupPage(shopUrl: string): Promise<string> {
  return firstOf(shopUrl, '/c/plans-and-mounting', 'G-')
}

export async function pageKinds(shopUrl: string): Promise<PageKind[]> {
  const fixed = Object.entries(FIXED).map(([name, path]) => ({ name, path }))
  const products = Object.entries(FIRST_OF).map(async ([name, listing]) => ({
    name,
    path: await firstOf(shopUrl, listing),
  }))
  const [, , sku = ''] = (await firstOf(shopUrl, '/t/c/new')).split('/')
  return [
    ...fixed,
    { name: 'review form', path: `/reviews/form/?sku=${sku}` },
    { name: 'question form', path: `/questions/form/?sku=${sku}` },
    ...(await Promise.all(products)),
    { name: 'grouped', path: await groupPage(shopUrl) },
    { name: 'not found', path: '/nope', status: 404 },
  ]
}
