import { m } from '#messages/messages.js'

/** Sections of the console in order; the modules' manifests add their places. */
export const sectionNames = {
  today: m.shell_section_today,
  requests: m.forms_section,
  posts: m.shell_section_posts,
  firm: m.shell_section_firm,
  people: m.shell_section_people,
  match: m.shell_section_match,
  auction: m.shell_section_auction,
  shop: m.shell_section_shop,
  operation: m.shell_section_operation,
} as const

export type SectionKey = keyof typeof sectionNames

export const sectionKeys: readonly string[] = Object.keys(sectionNames)
