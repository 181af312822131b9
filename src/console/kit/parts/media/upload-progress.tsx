import { UnstyledButton } from '@mantine/core'
import { m } from '#messages/messages.js'
import styles from './upload-progress.module.css'
import type { RunningUpload } from './use-upload.ts'

/** Progress of an upload, with a cancel button. */
export function UploadProgress({ uploading, cancel }: { uploading: RunningUpload; cancel: () => void }) {
  const percent = Math.round(uploading.progress * 100)
  return (
    <div className={styles.progress}>
      <span>{m.form_uploading({ name: uploading.name, percent })}</span>
      <progress value={percent} max={100} aria-label={uploading.name} />
      <UnstyledButton className={styles.cancel} onClick={cancel}>
        {m.list_cancel()}
      </UnstyledButton>
    </div>
  )
}
