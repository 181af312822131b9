import { m } from '#messages/messages.js'

/** Names of the record kinds in search results; registry.test.ts requires one for every kind of a module. */
export const searchKindLabels: Readonly<Record<string, () => string>> = {
  practice: m.search_kind_practice,
  lawyer: m.search_kind_lawyer,
  project: m.search_kind_project,
  story: m.search_kind_story,
  office: m.search_kind_office,
  notice: m.search_kind_notice,
  fair: m.search_kind_fair,
  product: m.search_kind_product,
  seller: m.search_kind_seller,
  work: m.search_kind_work,
  good: m.search_kind_good,
}

export const getSearchKindLabel = (kind: string): string => searchKindLabels[kind]?.() ?? kind
