import { hallDress } from '#content/site/hall/dress.ts'
import { bound } from '../format/non-breaking-units.ts'

/** Card style of this site. */
export const dress = hallDress({ title: 'serif', bound })
