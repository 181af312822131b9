import type { ReactNode } from 'react'
import type { MemberKind } from '#people/users/contract.ts'
import type { PublicSetting } from '#platform/settings/contract.ts'

/** A page of a module in the menu of the member's pages. */
export interface MemberPlace {
  /** Ascending, steps of ten. */
  position: number
  /** Without a language. */
  path: string
  name: () => string
  of: 'all' | MemberKind
  /** It is there while this site is switched on. */
  site: keyof PublicSetting['modules']
}

/** What modules of any product add; they declare it, and nothing here knows them. */
const found = import.meta.glob<readonly MemberPlace[]>('../../../*/*/public/member-places.ts', {
  eager: true,
  import: 'memberPlaces',
})

const modulePlaces: readonly MemberPlace[] = Object.values(found)
  .flat()
  .toSorted((a, b) => a.position - b.position)

/** Those of the sites that are switched on; what two of them share is there once. */
export const openPlaces = (sites: PublicSetting['modules']): readonly MemberPlace[] => {
  const open = modulePlaces.filter(({ site }) => sites[site])
  return open.filter(({ path }, index) => open.findIndex((one) => one.path === path) === index)
}

/** What a module says above every page of the member; it shows nothing while there is nothing to say. */
export interface MemberNotice extends Pick<MemberPlace, 'position' | 'of' | 'site'> {
  Notice: () => ReactNode
}

const notices = import.meta.glob<readonly MemberNotice[]>('../../../*/*/public/member-notices.ts', {
  eager: true,
  import: 'memberNotices',
})

export const moduleNotices: readonly MemberNotice[] = Object.values(notices)
  .flat()
  .toSorted((a, b) => a.position - b.position)
