import type { MetaDescriptor } from 'react-router'
import { type Described, headIn } from '#content/site/hall/head-of.ts'
import { m } from '#messages/messages.js'
import { home, place } from './match-paths.ts'
import { hall } from './match-site.ts'

/** Meta tags of a Match page; the title ends with the site name. */
export const headOf = (page: Described): MetaDescriptor[] => headIn(hall, page)

/** The centre as a schema.org `Organization`. */
export const organisation = (origin: string) => ({
  '@type': 'Organization',
  name: m.match_name(),
  url: origin + place(home),
})
