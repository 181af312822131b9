import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import type { Picture, StoredFile } from '#kit/contract.ts'
import type { Media } from '#kit/files/contract.ts'
import { acceptOf } from '#kit/files/file-types.ts'
import { textIn } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { Icon } from '../icon.tsx'
import { AltText } from './alt-text.tsx'
import { DropArea } from './drop-area.tsx'
import { MediaPicker } from './media-picker.tsx'
import styles from './picture-input.module.css'
import { pictureAddress } from './thumbnail.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'

interface PictureInputProps {
  id: string
  label: string
  value: string | null
  /** Picture with the id `value`, once loaded. */
  picture: Picture | undefined
  onChange: (id: string | null) => void
  /** Called with a picture from the server: a new one, or one with a changed alternative text. */
  onFile: (picture: Picture | null, file: StoredFile) => void
  /** Aspect ratio in which it will be shown. */
  shape?: string | undefined
  /** Omits the field for the alternative text, to save space. */
  omitsAlt?: boolean
}

const pictures = acceptOf({ kinds: ['picture'] })

/** Picture field: drag, paste, upload, or pick an uploaded file; with its alternative text. */
export function PictureInput({ id, label, value, picture, onChange, onFile, shape, omitsAlt }: PictureInputProps) {
  const [picking, setPicking] = useState(false)
  const take = (medium: Media) => {
    onFile(medium.picture, medium.file)
    onChange(medium._id)
  }
  const { uploading, error, send, cancel } = useUpload(take)
  return (
    <DropArea accept={pictures} onFiles={(files) => void send(files.slice(0, 1))} className={styles.picture}>
      <div
        className={styles.frame}
        style={shape && value ? { aspectRatio: shape } : undefined}
        data-empty={!value || undefined}
      >
        {value && picture ? (
          <img src={pictureAddress(picture, 720)} alt={textIn(getLocale(), picture.alt)} />
        ) : (
          <span className={styles.hint}>{m.form_picture_hint()}</span>
        )}
      </div>
      {uploading && <UploadProgress uploading={uploading} cancel={cancel} />}
      {error && (
        <p className={styles.error} role="alert">
          <Icon name="warning" size={12} /> {error}
        </p>
      )}
      <div className={styles.acts}>
        <FileButton accept={pictures} onChange={(file) => file && void send([file])}>
          {(props) => (
            <Button
              id={id}
              leftSection={<Icon name="upload" />}
              aria-label={`${label}: ${value ? m.form_picture_replace() : m.form_picture_upload()}`}
              {...props}
            >
              {value ? m.form_picture_replace() : m.form_picture_upload()}
            </Button>
          )}
        </FileButton>
        <Button leftSection={<Icon name="image" />} onClick={() => setPicking(true)}>
          {m.form_picture_pick()}
        </Button>
        {value && (
          <Button variant="subtle" onClick={() => onChange(null)}>
            {m.form_picture_remove()}
          </Button>
        )}
      </div>
      {value && !omitsAlt && <AltText id={value} saved={(medium) => onFile(medium.picture, medium.file)} />}
      <MediaPicker
        opened={picking}
        kind="picture"
        close={() => setPicking(false)}
        choose={(medium) => {
          take(medium)
          setPicking(false)
        }}
      />
    </DropArea>
  )
}
