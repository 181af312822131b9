import { createCardStyle } from '#content/site/site-shell/card-style.ts'
import { bound } from '../format/non-breaking-units.ts'

/** Style of the shop's social cards. */
export const dress = createCardStyle({ title: 'sans', bound })
