import type { z } from 'zod'
import type { DraftSupport } from '#console/kit/form/form-declaration.ts'
import { consoleDrafts, consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { m } from '#messages/messages.js'
import { pages, type Section, type SectionInput, type SectionLine } from '../contract.ts'

export const resource = consoleResource(pages)

export type SectionShape = z.output<typeof SectionInput>

export const getSectionName = (section: SectionLine): string => section.title.ko

export const toInput = ({
  _id,
  createdAt,
  updatedAt,
  picture,
  pictures: _,
  draft: __,
  videos,
  items,
  ...fields
}: Section): SectionShape => ({
  ...fields,
  picture: picture?._id ?? null,
  videos: videos.map((video) => video._id),
  items: items.map((item) => ({ ...item, picture: item.picture?._id ?? null })),
})

/** Public paths of the pages made of sections. */
const addresses: Readonly<Record<string, string>> = { home: '/', center: '/introduction/center' }

export const drafts: DraftSupport<Section, SectionShape> = {
  calls: consoleDrafts(pages),
  hidden: (values) => ({ ...values, visible: false }),
  page: ({ page }) => addresses[page] ?? null,
}

export const blankItem: SectionShape['items'][number] = { title: {}, text: {}, link: null, picture: null }

export const blank: SectionShape = {
  page: 'home',
  kind: 'business',
  title: { ko: '' },
  lead: {},
  items: [],
  picture: null,
  videos: [],
  blocks: [],
  position: 0,
  visible: true,
}

export const sectionKindLabels: Record<Section['kind'], () => string> = {
  hero: m.pages_kind_hero,
  business: m.pages_kind_business,
  values: m.pages_kind_values,
  lawyers: m.pages_kind_lawyers,
  projects: m.pages_kind_projects,
  stories: m.pages_kind_stories,
  offices: m.pages_kind_offices,
  blocks: m.center_kind_blocks,
}
