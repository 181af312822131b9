import { Link } from 'react-router'
import type { Breadcrumb } from '#content/site/describe-page.ts'
import { m } from '#messages/messages.js'
import { localizePath } from '../../localize-path.ts'
import styles from './breadcrumbs.module.css'

/** Breadcrumbs; the page itself is last. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Breadcrumb[] }) {
  return (
    <nav className={styles.crumbs} aria-label={m.hall_crumbs()}>
      <ol>
        {crumbs.map(({ title, to, lang }) => (
          <li key={title} lang={lang}>
            {to ? <Link to={localizePath(to)}>{title}</Link> : <span aria-current="page">{title}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
