import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { formatShortDay } from '#ui/format/format-day.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { useUnitRule } from '#ui/text/non-breaking-units.ts'
import type { PublicPost } from '../contract.ts'
import styles from './story-card.module.css'

interface StoryCardProps {
  story: PublicPost
  /** URL of the story. */
  to: string
  /** Labels a pinned story. */
  marked?: boolean
  /** The picture is in the first viewport: load it eagerly. */
  first?: boolean
}

/** Wide: square picture left of the text. Narrow: picture above, no summary. The picture is decorative. */
export function StoryCard({ story, to, marked = false, first = false }: StoryCardProps) {
  const bindUnits = useUnitRule()
  return (
    <article className={styles.card}>
      <div className={styles.inside}>
        {story.thumb && (
          <Picture
            className={styles.picture}
            picture={story.thumb}
            alt=""
            sizes="(min-width: 1200px) 223px, 50vw"
            isFirst={first}
          />
        )}
        <div className={styles.words}>
          <p className={styles.meta}>
            {marked && story.pinned && <span className={styles.pinned}>{m.reading_pinned()}</span>}
            {story.categoryTitle && <span className={styles.category}>{story.categoryTitle}</span>}
            <time dateTime={story.publishedAt}>{formatShortDay(story.publishedAt)}</time>
          </p>
          <h3 className={styles.title} lang={foreignLang(story.lang)}>
            <Link className={styles.link} to={to}>
              {bindUnits(story.subject)}
            </Link>
          </h3>
          <p className={styles.summary} lang={foreignLang(story.lang)}>
            {bindUnits(story.summary)}
          </p>
        </div>
      </div>
    </article>
  )
}
