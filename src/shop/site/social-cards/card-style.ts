import { createCardStyle } from '#content/site/site-shell/card-style.ts'
import { bound } from '../format/non-breaking-units.ts'

/** The cards of this site. */
export const dress = createCardStyle({ title: 'sans', bound })
