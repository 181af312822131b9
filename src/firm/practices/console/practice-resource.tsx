import type { z } from 'zod'
import type { DraftSupport } from '#console/kit/form/form-declaration.ts'
import { consoleDrafts, consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { type Practice, type PracticeInput, type PracticeLine, practices } from '../contract.ts'

export const resource = consoleResource(practices)

type Shape = z.output<typeof PracticeInput>

export const getPracticeName = (practice: PracticeLine): string => practice.title.ko

export const toInput = ({
  _id,
  createdAt,
  updatedAt,
  picture,
  pictures: _,
  draft: __,
  ...fields
}: Practice): Shape => ({
  ...fields,
  picture: picture?._id ?? null,
})

/** Previews the page that staff entered; null for a URL on another site. */
export const drafts: DraftSupport<Practice, Shape> = {
  calls: consoleDrafts(practices),
  hidden: (values) => ({ ...values, visible: false }),
  page: ({ path }) => (path.startsWith('/') ? path : null),
}

export const blank: Shape = {
  key: '',
  path: '/business/',
  title: { ko: '' },
  summary: {},
  picture: null,
  blocks: [],
  position: 0,
  visible: true,
}
