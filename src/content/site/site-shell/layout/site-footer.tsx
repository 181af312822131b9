import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { foreign } from '#ui/language.ts'
import { Logo } from '../header/site-logo.tsx'
import type { FrameData } from '../load-site-shell.ts'
import { place } from '../localize-path.ts'
import type { Hall } from '../site-identity.ts'
import styles from './site-footer.module.css'

interface FooterLink {
  to: string
  words: string
}

interface Props {
  hall: Hall
  frame: FrameData
  /** Note on what is fictional in a demonstration. */
  demonstration: string
  /** Links of the site, before the shared terms. */
  links?: readonly FooterLink[]
}

/** Footer of a trade site: name, address and the terms. */
export function HallFooter({ hall, frame: { setting, modules, year }, demonstration, links = [] }: Props) {
  return (
    <footer className={styles.footer} data-ground="ink">
      <div className={styles.inside}>
        <Logo hall={hall} />
        <div className={styles.who}>
          <p className={styles.name}>{m.hall_house()}</p>
          <p>
            {m.hall_address()} · <a href={`tel:${setting.phone}`}>{setting.phone}</a> ({m.hall_hours()})
          </p>
          <p>
            © {year} {m.hall_house()}
            {setting.demonstration && <> · {demonstration}</>}
          </p>
        </div>
        <nav className={styles.links} aria-label={m.hall_footer()}>
          {links.map(({ to, words }) => (
            <Link key={to} to={place(to)}>
              {words}
            </Link>
          ))}
          <Link to={place('/terms/service')} reloadDocument>
            {m.hall_footer_service()}
          </Link>
          <Link to={place('/terms/privacy')} reloadDocument className={styles.strong}>
            {m.hall_footer_privacy()}
          </Link>
          {modules.firm && (
            <Link to={place('/')} reloadDocument lang={foreign(setting.lang)}>
              {setting.name}
            </Link>
          )}
        </nav>
      </div>
    </footer>
  )
}
