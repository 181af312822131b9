import type { MetaDescriptor } from 'react-router'
import { type Described, headIn } from '#content/site/hall/head-of.ts'
import { hall } from './hall.ts'

/** The head of a page of the auction; its title ends with the site's name. */
export const headOf = (page: Described): MetaDescriptor[] => headIn(hall, page)
