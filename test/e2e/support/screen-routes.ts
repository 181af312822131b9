import { matchRoutes, type RouteObject } from 'react-router'
import { assetId } from '../../../src/kit/files/assets.ts'
import routes from '../../../src/routes.ts'

/** Pages behind a form or a log-in, which a crawler cannot reach; the specs of those pages run axe. */
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
  // Order ids differ per installation: the shop specs run axe on these pages.
  ...['checkout', 'order', 'card', 'exchange', 'return'].map((place) => `shop/${place}`),
  ...['purchases', 'points', 'coupons', 'reviews'].map((place) => `me/${place}`),
  'recovery/password',
  'agree',
  'goodbye',
]
/** File that the period calculator's form leads to. */
const byForm = ['calendar']
/** Ids of sales, works and products differ per installation: the specs of those pages run axe. */
const inStory = [
  ...['home', 'program', 'hall', 'work', 'proof', 'authors', 'author', 'results', 'missing'].map(
    (place) => `auction/${place}`,
  ),
  'shop/product',
]
/** Routes that no link leads to: unknown addresses, search results and the feed. */
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

/** Ids, without the language, of the public routes that links lead to. */
export const publicKinds: readonly string[] = ends(table).flatMap((id) =>
  id.startsWith('ko/') && !unlinked.has(id.slice(3)) ? [id.slice(3)] : [],
)

/** Id of the route that answers an address. */
export const pageKindOf = (address: string): string =>
  matchRoutes(table, new URL(address, 'http://site').pathname)?.at(-1)?.route.id ?? ''

/** The pinned notice of the demo data. */
const demoNotice = assetId('notifications/privacy')

/** A demo fair with sellers and buyers, and a product shown there. */
const demoFair = `/match/fairs/${assetId('match/fairs/spring')}`
const demoProduct = assetId('match/products/06-teaset')

/** Pages of the quick axe run: one per layout that no other spec covers. */
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

/** Addresses of the pages of the deep axe run: at least one per kind, covering every language. */
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

/** Kinds of public pages, without the language, on which axe never runs. */
export const kindsWithoutAxe = (): string[] => {
  const seen = new Set([...beyond, ...inStory, ...axePages.map((address) => pageKindOf(address).replace(/^\w+\//, ''))])
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

/** Paths of all console screens, as declared in the modules' `routes.ts`: `/console/popups/:id`. */
export const consoleScreens: readonly string[] = screensBelow(table, '').filter((path) => /^\/console\//.test(path))

/** Screens of the quick axe run: one of each kind. */
export const consoleKinds: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['/console/dashboard'],
  list: ['/console/boards'],
  record: ['/console/popups/:id'],
  editor: ['/console/boards/:id'],
  setting: ['/console/setting'],
  calendar: ['/console/popups?view=calendar'],
  board: ['/console/matchings'],
}

/** Lists whose API path differs from the path of their screens. */
const lists: Record<string, string> = { 'users/withdrawals': 'withdrawals' }

/** Path below `/api/console/` of the list with the records of a screen with `:id`. */
export const listOf = (screen: string): string => {
  const place = screen.replace('/console/', '').split('/:')[0] ?? ''
  return lists[place] ?? place
}

/** Groups addresses with a name for each group: one test of all of them would take too long on a busy machine. */
export const inParts = (addresses: readonly string[], size = 12): [name: string, addresses: readonly string[]][] =>
  Array.from({ length: Math.ceil(addresses.length / size) }, (_, index) => [
    `part ${index + 1}`,
    addresses.slice(index * size, (index + 1) * size),
  ])
