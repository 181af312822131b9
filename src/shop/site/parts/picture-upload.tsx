import { useState } from 'react'
import { acceptOf } from '#kit/files/file-types.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import styles from './picture-upload.module.css'

/** Uploaded photo that is not attached yet. */
export interface UploadedPhoto {
  id: string
  name: string
}

interface PicturesProps {
  pictures: readonly UploadedPhoto[]
  max: number
  onChange: (pictures: UploadedPhoto[]) => void
}

/** Photo upload: each file with its name and a remove button. */
export function PhotoUpload({ pictures, max, onChange }: PicturesProps) {
  const [part, setPart] = useState<number>()
  const [error, setError] = useState('')
  const send = async (file: File | undefined) => {
    if (!file) return
    setError('')
    setPart(0)
    try {
      const { uploadPhoto } = await import('../order/order-requests.ts')
      const id = await uploadPhoto(file, setPart)
      onChange([...pictures, { id, name: file.name }])
    } catch (failed) {
      setError(errorMessage(failed))
    }
    setPart(undefined)
  }
  return (
    <div className={styles.pictures}>
      <ul>
        {pictures.map(({ id, name }) => (
          <li key={id}>
            {name}
            <button
              type="button"
              aria-label={m.shop_picture_remove({ name })}
              onClick={() => onChange(pictures.filter((one) => one.id !== id))}
            >
              {m.shop_cart_take()}
            </button>
          </li>
        ))}
      </ul>
      {pictures.length < max && (
        <label className={styles.add}>
          {part === undefined ? m.shop_picture_add() : m.shop_picture_sending({ part: Math.round(part * 100) })}
          <input
            type="file"
            accept={acceptOf({ kinds: ['picture'] })}
            disabled={part !== undefined}
            onChange={({ target }) => {
              void send(target.files?.[0])
              target.value = ''
            }}
          />
        </label>
      )}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
