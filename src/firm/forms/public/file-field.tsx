import { type DragEvent, lazy, Suspense, useState } from 'react'
import { m } from '#messages/messages.js'
import { FieldError, fieldId } from './answer-field.tsx'
import { readFiles } from './call.tsx'
import styles from './files.module.css'
import type { Files } from './use-files.tsx'

/** On a telephone these offer the camera. */
const accepted = 'image/*,video/mp4,video/quicktime,.pdf,.hwp,.hwpx,.doc,.docx,.xls,.xlsx,.zip'

const FileList = lazy(async () => ({ default: (await readFiles()).FileList }))

/** Photographs and papers: chosen, dropped, or taken with the camera; each goes at once and tells how far it is. */
export function FileField({ field, error }: { field: Files; error: string | undefined }) {
  const { files, full, held, add } = field
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }
  return (
    <>
      <fieldset
        className={styles.area}
        aria-labelledby="group-files"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label className={styles.choose}>
          <input
            type="file"
            id={fieldId('files')}
            name="file"
            multiple
            accept={accepted}
            aria-describedby="files-hint"
            onChange={({ currentTarget }) => {
              add([...(currentTarget.files ?? [])])
              // The same file may be chosen again, and nothing is sent a second time with the form.
              currentTarget.value = ''
            }}
          />
          <span>{m.consult_files_choose()}</span>
        </label>
        <p id="files-hint" className={styles.hint}>
          {m.consult_files_hint()}
        </p>
      </fieldset>
      <Suspense>{(files.length > 0 || full) && <FileList field={field} />}</Suspense>
      {held.length > 0 && (
        <p className={styles.full} role="alert">
          {m.consult_file_broken()}{' '}
          <button type="button" className={styles.again} onClick={() => add(held)}>
            {m.consult_file_again()}
          </button>
        </p>
      )}
      <FieldError name="files" error={error} />
    </>
  )
}
