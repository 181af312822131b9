import { useId, useState } from 'react'
import { acceptOf } from '#kit/files/file-types.ts'
import { m } from '#messages/messages.js'
import parts from '#people/account/forms/parts.module.css'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Picture } from '#ui/media/picture.tsx'
import { maxPictures, type OwnProduct, products } from '../contract.ts'
import styles from './products.module.css'

const client = clientOf(products)
type Pictures = OwnProduct['pictures']

interface PicturesProps {
  pictures: Pictures
  fault: string | undefined
  change: (pictures: Pictures) => void
}

/** Pictures of a product in order; the first is shown in lists. */
export function ProductPictures({ pictures, fault, change }: PicturesProps) {
  const id = useId()
  const [progress, setProgress] = useState<number | null>(null)
  const [uploadFault, setUploadFault] = useState<string>()
  const add = async (chosen: readonly File[]) => {
    setUploadFault(undefined)
    let uploaded = pictures
    for (const file of chosen.slice(0, maxPictures - pictures.length))
      try {
        setProgress(0)
        const form = new FormData()
        form.append('image', file)
        const { picture } = await client.uploadPicture({ form }, { onProgress: setProgress })
        uploaded = [...uploaded, picture]
        change(uploaded)
      } catch (error) {
        setUploadFault(`${file.name}: ${errorMessage(error)}`)
      }
    setProgress(null)
  }
  const toFront = (index: number) => {
    const chosen = pictures[index]
    if (chosen) change([chosen, ...pictures.filter((picture) => picture !== chosen)])
  }
  return (
    <div>
      <p className={parts.fileLabel}>{m.products_pictures()}</p>
      {pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map((picture, index) => (
            <li key={picture._id}>
              <Picture picture={picture} sizes="160px" alt={m.match_product_picture({ number: index + 1 })} />
              {index > 0 && (
                <button type="button" onClick={() => toFront(index)}>
                  {m.products_picture_first()}
                </button>
              )}
              <button
                type="button"
                aria-label={m.products_picture_remove({ number: index + 1 })}
                onClick={() => change(pictures.filter((other) => other !== picture))}
              >
                {m.products_remove()}
              </button>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < maxPictures && (
        <>
          <input
            id={id}
            name="image"
            type="file"
            accept={acceptOf({ kinds: ['picture'] })}
            multiple
            className={styles.hidden}
            onChange={(event) => {
              void add([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <label htmlFor={id} className={parts.choose}>
            {progress === null ? m.products_picture_add() : `${Math.round(progress * 100)} %`}
          </label>
        </>
      )}
      <p className={parts.meta}>{m.products_pictures_hint({ count: maxPictures })}</p>
      <div role="alert">{(uploadFault ?? fault) && <p className={parts.wrong}>{uploadFault ?? fault}</p>}</div>
    </div>
  )
}
