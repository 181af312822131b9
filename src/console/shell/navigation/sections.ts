import { m } from '#messages/messages.js'

/** The sections of the console, in their order; what is in them comes from the modules' manifests. */
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
