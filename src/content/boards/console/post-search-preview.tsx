import type { Locale } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import type { PostShape } from './post-resource.tsx'
import styles from './post-settings.module.css'

/** Preview as a search result. */
export function SearchPreview({ post, locale, place }: { post: PostShape; locale: Locale; place: string }) {
  const text = post.texts[locale] ?? post.texts.ko
  return (
    <div className={styles.found}>
      <p className={styles.foundPlace}>{[m.boards_found_firm(), place, post.slug].filter(Boolean).join(' › ')}</p>
      <p className={styles.foundTitle}>{text.subject || m.boards_untitled()}</p>
      <p className={styles.foundText}>{text.summary || m.boards_found_none()}</p>
    </div>
  )
}
