import type { ReactNode } from 'react'
import type { MemberMenuEntry } from '#people/account/me/member-menu.ts'

/** What a product shows of what one picks up. */
export interface PickupsPart {
  /** Ascending, steps of ten. */
  position: number
  site: MemberMenuEntry['site']
  Part: () => ReactNode
}

const found = import.meta.glob<PickupsPart>('../../../*/site/public/pickups-part.tsx', {
  eager: true,
  import: 'pickupsPart',
})

/** Of every product; they declare it, and nothing here knows them. */
export const pickupsParts: readonly PickupsPart[] = Object.values(found).toSorted((a, b) => a.position - b.position)
