import type { Recorded } from '#kit/resource.ts'
import type { FormDeclaration } from './declaration.ts'
import { RecordForm } from './record-form.tsx'
import { RecordLoader } from './record-loader.tsx'

/** The form of a module: of the record its address names, of a new one, or of a copy. */
export function FormScreen<Item extends Recorded, Shape extends Record<string, unknown>>(
  declaration: FormDeclaration<Item, Shape>,
) {
  const { resource, newTitle, back, blank, toInput, only } = declaration
  return (
    <RecordLoader resource={resource} title={newTitle} note={back.label} only={only}>
      {(record, copied) => (
        <RecordForm
          key={record?._id ?? 'new'}
          declaration={declaration}
          record={record}
          begin={copied ? toInput(copied) : blank}
        />
      )}
    </RecordLoader>
  )
}
