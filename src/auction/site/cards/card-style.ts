import { hallDress } from '#content/site/site-shell/card-style.ts'
import { withNonBreakingUnits } from '../format/non-breaking-units.ts'

/** Card style of this site. */
export const cardStyle = hallDress({ title: 'serif', bound: withNonBreakingUnits })
