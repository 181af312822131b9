import type { PaletteEntry, PaletteSource } from '#console/kit/manifest/console-manifest.ts'
import { RecordPreview } from '#console/kit/parts/preview/record-preview.tsx'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { publicationState, timedMarks } from '#console/kit/parts/time/publication-period.tsx'
import { columnInstant } from '#console/kit/parts/time/seoul-time.ts'
import { textIn } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { Popup } from '../contract.ts'
import { resource } from './popup-resource.tsx'

const getStateMark = (popup: Popup): Mark => timedMarks[publicationState(popup, new Date())]

const toPaletteEntry = (popup: Popup): PaletteEntry => {
  const to = `/console/popups/${popup._id}`
  const title = textIn(getLocale(), popup.title)
  return {
    key: to,
    to,
    label: title,
    note: m.shell_place_popups(),
    mark: getStateMark(popup),
    preview: (
      <RecordPreview
        title={title}
        overline={m.shell_place_popups()}
        picture={popup.picture}
        facts={[
          [m.palette_from(), popup.startAt && columnInstant(popup.startAt)],
          [m.palette_to(), popup.endAt && columnInstant(popup.endAt)],
        ]}
      />
    ),
  }
}

export const find: PaletteSource['find'] = async (q, limit, signal) => {
  const { total, records } = await resource.list({ q, limit }, { signal })
  return { total, entries: records.map(toPaletteEntry) }
}
