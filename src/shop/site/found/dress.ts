import { hallDress } from '#content/site/site-shell/card-style.ts'
import { bound } from '../bound.ts'

/** The cards of this site. */
export const dress = hallDress({ title: 'sans', bound })
