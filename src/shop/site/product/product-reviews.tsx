import { formatWeekday } from '#content/site/site-shell/format-dates.ts'
import { m } from '#messages/messages.js'
import { Pagination } from '#ui/controls/pagination.tsx'
import { joinDotted } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import type { PublicGood } from '../../goods/contract.ts'
import type { PublicReview } from '../../reviews/contract.ts'
import styles from './product-reviews.module.css'

interface ReviewsProps {
  product: PublicGood
  reviews: readonly PublicReview[]
  total: number
  page: number
  perPage: number
  /** Path of the product in the page's locale. */
  to: string
}

/** Reviews of buyers, with the distribution of ratings. */
export function ProductReviews({ product, reviews, total, page, perPage, to }: ReviewsProps) {
  const most = Math.max(1, ...product.ratings)
  return (
    <section className={styles.reviews} id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">{m.shop_reviews()}</h2>
      {product.rating === null ? (
        <p className={styles.none}>{m.shop_reviews_none()}</p>
      ) : (
        <div className={styles.sum}>
          <p>
            <b>{product.rating.toFixed(1)}</b>
            <span>{m.shop_reviews_of_buyers()}</span>
          </p>
          <dl>
            {[5, 4, 3, 2, 1].map((points) => {
              const count = product.ratings[points - 1] ?? 0
              return (
                <div key={points}>
                  <dt>{m.shop_points_given({ points })}</dt>
                  <dd>
                    <span className={styles.bar} style={{ '--part': count / most }} />
                    {count}
                  </dd>
                </div>
              )
            })}
          </dl>
        </div>
      )}
      <ul className={styles.list}>
        {reviews.map((review) => (
          <li key={review._id}>
            <p className={styles.over}>
              <span>
                <b>{m.shop_points_given({ points: review.rating })}</b> {joinDotted(review.values)}
              </span>
              <span>{joinDotted([review.name, formatWeekday(review.at)])}</span>
            </p>
            <p className={styles.text}>{review.text}</p>
            {review.pictures.length > 0 && (
              <ul className={styles.pictures}>
                {review.pictures.map((picture, index) => (
                  <li key={picture._id}>
                    <Picture picture={picture} sizes="112px" alt={m.shop_review_picture({ number: index + 1 })} />
                  </li>
                ))}
              </ul>
            )}
            {review.reply && (
              <p className={styles.reply}>
                <b>{product.maker || m.shop_name()}</b> {review.reply}
              </p>
            )}
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        of={Math.ceil(total / perPage)}
        to={(number) => `${to}${number > 1 ? `?page=${number}` : ''}#reviews`}
      />
    </section>
  )
}
