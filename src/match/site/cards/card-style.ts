import { hallDress } from '#content/site/hall/dress.ts'
import { bindUnits } from '../text/bind-units.ts'

/** Style of the Open Graph images of this site. */
export const cardStyle = hallDress({ title: 'sans', bound: bindUnits })
