import { deleteAction } from '#console/kit/list/actions/common-actions.ts'
import { createdColumn, languagesColumn, nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import type { Media } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import { getMediaName, kindLabels, resource } from './resource.tsx'
import { UploadButton } from './upload-button.tsx'

export default function MediaList() {
  const mayUpload = useMayWrite('console:upload')
  return (
    <ListScreen
      resource={resource}
      title={m.media_title()}
      name={getMediaName}
      to={({ _id }) => `/console/media/${_id}`}
      picture={({ picture }) => picture}
      head={mayUpload && <UploadButton />}
      columns={[
        { ...nameColumn(getMediaName, m.media_name()), sort: 'name' },
        { key: 'kind', title: m.media_kind(), width: 84, value: ({ kind }) => kindLabels[kind]() },
        {
          key: 'alt',
          title: m.form_alt(),
          width: 320,
          drop: 2,
          value: ({ kind, alt }) => (kind === 'picture' ? (alt.ko ?? null) : null),
        },
        languagesColumn(({ kind, alt }: Media) => (kind === 'picture' ? alt : {})),
        {
          key: 'pixels',
          title: m.media_pixels(),
          width: 112,
          align: 'right',
          drop: 1,
          value: ({ picture }) => picture && `${picture.width} × ${picture.height}`,
        },
        {
          key: 'bytes',
          title: m.media_bytes(),
          width: 88,
          align: 'right',
          sort: 'bytes',
          value: ({ bytes }) => bytes,
          cell: ({ bytes }) => formatFileSize(bytes),
        },
        {
          key: 'uses',
          title: m.media_uses(),
          width: 88,
          align: 'right',
          drop: 1,
          value: ({ uses }) => uses,
          cell: ({ uses }) => (uses > 0 ? uses.toLocaleString() : '–'),
        },
        { ...createdColumn(), optional: false },
      ]}
      filters={[
        {
          name: 'kind',
          title: m.media_kind(),
          options: (['picture', 'video', 'document'] as const).map((value) => ({ value, label: kindLabels[value]() })),
        },
        {
          name: 'use',
          title: m.media_uses(),
          options: [
            { value: 'used', label: m.media_used() },
            { value: 'unused', label: m.media_unused() },
          ],
        },
      ]}
      views={[
        { key: 'picture', title: m.media_kind_picture(), filters: { kind: 'picture' } },
        { key: 'video', title: m.media_kind_video(), filters: { kind: 'video' } },
        { key: 'document', title: m.media_kind_document(), filters: { kind: 'document' } },
        { key: 'unused', title: m.media_unused(), filters: { use: 'unused' } },
      ]}
      // Deletion only in the view of unused files: elsewhere most are in use or new and would be refused.
      actions={deleteAction(resource, getMediaName).map((act) => ({
        ...act,
        appliesTo: ({ use }) => use === 'unused',
      }))}
      search={m.media_search()}
      empty={{ title: m.media_empty_title(), text: m.media_empty_text() }}
    />
  )
}
