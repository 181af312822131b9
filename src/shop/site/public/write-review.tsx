import { type SyntheticEvent, useEffect, useState } from 'react'
import { newKey } from '#kit/client.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import parts from '#people/account/forms/parts.module.css'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { reviews } from '../../reviews/contract.ts'
import fields from '../parts/form.module.css'
import { PhotoUpload, type UploadedPhoto } from '../parts/picture-upload.tsx'
import styles from './my-shop.module.css'
import { readReviewDraft, removeReviewDraft, storeReviewDraft } from './review-draft.ts'

const client = clientOf(reviews)

interface WriteReviewProps {
  line: string
  /** Points earned by the review; 0: none. */
  earns: number
  onWritten: (points: number) => void
}

/** Review form for a purchased line: rating, text and photos. The draft stays in this tab. */
export function WriteReview({ line, earns, onWritten }: WriteReviewProps) {
  const [stored] = useState(() => readReviewDraft(line))
  const [rating, setRating] = useState(stored.rating)
  const [text, setText] = useState(stored.text)
  const [pictures, setPictures] = useState<UploadedPhoto[]>([])
  const [key] = useState(newKey)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  useEffect(() => storeReviewDraft(line, { rating, text }), [line, rating, text])
  const send = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (rating === 0) return setError(m.shop_review_rating_needed())
    if (!text.trim()) return setError(m.shop_review_text_needed())
    setBusy(true)
    setError('')
    try {
      const { points } = await client.write(
        { body: { line, rating, text, pictures: pictures.map(({ id }) => id) } },
        { headers: { 'idempotency-key': key } },
      )
      removeReviewDraft(line)
      onWritten(points)
    } catch (failed) {
      setError(errorMessage(failed))
      setBusy(false)
    }
  }
  return (
    <form className={fields.stack} noValidate onSubmit={(event) => void send(event)}>
      <fieldset className={styles.rating}>
        <legend>{m.shop_review_rating()}</legend>
        <div>
          {[1, 2, 3, 4, 5].map((points) => (
            <label key={points}>
              <input type="radio" name="rating" checked={rating === points} onChange={() => setRating(points)} />
              {m.shop_points_given({ points })}
            </label>
          ))}
        </div>
        <p aria-hidden="true">
          <span>{m.shop_review_low()}</span>
          <span>{m.shop_review_high()}</span>
        </p>
      </fieldset>
      <label className={fields.area}>
        {m.shop_review_text()}
        <textarea rows={5} maxLength={3000} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <p className={fields.quiet}>{m.shop_review_length({ count: groupDigits(text.length) })}</p>
      <PhotoUpload pictures={pictures} max={6} onChange={setPictures} />
      {error && (
        <p role="alert" className={parts.wrong}>
          {error}
        </p>
      )}
      <p>
        <Button type="submit" low busy={isBusy}>
          {earns > 0 ? m.shop_review_send_points({ points: groupDigits(earns) }) : m.shop_review_send()}
        </Button>
      </p>
    </form>
  )
}
