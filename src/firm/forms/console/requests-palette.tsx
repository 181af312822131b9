import type { PaletteEntry, PaletteSource } from '#console/kit/manifest/console-manifest.ts'
import { RecordPreview } from '#console/kit/parts/preview/record-preview.tsx'
import { listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import type { FormSummary } from '../contract.ts'
import { resource, stateLabels, stateMarks } from './request-resource.tsx'

const toPaletteEntry = ({ _id, number, name, building, subject, state, createdAt }: FormSummary): PaletteEntry => {
  const to = `/console/forms/${_id}`
  return {
    key: to,
    to,
    label: `${name} · ${number}`,
    note: building || stateLabels[state](),
    mark: stateMarks[state],
    preview: (
      <RecordPreview
        title={subject || number}
        overline={`${name} · ${number}`}
        picture={null}
        facts={[
          [m.list_column_created(), listInstant(createdAt)],
          [m.list_column_state(), stateLabels[state]()],
        ]}
      />
    ),
  }
}

export const find: PaletteSource['find'] = async (q, limit, signal) => {
  const { total, records } = await resource.list({ q: q.replace(/^#/, ''), limit }, { signal })
  return { total, entries: records.map(toPaletteEntry) }
}
