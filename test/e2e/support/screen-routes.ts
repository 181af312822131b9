import { matchRoutes, type RouteObject } from 'react-router'
import { assetId } from '../../../src/kit/files/assets.ts'
import routes from '../../../src/routes.ts'

/** Pages beyond a form or a log-in, which a crawler does not pass; axe looks at them where their story is tested. */
const beyond = [
  ...['consents', 'code', 'identity', 'details', 'done'].map((step) => `join/${step}`),
  ...['overview', 'profile', 'company', 'bookmarks', 'comments', 'security', 'consents', 'withdraw'].map(
    (place) => `me/${place}`,
  ),
  ...[
    'fairs',
    'profiles',
    'products',
    'product',
    'matchings',
    'matching',
    'matching/times',
    'schedule',
    'bids',
    'pickups',
  ].map((place) => `me/${place}`),
  'match/meet',
  // Orders have another number in each installation: axe looks at them in the story of the shop.
  ...['checkout', 'order', 'card', 'exchange', 'return'].map((place) => `shop/${place}`),
  ...['purchases', 'points', 'coupons', 'reviews'].map((place) => `me/${place}`),
  'recovery/password',
  'agree',
  'goodbye',
]
/** The file that the form of the period calculator leads to. */
const byForm = ['calendar']
/** Programmes, halls, works and products have another id in each installation: axe looks at them in the stories. */
const inStory = [
  ...['home', 'program', 'hall', 'work', 'proof', 'authors', 'author', 'results', 'missing'].map(
    (place) => `auction/${place}`,
  ),
  'shop/product',
]
/** Routes without a page to which links lead: addresses that do not exist, what only a search finds, and the feed. */
const unlinked = new Set([
  ...[
    'missing',
    'search',
    'search/keyword',
    'match/missing',
    'auction/missing',
    'shop/missing',
    'match/search',
    'match/search/keyword',
    'feed',
    'opt-out',
  ],
  ...byForm,
  ...beyond,
])

type Entry = (typeof routes)[number]

const toRoute = ({ id, path, index, children }: Entry): RouteObject =>
  index ? { id: id ?? '', index: true, path } : { id: id ?? '', path, children: (children ?? []).map(toRoute) }

const table = routes.map(toRoute)

const ends = (entries: readonly RouteObject[]): string[] =>
  entries.flatMap(({ id = '', children }) => (children && children.length > 0 ? ends(children) : [id]))

/** Ids, without the language, of the public routes to which links lead. */
export const publicKinds: readonly string[] = ends(table).flatMap((id) =>
  id.startsWith('ko/') && !unlinked.has(id.slice(3)) ? [id.slice(3)] : [],
)

/** Id of the route that answers an address. */
export const kindOf = (address: string): string =>
  matchRoutes(table, new URL(address, 'http://site').pathname)?.at(-1)?.route.id ?? ''

/** The pinned notice of the demonstration. */
const demoNotice = assetId('notifications/privacy')

/** A fair of the demonstration in which sellers and buyers are, and what is shown in it. */
const demoFair = `/match/fairs/${assetId('match/fairs/spring')}`
const demoProduct = assetId('match/products/06-teaset')

/** Pages of axe's quick visit: one of each layout that no story opens. */
export const axeKinds = {
  people: '/introduction/lawyer',
  profile: '/introduction/lawyer/jung-hayoon',
  practice: '/business/building',
  office: '/contact/seoul',
  article: '/story/basement-leak-three-questions',
  terms: '/en/terms/privacy',
  center: '/center/faq',
  search: '/cn/auction-search/하자?kind=story',
  hall: '/match',
  fair: demoFair,
  product: `/match/products/${demoProduct}`,
  missing: '/nothing-here',
} as const

