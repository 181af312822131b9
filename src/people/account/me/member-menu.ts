import type { ReactNode } from 'react'
import type { MemberKind } from '#people/users/contract.ts'
import type { PublicSetting } from '#platform/settings/contract.ts'

/** A page that a module adds to the member menu. */
export interface MemberMenuEntry {
  /** Ascending, in steps of ten. */
  position: number
  /** Without locale prefix. */
  path: string
  name: () => string
  of: 'all' | MemberKind
  /** Shown only while this site is switched on. */
  site: keyof PublicSetting['modules']
}

/** Entries declared by the modules of any product; this file does not know them. */
const entryModules = import.meta.glob<readonly MemberMenuEntry[]>('../../../*/*/public/member-menu.ts', {
  eager: true,
  import: 'memberMenu',
})

const moduleEntries: readonly MemberMenuEntry[] = Object.values(entryModules)
  .flat()
  .toSorted((a, b) => a.position - b.position)

/** Returns the entries of the sites that are switched on, without duplicates. */
export const listMenuEntries = (sites: PublicSetting['modules']): readonly MemberMenuEntry[] => {
  const open = moduleEntries.filter(({ site }) => sites[site])
  return open.filter(({ path }, index) => open.findIndex((entry) => entry.path === path) === index)
}

/** A notice that a module shows above every member page; renders nothing while it has nothing to say. */
export interface MemberNotice extends Pick<MemberMenuEntry, 'position' | 'of' | 'site'> {
  Notice: () => ReactNode
}

const noticeModules = import.meta.glob<readonly MemberNotice[]>('../../../*/*/public/member-notices.ts', {
  eager: true,
  import: 'memberNotices',
})

export const moduleNotices: readonly MemberNotice[] = Object.values(noticeModules)
  .flat()
  .toSorted((a, b) => a.position - b.position)
