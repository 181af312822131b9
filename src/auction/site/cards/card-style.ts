import { hallDress } from '#content/site/hall/dress.ts'
import { withNonBreakingUnits } from '../format/non-breaking-units.ts'

/** Card style of this site. */
export const cardStyle = hallDress({ title: 'serif', bound: withNonBreakingUnits })
