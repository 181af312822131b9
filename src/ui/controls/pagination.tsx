import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { Icon } from './icon.tsx'
import styles from './pagination.module.css'

interface PagingProps {
  page: number
  /** Number of pages. */
  of: number
  /** Address of a page by number. */
  to: (page: number) => string
}

/** First, last and adjacent page numbers; 0 marks a gap. */
const numbersOf = (page: number, of: number): number[] => {
  const near = Array.from({ length: of }, (_, at) => at + 1).filter(
    (number) => number === 1 || number === of || Math.abs(number - page) <= 1,
  )
  return near.flatMap((number, at) => (number - (near[at - 1] ?? 0) > 1 ? [0, number] : [number]))
}

/** Pagination links of a list. */
export function Pagination({ page, of, to }: PagingProps) {
  if (of <= 1) return null
  return (
    <nav className={styles.paging} aria-label={m.reading_pages()}>
      {page > 1 && (
        <Link className={styles.step} rel="prev" to={to(page - 1)}>
          <Icon name="arrow-left" small />
          {m.reading_page_previous()}
        </Link>
      )}
      <ol className={styles.numbers}>
        {numbersOf(page, of).map((number, at) => (
          <li key={number || `gap-${at}`}>
            {number === 0 ? (
              <span className={styles.gap} aria-hidden="true">
                …
              </span>
            ) : (
              <Link className={styles.number} to={to(number)} aria-current={number === page ? 'page' : undefined}>
                {number}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {page < of && (
        <Link className={styles.step} rel="next" to={to(page + 1)}>
          {m.reading_page_next()}
          <Icon name="arrow-right" small />
        </Link>
      )}
    </nav>
  )
}
