import { useId, useState } from 'react'
import { acceptOf } from '#kit/files/file-types.ts'
import { m } from '#messages/messages.js'
import { type Uploaded, users } from '#people/users/contract.ts'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import styles from './parts.module.css'

const client = clientOf(users)

/** Upload routes by field. */
const routes = {
  businessRegistration: client.uploadRegistration,
  logo: client.uploadLogo,
  photo: client.uploadPhoto,
  introduction: client.uploadIntroduction,
}

const uploads = {
  businessRegistration: users.uploadRegistration.upload,
  logo: users.uploadLogo.upload,
  photo: users.uploadPhoto.upload,
  introduction: users.uploadIntroduction.upload,
}

interface UploadFieldProps {
  field: keyof typeof routes
  label: string
  hint: string
  /** Current file: just uploaded, or stored with the record. */
  file: { name: string; bytes: number; url?: string } | null
  error?: string | undefined
  onUploaded: (file: Uploaded) => void
  /** Absent if the file is mandatory. */
  onRemove?: (() => void) | undefined
}

/** Formats a byte count as KB or MB (powers of 1,000). */
export const formatFileSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** File field that uploads immediately; the form submits the upload's ticket. */
export function UploadField({ field, label, hint, file, error, onUploaded, onRemove }: UploadFieldProps) {
  const id = useId()
  const [part, setPart] = useState<number | null>(null)
  const [uploadError, setUploadError] = useState<string>()
  const uploadFile = async (chosen: File | undefined) => {
    if (!chosen) return
    setUploadError(undefined)
    setPart(0)
    try {
      const form = new FormData()
      form.append(field, chosen)
      onUploaded((await routes[field]({ form }, { onProgress: setPart })).file)
    } catch (refused) {
      setUploadError(errorMessage(refused))
    } finally {
      setPart(null)
    }
  }
  const wrong = uploadError ?? error
  return (
    <div>
      <p className={styles.fileLabel} id={`${id}-label`}>
        {label}
      </p>
      <div className={styles.file}>
        <span className={styles.fileName}>
          {part !== null
            ? m.account_uploading({ percent: Math.round(part * 100) })
            : (file?.name ?? m.account_no_file())}
          {file && part === null && <span className={styles.meta}> {formatFileSize(file.bytes)}</span>}
        </span>
        <label className={styles.choose}>
          {file ? m.account_replace_file() : m.account_choose_file()}
          <input
            type="file"
            name={field}
            accept={acceptOf(uploads[field])}
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-hint`}
            aria-invalid={wrong ? true : undefined}
            onChange={(event) => {
              const { files } = event.currentTarget
              void uploadFile(files?.[0])
              event.currentTarget.value = ''
            }}
          />
        </label>
        {file && onRemove && (
          <button type="button" className={`${styles.link} ${styles.plain}`} onClick={onRemove}>
            {m.account_remove_file()}
          </button>
        )}
      </div>
      <p className={wrong ? styles.wrong : styles.meta} id={`${id}-hint`} role={wrong ? 'alert' : undefined}>
        {wrong ?? hint}
      </p>
    </div>
  )
}
