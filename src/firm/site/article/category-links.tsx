import { Link } from 'react-router'
import type { BoardChoices } from '#content/reading/contract.ts'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import styles from './category-links.module.css'

interface CategoryLinksProps {
  choices: BoardChoices
  /** Key of the current category; undefined: all. */
  current: string | undefined
  /** Returns the URL of a category. */
  to: (category: string | undefined) => string
  label: string
}

/** Categories of a board with their number of posts. */
export function CategoryLinks({ choices, current, to, label }: CategoryLinksProps) {
  const all = { value: undefined, title: m.reading_all(), posts: choices.total, lang: undefined }
  return (
    <nav aria-label={label}>
      <ul className={styles.list} data-scrolls>
        {[all, ...choices.categories].map(({ value, title, posts, lang }) => (
          <li key={value ?? ''}>
            <Link
              className={styles.link}
              to={to(value)}
              preventScrollReset
              aria-current={value === current ? 'page' : undefined}
            >
              <span lang={lang && foreignLang(lang)}>{title}</span>
              <span className={styles.count}>{posts}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
