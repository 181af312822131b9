import { type SyntheticEvent, useState } from 'react'
import { newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import parts from '#people/account/parts.module.css'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { reviews } from '../../reviews/contract.ts'
import fields from '../parts/form.module.css'
import { Pictures, type SentPicture } from '../parts/pictures.tsx'

const client = clientOf(reviews)

/** A review of one thing that was bought: points, words, photographs. */
export function WriteReview({ line, onWritten }: { line: string; onWritten: (points: number) => void }) {
  const [rating, setRating] = useState(0)
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<SentPicture[]>([])
  const [key] = useState(newKey)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
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
      onWritten(points)
    } catch (failed) {
      setError(failed instanceof Error ? failed.message : String(failed))
      setBusy(false)
    }
  }
  return (
    <form className={fields.stack} noValidate onSubmit={(event) => void send(event)}>
      <fieldset className={parts.choices}>
        <legend className={parts.fileLabel}>{m.shop_review_rating()}</legend>
        {[5, 4, 3, 2, 1].map((points) => (
          <label key={points} className={parts.check}>
            <input type="radio" name="rating" checked={rating === points} onChange={() => setRating(points)} />
            {m.shop_points_given({ points })}
          </label>
        ))}
      </fieldset>
      <label className={fields.area}>
        {m.shop_review_text()}
        <textarea rows={4} maxLength={3000} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <Pictures pictures={pictures} most={6} onChange={setPictures} />
      {error && (
        <p role="alert" className={parts.wrong}>
          {error}
        </p>
      )}
      <p>
        <Button type="submit" low busy={isBusy}>
          {m.shop_review_send()}
        </Button>
      </p>
    </form>
  )
}
