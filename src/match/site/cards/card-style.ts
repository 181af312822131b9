import { hallDress } from '#content/site/site-shell/card-style.ts'
import { bindUnits } from '../text/bind-units.ts'

/** Style of the Open Graph images of this site. */
export const cardStyle = hallDress({ title: 'sans', bound: bindUnits })
