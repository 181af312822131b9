import { hallDress } from '#content/site/hall/dress.ts'
import { bound } from '../text/bind-units.ts'

/** Style of the Open Graph images of this site. */
export const dress = hallDress({ title: 'sans', bound })
