import { createCardStyle } from '#content/site/site-shell/card-style.ts'
import { withNonBreakingUnits } from '../format/non-breaking-units.ts'

/** Card style of this site. */
export const cardStyle = createCardStyle({ title: 'serif', bindUnits: withNonBreakingUnits })
