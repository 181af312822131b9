import type { ReactNode } from 'react'
import type { MemberMenuEntry } from '#people/account/me/member-menu.ts'

/** Part of the pickup page that a site contributes. */
export interface PickupsPart {
  /** Ascending, in steps of ten. */
  position: number
  site: MemberMenuEntry['site']
  Part: () => ReactNode
}

const partModules = import.meta.glob<PickupsPart>('../../../*/site/public/pickups-part.tsx', {
  eager: true,
  import: 'pickupsPart',
})

/** Parts of all sites, collected by file name, so this module imports none of them. */
export const pickupsParts: readonly PickupsPart[] = Object.values(partModules).toSorted(
  (a, b) => a.position - b.position,
)
