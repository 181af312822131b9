import { splitLinks } from '../rules.ts'
import styles from './comment-section.module.css'

/** Plain text with line breaks; web addresses become links. */
export function CommentText({ body }: { body: string }) {
  return (
    <p className={styles.text}>
      {splitLinks(body).map(({ at, text, isLink }) =>
        isLink ? (
          <a key={at} href={text} rel="nofollow ugc noopener">
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </p>
  )
}
