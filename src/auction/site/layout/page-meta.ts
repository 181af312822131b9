import type { MetaDescriptor } from 'react-router'
import { type Described, headIn } from '#content/site/hall/head-of.ts'
import { hall } from './auction-site.ts'

/** Head tags of an auction page; the title ends with the site's name. */
export const headOf = (page: Described): MetaDescriptor[] => headIn(hall, page)