/** Addresses of the pages that axe looks at in the deep run: at least one of each kind, each language among them. */
export const axePages: readonly string[] = [
  '/',
  '/en',
  '/cn',
  '/login',
  '/en/login',
  '/cn/login',
  '/join',
  '/en/recovery',
  '/cn/recovery/password',
  '/agree',
  '/goodbye',
  '/nothing-here',
  '/introduction/center',
  '/introduction/lawyer',
  '/introduction/lawyer/jung-hayoon',
  '/introduction/lawyer-han-idam',
  '/business/building',
  '/cn/business/renovation',
  '/construction',
  '/contact/seoul',
  '/en/contact/gwangju',
  '/story',
  '/story/basement-leak-three-questions',
  '/project',
  '/en/project/hanbit-maru-1',
  '/en/terms/privacy',
  '/cn/terms/email',
  '/consult',
  '/en/consult',
  '/cn/consult',
  '/consult/status',
  '/business/periods',
  '/center/notices',
  '/cn/center/notices',
  `/center/notices/${demoNotice}`,
  '/center/faq',
  '/en/center/faq?type=website',
  '/center/questions',
  '/opt-out/0000000000000000',
  '/auction-search',
  '/auction-search/하자',
  '/cn/auction-search/하자?kind=story',
  '/en/auction-search/nothing',
  '/match',
  '/en/match',
  '/cn/match',
  '/match/about',
  '/match/manual/seller',
  '/cn/match/manual/buyer',
  '/match/notices',
  `/match/notices/${demoNotice}`,
  '/match/faq',
  '/match/join',
  '/match/join/seller',
  '/en/match/join/buyer',
  '/match/fairs',
  '/cn/match/fairs?phase=expired',
  demoFair,
  `/en${demoFair}?category=textile`,
  `${demoFair}/products`,
  `/cn${demoFair}/buyers`,
  `${demoFair}/programme`,
  `${demoFair}/products/${demoProduct}`,
  `${demoFair}/sellers/${assetId('match/sellers/1')}`,
  `/en${demoFair}/buyers/${assetId('match/buyers/1')}`,
  '/match/products',
  `/match/products/${demoProduct}`,
  '/match/search',
  '/match/search/청자',
  '/match/nothing-here',
  '/shop',
  '/en/shop?order=new&available=true',
  '/cn/shop/categories/bowls',
  '/cart',
  '/en/cart',
  '/orders',
  '/cn/orders',
  '/shop/nothing-here',
]

/** Kinds of public pages, without the language, that axe looks at nowhere. */
export const kindsWithoutAxe = (): string[] => {
  const seen = new Set([...beyond, ...inStory, ...axePages.map((address) => kindOf(address).replace(/^\w+\//, ''))])
  return ends(table).flatMap((id) => {
    const kind = id.startsWith('ko/') ? id.slice(3) : ''
    return kind === '' || kind === 'feed' || kind === 'calendar' || seen.has(kind) ? [] : [kind]
  })
}

const screensBelow = (entries: readonly RouteObject[], base: string): string[] =>
  entries.flatMap(({ path, index, children }) => {
    if (index || path === '*') return []
    const address = path === undefined ? base : `${base}/${path}`
    return children && children.length > 0 ? screensBelow(children, address) : [address]
  })

/** Addresses of every screen of staff, as the modules' `routes.ts` declare them: `/console/popups/:id`. */
export const consoleScreens: readonly string[] = screensBelow(table, '').filter((path) => /^\/console\//.test(path))

/** Screens of axe's quick visit: one of each kind. */
export const consoleKinds: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['/console/dashboard'],
  list: ['/console/boards'],
  record: ['/console/popups/:id'],
  editor: ['/console/boards/:id'],
  setting: ['/console/setting'],
  calendar: ['/console/popups?view=calendar'],
  board: ['/console/matchings'],
}

/** Lists that are at another path of the API than the screens of their records. */
const lists: Record<string, string> = { 'users/withdrawals': 'withdrawals' }

/** The list of the API, below `/api/console/`, that has the records of a screen with `:id`. */
export const listOf = (screen: string): string => {
  const place = screen.replace('/console/', '').split('/:')[0] ?? ''
  return lists[place] ?? place
}

/** Addresses a few at a time, with a name of each part: one test of them all would be too long for a busy machine. */
export const inParts = (addresses: readonly string[], size = 12): [name: string, addresses: readonly string[]][] =>
  Array.from({ length: Math.ceil(addresses.length / size) }, (_, index) => [
    `part ${index + 1}`,
    addresses.slice(index * size, (index + 1) * size),
  ])
