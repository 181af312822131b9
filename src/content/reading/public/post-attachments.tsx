import { m } from '#messages/messages.js'
import { Icon } from '#ui/controls/icon.tsx'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { PublicArticle } from '../contract.ts'
import styles from './post-attachments.module.css'

/** Downloads, one row each with the file size. */
export function PostAttachments({ files }: Pick<PublicArticle, 'files'>) {
  if (files.length === 0) return null
  return (
    <section className={styles.attachments} aria-labelledby="attachments">
      <h2 id="attachments" className={styles.title}>
        {m.reading_files({ count: files.length })}
      </h2>
      <ul>
        {files.map(({ _id, name, url, bytes }) => (
          <li key={_id} className={styles.row}>
            <a className={styles.file} href={url} download={name}>
              {/* File names have no known language. */}
              <span className={styles.name} lang={/[가-힣]/.test(name) ? foreignLang('ko') : undefined}>
                {name}
              </span>
              <span className={styles.size}>{formatFileSize(bytes)}</span>
              <Icon name="download" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
