import { matchRoutes, type RouteObject } from 'react-router'
import { assetId } from '../../src/kit/files/assets.ts'
import routes from '../../src/routes.ts'

/** Pages beyond a form or a log-in, which a crawler does not pass; axe looks at them where their story is tested. */
const beyond = [
  ...['consents', 'code', 'details', 'done'].map((step) => `join/${step}`),
  ...['overview', 'profile', 'company', 'security', 'consents', 'withdraw'].map((place) => `me/${place}`),
  'recovery/password',
  'goodbye',
]
/** The file that the form of the period calculator leads to. */
const byForm = ['calendar']
/** Routes without a page to which links lead: addresses that do not exist, what only a search finds, and the feed. */
const unlinked = new Set(['missing', 'search', 'search/keyword', 'feed', ...byForm, ...beyond])

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

/** Addresses of the pages that axe looks at: at least one of each kind, each language among them. */
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
  '/auction-search',
  '/auction-search/하자',
  '/cn/auction-search/하자?kind=story',
  '/en/auction-search/nothing',
]

/** Kinds of public pages, without the language, that axe looks at nowhere. */
export const kindsWithoutAxe = (): string[] => {
  const seen = new Set([...beyond, ...axePages.map((address) => kindOf(address).replace(/^\w+\//, ''))])
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
