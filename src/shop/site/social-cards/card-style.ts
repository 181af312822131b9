import { createCardStyle } from '#content/site/site-shell/card-style.ts'
import { withNonBreakingUnits } from '../format/non-breaking-units.ts'

/** Style of the shop's social cards. */
export const cardStyle = createCardStyle({ title: 'sans', bindUnits: withNonBreakingUnits })
