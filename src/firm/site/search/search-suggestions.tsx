import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { TelephoneLine } from '../layout/telephone-line.tsx'
import { bindUnits } from '../text/bind-units.ts'
import type { SearchData } from './load-search.ts'
import styles from './search-page.module.css'

/** Empty search result or no keyword: suggestions and links. */
export function SearchSuggestions({ data: { keyword, practice, phone } }: { data: SearchData }) {
  const links = [
    ...(practice ? [{ to: practice, words: m.search_way_practice() }] : []),
    { to: '/introduction/lawyer', words: m.search_way_lawyers() },
    { to: '/project', words: m.search_way_projects() },
    { to: '/story', words: m.search_way_stories() },
    { to: '/consult', words: m.search_way_consult() },
  ]
  return (
    <section className={styles.nothing} aria-labelledby="search-ways">
      {keyword && (
        <div className={styles.told} role="status">
          <p className={styles.none}>{bindUnits(m.search_none({ keyword }))}</p>
          <p className={styles.advice}>{bindUnits(m.search_none_text())}</p>
          <TelephoneLine className={styles.near} phone={phone} />
        </div>
      )}
      <h2 id="search-ways" className={styles.waysTitle}>
        {m.search_ways()}
      </h2>
      <ul className={styles.ways}>
        {links.map(({ to, words }) => (
          <li key={to}>
            <TextLink to={localizePath(to)}>{words}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
