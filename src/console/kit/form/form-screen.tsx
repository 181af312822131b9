import type { Draft } from '#kit/drafts/client.ts'
import type { Recorded } from '#kit/resource.ts'
import { DraftLoader } from './drafts/draft-loader.tsx'
import type { FormDeclaration } from './form-declaration.ts'
import { RecordForm } from './record-form.tsx'
import { RecordLoader } from './record-loader.tsx'

/** Form screen of a module: edits the record in the address, a new one, or a copy. */
export function FormScreen<Item extends Recorded, Shape extends Record<string, unknown>>(
  declaration: FormDeclaration<Item, Shape>,
) {
  const { resource, newTitle, back, blank, toInput, only, drafts } = declaration
  return (
    <RecordLoader resource={resource} title={newTitle} note={back.label} only={only}>
      {(record, copied) => {
        const form = (begun?: Draft<Shape>) => (
          <RecordForm
            key={record?._id ?? 'new'}
            declaration={declaration}
            record={record}
            begin={copied ? toInput(copied) : blank}
            existingDraft={begun}
          />
        )
        return record && drafts ? (
          <DraftLoader
            key={record._id}
            calls={drafts.calls}
            path={resource.path}
            id={record._id}
            has={Boolean(record.draft)}
            title={newTitle}
            note={back.label}
          >
            {form}
          </DraftLoader>
        ) : (
          form()
        )
      }}
    </RecordLoader>
  )
}
