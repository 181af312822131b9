import type { Localized } from '#kit/contract.ts'

export interface DemoLevel {
  key: string
  title: Localized & { ko: string }
  /** Higher stands above: nobody grants above their own. */
  rank: number
  scopes: string[]
  onJoining: boolean
}

const editing = [
  'console',
  'console:boards',
  'console:popups',
  'console:banners',
  'console:pages',
  'console:media',
] as const
const managing = [
  ...editing,
  'console:lawyers',
  'console:practices',
  'console:offices',
  'console:terms',
  'console:setting',
  'console:redirects',
  'console:audit',
  'console:messages',
  'console:forms',
]

export const demoLevels: DemoLevel[] = [
  {
    key: 'owner',
    title: { ko: '소유자', en: 'Owner', cn: '所有者' },
    rank: 100,
    scopes: [...managing, 'console:users', 'console:levels'],
    onJoining: false,
  },
  {
    key: 'manager',
    title: { ko: '운영자', en: 'Manager', cn: '管理者' },
    rank: 80,
    scopes: managing,
    onJoining: false,
  },
  {
    key: 'editor',
    title: { ko: '편집자', en: 'Editor', cn: '编辑' },
    rank: 60,
    scopes: [...editing],
    onJoining: false,
  },
  {
    key: 'counsel',
    title: { ko: '상담', en: 'Counsel', cn: '咨询' },
    rank: 50,
    scopes: ['console', 'console:forms'],
    onJoining: false,
  },
  {
    key: 'viewer',
    title: { ko: '열람자', en: 'Viewer', cn: '查看者' },
    rank: 40,
    scopes: ['console'],
    onJoining: false,
  },
  { key: 'member', title: { ko: '일반회원', en: 'Member', cn: '普通会员' }, rank: 10, scopes: [], onJoining: true },
]
