import { m } from '#messages/messages.js'
import { IconButton } from '#ui/controls/button.tsx'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { maxRequestFiles } from '../../rules.ts'
import styles from './file-field.module.css'
import type { AttachedFile } from './upload-queue.ts'
import type { RequestFiles } from './use-request-files.ts'

// One dynamic import loads the list and the queue.
export { UploadQueue } from './upload-queue.ts'

const getFileExtension = (name: string): string => (/\.(\w{1,4})$/.exec(name)?.[1] ?? '').toUpperCase()

/** List of the chosen files with their progress. */
export function FileList({ field: { files, full, remove, again } }: { field: RequestFiles }) {
  return (
    <>
      {full && (
        <p className={styles.full} role="status">
          {m.consult_files_full({ count: maxRequestFiles })}
        </p>
      )}
      {files.length > 0 && (
        <ul className={styles.list}>
          {files.map((file) => (
            <FileRow key={file.key} file={file} remove={() => remove(file.key)} again={() => again(file.key)} />
          ))}
        </ul>
      )}
      <VisuallyHidden>
        <span role="status">
          {files.length > 0 &&
            m.consult_files_said({
              there: files.filter(({ state }) => state === 'there').length,
              count: files.length,
            })}
        </span>
      </VisuallyHidden>
    </>
  )
}

function FileRow({ file, remove, again }: { file: AttachedFile; remove: () => void; again: () => void }) {
  const { name, bytes, picture, state, part, error } = file
  const percent = Math.round(part * 100)
  return (
    <li className={styles.row}>
      {picture ? (
        <img className={styles.thumb} src={picture} alt="" width={56} height={56} />
      ) : (
        <span className={styles.thumb}>{getFileExtension(name)}</span>
      )}
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {state === 'refused' ? (
          <p className={styles.wrong}>
            {error}{' '}
            {error === m.consult_file_broken() && (
              <button type="button" className={styles.again} onClick={again}>
                {m.consult_file_again()}
              </button>
            )}
          </p>
        ) : state === 'there' ? (
          <p className={styles.fact}>{`${formatFileSize(bytes)}, ${m.consult_file_there()}`}</p>
        ) : (
          <progress className={styles.progress} value={percent} max={100} aria-label={name} />
        )}
      </div>
      {(state === 'going' || state === 'waiting') && <span className={styles.percent}>{`${percent}%`}</span>}
      <IconButton icon="close" label={m.consult_file_remove({ name })} onClick={remove} />
    </li>
  )
}
