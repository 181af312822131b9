import { createCardStyle } from '#content/site/site-shell/card-style.ts'
import { bindUnits } from '../text/bind-units.ts'

/** Style of the Open Graph images of this site. */
export const cardStyle = createCardStyle({ title: 'sans', bindUnits })
