import { createCardStyle } from '#content/site/site-shell/card-style.ts'
import { bound } from '../bound.ts'

/** The cards of this site. */
export const dress = createCardStyle({ title: 'sans', bound })
