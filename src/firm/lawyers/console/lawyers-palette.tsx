import type { PaletteEntry, PaletteSource } from '#console/kit/manifest/console-manifest.ts'
import { RecordPreview } from '#console/kit/parts/preview/record-preview.tsx'
import { textIn } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { LawyerLine } from '../contract.ts'
import { resource } from './lawyer-resource.tsx'

const toEntry = (lawyer: LawyerLine): PaletteEntry => {
  const to = `/console/lawyers/${lawyer._id}`
  const title = textIn(getLocale(), lawyer.title)
  return {
    key: to,
    to,
    label: title,
    note: m.shell_place_lawyers(),
    mark: lawyer.visible ? 'published' : 'hidden',
    preview: <RecordPreview title={title} overline={lawyer.titleEn} picture={lawyer.picture} facts={[]} />,
  }
}

export const find: PaletteSource['find'] = async (q, limit, signal) => {
  const { total, records } = await resource.list({ q, limit }, { signal })
  return { total, entries: records.map(toEntry) }
}
