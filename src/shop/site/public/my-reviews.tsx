import { useCallback, useState } from 'react'
import { formatWeekday } from '#content/site/site-shell/format-dates.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { joinDotted } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { conditions } from '../../conditions/contract.ts'
import { orders } from '../../orders/contract.ts'
import { reviews } from '../../reviews/contract.ts'
import { productPath } from '../layout/shop-paths.ts'
import { Thumbnail } from '../parts/thumbnail.tsx'
import styles from './my-shop.module.css'
import { WriteReview } from './write-review.tsx'

const client = clientOf(reviews)
const orderClient = clientOf(orders)
const conditionClient = clientOf(conditions)
const load = async () => {
  const [written, open, { conditions: terms }] = await Promise.all([
    readAllPages('reviews', (query) => client.mine({ query })),
    readAllPages('purchases', (page) => orderClient.purchases({ query: { ...page, reviewable: 'true' } })),
    conditionClient.published(),
  ])
  return { reviews: written.reviews, purchases: open.purchases, earns: terms.reviewPoints }
}

/** Purchases to review, and reviews written. */
export default function MyReviews() {
  const { value, error, reload } = useLoaded(load)
  const [open, setOpen] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const onWritten = useCallback(
    (points: number) => {
      setOpen(undefined)
      setAnnouncement(points > 0 ? m.shop_review_written_points({ points }) : m.shop_review_written())
      reload()
    },
    [reload],
  )
  return (
    <>
      <h1 className={parts.title}>{m.shop_me_reviews()}</h1>
      <p role="status" className={parts.said}>
        {announcement}
      </p>
      {!value && <LoadState error={error} reload={reload} />}
      {value && (
        <section className={parts.part} aria-labelledby="to-review">
          <h2 id="to-review" className={parts.section}>
            {m.shop_reviews_open()}
          </h2>
          {value.purchases.length === 0 && <p>{m.shop_reviews_open_none()}</p>}
          <ul>
            {value.purchases.map((purchase) => (
              <li key={purchase._id} className={styles.review}>
                <div className={styles.row}>
                  <Thumbnail picture={purchase.picture} sizes="84px" className={styles.picture} />
                  <div>
                    <p>{purchase.name}</p>
                    <p className={parts.meta}>{joinDotted([...purchase.values, purchase.number])}</p>
                  </div>
                  <Button
                    low
                    look="outline"
                    className={styles.act ?? ''}
                    aria-expanded={open === purchase._id}
                    aria-label={m.shop_review_write_of({ name: purchase.name })}
                    onClick={() => setOpen(open === purchase._id ? undefined : purchase._id)}
                  >
                    {m.shop_review_write()}
                  </Button>
                </div>
                {open === purchase._id && <WriteReview line={purchase._id} earns={value.earns} onWritten={onWritten} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {value && value.reviews.length > 0 && (
        <section className={parts.part} aria-labelledby="reviewed">
          <h2 id="reviewed" className={parts.section}>
            {m.shop_reviews_written()}
          </h2>
          <ul>
            {value.reviews.map((review) => (
              <li key={review._id} className={styles.review}>
                <p>
                  <b>{m.shop_points_given({ points: review.rating })}</b>{' '}
                  <a className={parts.link} href={currentLocalePath(productPath(review.product._id))}>
                    {review.product.name}
                  </a>
                </p>
                <p className={styles.text}>{review.text}</p>
                {review.pictures.length > 0 && (
                  <ul className={styles.photographs}>
                    {review.pictures.map((picture, index) => (
                      <li key={picture._id}>
                        <Picture picture={picture} sizes="84px" alt={m.shop_review_picture({ number: index + 1 })} />
                      </li>
                    ))}
                  </ul>
                )}
                <p className={parts.meta}>
                  {joinDotted([...review.values, formatWeekday(review.at), review.hidden && m.shop_review_hidden()])}
                </p>
                {review.reply && <p className={styles.reply}>{review.reply}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
