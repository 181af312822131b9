import { Button, FileButton, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { Media } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import { Icon } from '../../parts/icon.tsx'
import square from '../../parts/icon-button.module.css'
import { DropArea } from '../../parts/media/drop-area.tsx'
import { MediaPicker } from '../../parts/media/media-picker.tsx'
import { PictureInput } from '../../parts/media/picture-input.tsx'
import { UploadProgress } from '../../parts/media/upload-progress.tsx'
import { useUpload } from '../../parts/media/use-upload.ts'
import styles from '../form.module.css'
import { fieldId, useForm, usePath } from '../form-context.ts'
import { FieldError } from './field-error.tsx'

export function PictureControl({
  name,
  label,
  shape,
  omitsAlt,
}: {
  name: string
  label: string
  shape?: string | undefined
  omitsAlt?: boolean
}) {
  const { knownFiles } = useForm()
  const { value, error, set } = usePath(name)
  const id = typeof value === 'string' ? value : null
  return (
    <div>
      <PictureInput
        id={fieldId(name)}
        label={label}
        value={id}
        picture={id ? knownFiles.picture(id) : undefined}
        onChange={set}
        onFile={knownFiles.add}
        shape={shape}
        {...(omitsAlt && { omitsAlt })}
      />
      <FieldError path={name} message={error} />
    </div>
  )
}

interface FilesControlProps {
  name: string
  label: string
  accept: string
  maxFiles: number
  kind: Media['kind']
}

/** Ordered list of files: add by drag, paste or picker; move and remove. */
export function FilesControl({ name, label, accept, maxFiles, kind }: FilesControlProps) {
  const { knownFiles } = useForm()
  const { value, error, set } = usePath(name)
  const [picking, setPicking] = useState(false)
  const ids = Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  const add = (medium: Media) => {
    knownFiles.add(medium.picture, medium.file)
    if (!ids.includes(medium._id)) set([...ids, medium._id])
  }
  const { uploading, error: refused, send, cancel } = useUpload(add)
  const move = (from: number, to: number) => {
    const id = ids[from]
    if (id !== undefined && to >= 0 && to < ids.length) set(ids.toSpliced(from, 1).toSpliced(to, 0, id))
  }
  return (
    <DropArea accept={accept} onFiles={(files) => void send(files.slice(0, maxFiles - ids.length))}>
      <ul className={styles.files}>
        {ids.map((id, index) => {
          const file = knownFiles.file(id)
          const title = file?.name ?? id
          return (
            <li key={id}>
              <Icon name={file?.mime.startsWith('video/') ? 'video' : 'file'} />
              {file ? (
                <a href={file.url} target="_blank" rel="noopener noreferrer">
                  {title}
                </a>
              ) : (
                title
              )}
              <span className={styles.fileSize}>{file && formatFileSize(file.bytes)}</span>
              {ids.length > 1 && (
                <>
                  <UnstyledButton
                    className={square.square}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                    aria-label={m.form_move_up({ name: title })}
                  >
                    <Icon name="sortUp" size={14} />
                  </UnstyledButton>
                  <UnstyledButton
                    className={square.square}
                    disabled={index === ids.length - 1}
                    onClick={() => move(index, index + 1)}
                    aria-label={m.form_move_down({ name: title })}
                  >
                    <Icon name="sortDown" size={14} />
                  </UnstyledButton>
                </>
              )}
              <UnstyledButton
                className={square.square}
                onClick={() => set(ids.filter((one) => one !== id))}
                aria-label={m.form_file_remove({ name: title })}
              >
                <Icon name="close" size={14} />
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
      {uploading && <UploadProgress uploading={uploading} cancel={cancel} />}
      {refused && (
        <p className={styles.error} role="alert">
          <Icon name="warning" size={12} /> {refused}
        </p>
      )}
      {ids.length < maxFiles ? (
        <div className={styles.acts}>
          <FileButton multiple accept={accept} onChange={(files) => void send(files.slice(0, maxFiles - ids.length))}>
            {(props) => (
              <Button
                id={fieldId(name)}
                leftSection={<Icon name="upload" />}
                aria-label={`${label}: ${m.form_picture_upload()}`}
                {...props}
              >
                {m.form_picture_upload()}
              </Button>
            )}
          </FileButton>
          <Button leftSection={<Icon name="archive" />} onClick={() => setPicking(true)}>
            {m.form_picture_pick()}
          </Button>
        </div>
      ) : (
        <p className={styles.reason}>{m.form_files_full({ count: maxFiles })}</p>
      )}
      <FieldError path={name} message={error} />
      <MediaPicker
        opened={picking}
        kind={kind}
        close={() => setPicking(false)}
        choose={(medium) => {
          add(medium)
          setPicking(false)
        }}
      />
    </DropArea>
  )
}
