import type { Localized } from '#kit/contract.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Scope } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { levels } from './table.ts'

export interface DemoLevel {
  key: string
  title: Localized & { ko: string }
  /** A higher number is a higher rank. Staff cannot grant above their own. */
  rank: number
  /** True if it may enter the console; modules declare its other scopes. */
  isStaff: boolean
  forPersons: boolean
  forCompanies: boolean
}

export const demoLevels: DemoLevel[] = [
  {
    key: 'owner',
    title: { ko: '총괄 관리자', en: 'Owner', cn: '所有者' },
    rank: 100,
    isStaff: true,
    forPersons: false,
    forCompanies: false,
  },
  {
    key: 'manager',
    title: { ko: '관리자', en: 'Manager', cn: '运营' },
    rank: 80,
    isStaff: true,
    forPersons: false,
    forCompanies: false,
  },
  {
    key: 'editor',
    title: { ko: '편집자', en: 'Editor', cn: '编辑' },
    rank: 60,
    isStaff: true,
    forPersons: false,
    forCompanies: false,
  },
  {
    key: 'counsel',
    title: { ko: '상담 담당자', en: 'Counsel', cn: '咨询律师' },
    rank: 50,
    isStaff: true,
    forPersons: false,
    forCompanies: false,
  },
  {
    key: 'viewer',
    title: { ko: '조회 전용', en: 'Viewer', cn: '只读' },
    rank: 40,
    isStaff: true,
    forPersons: false,
    forCompanies: false,
  },
  {
    key: 'member',
    title: { ko: '일반 회원', en: 'Member', cn: '普通会员' },
    rank: 10,
    isStaff: false,
    forPersons: true,
    forCompanies: true,
  },
]

/** Returns the scopes of a level in a new installation: console access, and those that modules grant it. */
export const scopesOfLevel = ({ key, isStaff }: DemoLevel, scopes: SeedContext['scopes']): Scope[] =>
  isStaff ? ['console', ...[...scopes].flatMap(([scope, holders]) => (holders.includes(key) ? [scope] : []))] : []

/** Seeds an empty database (`Module.seed`). */
export const seed = async (context: Context, { scopes }: SeedContext): Promise<void> => {
  const now = context.now()
  await context.database.insert(levels).values(
    demoLevels.map((level) => {
      const { isStaff: _, ...columns } = level
      const stamps = { createdAt: now, updatedAt: now }
      return { ...columns, ...stamps, id: context.newId(), scopes: scopesOfLevel(level, scopes) }
    }),
  )
}
