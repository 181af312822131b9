import { Link } from 'react-router'
import { formatShortDay } from '#ui/format/format-day.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { SearchResult } from '../contract.ts'
import { HighlightedText } from './highlighted-text.tsx'
import styles from './result-list.module.css'

interface ResultListProps {
  results: readonly SearchResult[]
  /** Number of the first result, on later pages. */
  start?: number
  /** Localizes the address of a result. */
  place: (path: string) => string
}

/** Results of one kind: linked title and matching excerpt. */
export function ResultList({ results, start = 1, place }: ResultListProps) {
  return (
    <ol className={styles.list} start={start}>
      {results.map(({ _id, path, title, titleMarks, excerpt, excerptMarks, date, lang }) => (
        <li key={_id} className={styles.result} lang={foreignLang(lang)}>
          <h3 className={styles.title}>
            <Link className={styles.link} to={place(path)}>
              <HighlightedText text={title} marks={titleMarks} />
            </Link>
          </h3>
          {date && (
            <time className={styles.date} dateTime={date}>
              {formatShortDay(date)}
            </time>
          )}
          {excerpt && (
            <p className={styles.excerpt}>
              <HighlightedText text={excerpt} marks={excerptMarks} />
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
