import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { localizePath } from '../../localize-path.ts'
import { SiteLogo } from '../header/site-logo.tsx'
import type { SiteShellData } from '../load-site-shell.ts'
import type { SiteIdentity } from '../site-identity.ts'
import styles from './site-footer.module.css'

interface FooterLink {
  to: string
  words: string
}

interface Props {
  site: SiteIdentity
  frame: SiteShellData
  /** Note on what is fictional in a demonstration. */
  demonstration: string
  /** Links of the site, before the shared terms. */
  links?: readonly FooterLink[]
}

/** Footer of a trade site: name, address and the terms. */
export function SiteFooter({ site, frame: { setting, modules, year }, demonstration, links = [] }: Props) {
  return (
    <footer className={styles.footer} data-ground="ink">
      <div className={styles.inside}>
        <SiteLogo site={site} />
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
            <Link key={to} to={localizePath(to)}>
              {words}
            </Link>
          ))}
          <Link to={localizePath('/terms/service')} reloadDocument>
            {m.hall_footer_service()}
          </Link>
          <Link to={localizePath('/terms/privacy')} reloadDocument className={styles.strong}>
            {m.hall_footer_privacy()}
          </Link>
          {modules.firm && (
            <Link to={localizePath('/')} reloadDocument lang={foreignLang(setting.lang)}>
              {setting.name}
            </Link>
          )}
        </nav>
      </div>
    </footer>
  )
}
