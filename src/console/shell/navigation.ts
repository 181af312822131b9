import { m } from '#messages/messages.js'

/**
 * The places of the console, and the only list of them: rail, pane, palette and the refusal of an address read it.
 * A module adds one line here when its first screen is there.
 */
export interface Place {
  to: string
  label: () => string
  /** Scope without which the place is hidden and its address refused. */
  scope?: Scope
  /** Figure of the dashboard shown beside it. */
  count?: 'drafts' | 'untranslated' | 'scheduled' | 'popups' | 'requests'
  /** Other words under which the palette finds it, as staff of any language type them. */
  words?: string
}

export interface Section {
  key: 'today' | 'requests' | 'posts' | 'firm' | 'operation'
  /** Two syllables. */
  label: () => string
  places: readonly Place[]
}

const scopeNames = {
  console: m.shell_scope_console,
  'console:boards': m.shell_scope_boards,
  'console:forms': m.forms_scope,
  'console:popups': m.shell_scope_popups,
  'console:banners': m.shell_scope_banners,
  'console:lawyers': m.shell_scope_lawyers,
  'console:practices': m.shell_scope_practices,
  'console:offices': m.shell_scope_offices,
  'console:pages': m.shell_scope_pages,
  'console:terms': m.terms_scope,
  'console:media': m.shell_scope_media,
  'console:setting': m.shell_scope_setting,
  'console:redirects': m.redirects_scope,
  'console:audit': m.shell_scope_audit,
  'console:messages': m.shell_scope_messages,
} as const

export type Scope = keyof typeof scopeNames

/** A scope in words: '게시글 고치기'. */
export const scopeName = (scope: Scope): string => scopeNames[scope]()

const posts = '/console/boards'

export const sections: readonly Section[] = [
  {
    key: 'today',
    label: m.shell_section_today,
    places: [
      { to: '/console/dashboard', label: m.shell_place_today, words: 'dashboard home 대시보드 처음 首页' },
      { to: `${posts}?state=draft`, label: m.shell_place_drafts, scope: 'console:boards', count: 'drafts' },
      { to: `${posts}?state=scheduled`, label: m.shell_place_scheduled, scope: 'console:boards', count: 'scheduled' },
    ],
  },
  {
    key: 'requests',
    label: m.forms_section,
    places: [
      {
        to: '/console/forms',
        label: m.forms_title,
        scope: 'console:forms',
        count: 'requests',
        words: 'forms requests consult 상담 신청 접수 咨询',
      },
      { to: '/console/forms?assignee=me', label: m.forms_view_mine, scope: 'console:forms' },
      { to: '/console/forms?age=overdue', label: m.forms_view_overdue, scope: 'console:forms' },
    ],
  },
  {
    key: 'posts',
    label: m.shell_section_posts,
    places: [
      {
        to: posts,
        label: m.shell_place_boards,
        scope: 'console:boards',
        words: 'boards posts news 소식 글 게시판 文章',
      },
      {
        to: `${posts}/comments`,
        label: m.comments_console_title,
        scope: 'console:boards',
        words: 'comments replies 댓글 답글 评论',
      },
      {
        to: '/console/popups',
        label: m.popups_title,
        scope: 'console:popups',
        count: 'popups',
        words: 'popups 알림 弹窗',
      },
      {
        to: '/console/banners',
        label: m.shell_place_banners,
        scope: 'console:banners',
        words: 'banners 横幅',
      },
      {
        to: '/console/media',
        label: m.media_title,
        scope: 'console:media',
        words: 'media files pictures 그림 파일 사진 媒体',
      },
    ],
  },
  {
    key: 'firm',
    label: m.shell_section_firm,
    places: [
      {
        to: '/console/lawyers',
        label: m.shell_place_lawyers,
        scope: 'console:lawyers',
        words: 'lawyers people 사람 律师',
      },
      {
        to: '/console/practices',
        label: m.shell_place_practices,
        scope: 'console:practices',
        words: 'practices business 분야 업무 业务',
      },
      {
        to: '/console/offices',
        label: m.shell_place_offices,
        scope: 'console:offices',
        words: 'offices contact 지점 연락처 办公室',
      },
      {
        to: '/console/pages',
        label: m.pages_title,
        scope: 'console:pages',
        words: 'pages home sections 구역 홈 首页',
      },
      {
        to: '/console/terms',
        label: m.terms_list,
        scope: 'console:terms',
        words: 'terms privacy policy 약관 개인정보 방침 条款',
      },
    ],
  },
  {
    key: 'operation',
    label: m.shell_section_operation,
    places: [
      {
        to: '/console/setting',
        label: m.settings_title,
        scope: 'console:setting',
        words: 'settings name phone modules 이름 전화 모듈 设置',
      },
      {
        to: '/console/redirects',
        label: m.redirects_title,
        scope: 'console:redirects',
        words: 'redirects addresses 주소 넘김 重定向',
      },
      {
        to: '/console/messages',
        label: m.messages_title,
        scope: 'console:messages',
        words: 'mail messages outbox 메일 이메일 邮件',
      },
      {
        to: '/console/audit',
        label: m.shell_place_audit,
        scope: 'console:audit',
        words: 'audit log history 기록 이력',
      },
      { to: '/console/style', label: m.shell_place_style, words: 'style design parts 디자인 부품' },
      { to: '/console/password', label: m.shell_place_password, words: 'password sessions 비밀번호 암호 세션' },
    ],
  },
]

const path = (place: Place): string => place.to.split('?', 1)[0] ?? place.to

const isWithin = (pathname: string, place: Place): boolean =>
  pathname === path(place) || pathname.startsWith(`${path(place)}/`)

/** Places whoever holds these scopes may enter, section by section; sections without any are left out. */
export const openSections = (scopes: readonly string[]): Section[] =>
  sections
    .map((section) => ({
      ...section,
      places: section.places.filter(({ scope }) => scope === undefined || scopes.includes(scope)),
    }))
    .filter(({ places }) => places.length > 0)

/** The place an address belongs to: the one with the longest matching path, without a query before one with it. */
export const placeOf = (pathname: string): { section: Section; place: Place } | undefined =>
  sections
    .flatMap((section) => section.places.map((place) => ({ section, place })))
    .filter(({ place }) => isWithin(pathname, place) && !place.to.includes('?'))
    .sort((a, b) => path(b.place).length - path(a.place).length)[0]

/** True when the place is what the address shows, with its query where it has one. */
export const isHere = (place: Place, pathname: string, search: string): boolean => {
  const [, query] = place.to.split('?', 2)
  if (!isWithin(pathname, place)) return false
  const here = new URLSearchParams(search)
  if (query) return [...new URLSearchParams(query)].every(([name, value]) => here.get(name) === value)
  return true
}

/** True when whoever holds these scopes may open an address of the console. */
export const mayOpen = (to: string, scopes: readonly string[]): boolean => {
  const scope = placeOf(to.split('?', 1)[0] ?? to)?.place.scope
  return scope === undefined || scopes.includes(scope)
}
