import { type DragEvent, lazy, Suspense, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { requestAccept } from '../../rules.ts'
import { FieldError, getFieldId } from './answer-field.tsx'
import styles from './file-field.module.css'
import { loadFileList } from './load-form-code.ts'
import type { RequestFiles } from './use-request-files.ts'

/** The names of the files, if the code of their list fails to load: an error here would take the typed text along. */
function FileNames({ field: { files } }: { field: RequestFiles }) {
  return (
    <p className={styles.hint} role="status">
      {files.map(({ name }) => name).join(', ')}
    </p>
  )
}

const FileList = lazy(async () => {
  const code = await loadFileList().catch(() => null)
  return { default: code?.FileList ?? FileNames }
})

/**
 * Upload field for photos and documents: chosen, dropped or taken with the camera. Each file uploads immediately, with
 * progress.
 */
export function FileField({ field, error }: { field: RequestFiles; error: string | undefined }) {
  const { files, full, held, add } = field
  const [isDraggedOver, setDraggedOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const chooseFiles = (chosen: Iterable<File>) => input.current && add([...chosen], input.current)
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(false)
    chooseFiles(event.dataTransfer.files)
  }
  return (
    <>
      <fieldset
        className={styles.area}
        aria-labelledby="group-files"
        data-over={isDraggedOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setDraggedOver(true)
        }}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={handleDrop}
      >
        <label className={styles.choose}>
          <input
            ref={input}
            type="file"
            id={getFieldId('files')}
            name="file"
            multiple
            accept={requestAccept}
            aria-describedby="files-hint"
            onChange={({ currentTarget }) => currentTarget.files && chooseFiles(currentTarget.files)}
          />
          <span>{m.consult_files_choose()}</span>
        </label>
        <p id="files-hint" className={styles.hint}>
          {m.consult_files_hint()}
        </p>
      </fieldset>
      <Suspense>{(files.length > 0 || full) && <FileList field={field} />}</Suspense>
      {held.length > 0 && (
        <p className={styles.hint} role="status">
          {held.map(({ name }) => name).join(', ')}
          <br />
          {m.consult_files_held()}
        </p>
      )}
      <FieldError name="files" error={error} />
    </>
  )
}
