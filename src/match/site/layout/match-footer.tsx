import { Link } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { SiteLogo } from '#content/site/site-shell/header/site-logo.tsx'
import type { SiteShellData } from '#content/site/site-shell/load-site-shell.ts'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import styles from './match-footer.module.css'
import { matchSite } from './match-site.ts'

export function MatchFooter({ frame: { setting, modules, year } }: { frame: SiteShellData }) {
  const groups = [
    {
      title: m.match_menu_fairs(),
      links: [
        { to: '/match/fairs', words: m.match_footer_fairs() },
        { to: '/match/fairs?phase=expired', words: m.match_footer_past() },
        { to: '/match/products', words: m.match_footer_products() },
      ],
    },
    {
      title: m.match_menu_manual(),
      links: [
        { to: '/match/about', words: m.match_about() },
        { to: '/match/manual/seller', words: m.match_manual_seller() },
        { to: '/match/manual/buyer', words: m.match_manual_buyer() },
        { to: '/match/faq', words: m.match_faq() },
      ],
    },
    {
      title: m.match_footer_terms(),
      links: [
        { to: '/terms/privacy', words: m.hall_footer_privacy(), isStrong: true, isFirm: true },
        { to: '/terms/service', words: m.hall_footer_service(), isFirm: true },
        ...(modules.firm ? [{ to: '/', words: setting.name, lang: foreignLang(setting.lang), isFirm: true }] : []),
      ],
    },
  ]
  return (
    <footer className={styles.footer} data-ground="ink">
      <div className={styles.inside}>
        <div className={styles.head}>
          <div className={styles.who}>
            <SiteLogo site={matchSite} />
            <p className={styles.address}>
              {m.match_address()}
              <br />
              <a href={`tel:${setting.phone}`}>{setting.phone}</a> · {m.center_weekdays()}
            </p>
          </div>
          <nav className={styles.groups} aria-label={m.hall_footer()}>
            {groups.map(({ title, links }) => (
              <div key={title}>
                <h2 className={styles.title}>{title}</h2>
                <ul>
                  {links.map(({ to, words, ...link }) => (
                    <li key={to}>
                      <Link
                        to={localizePath(to)}
                        reloadDocument={'isFirm' in link}
                        className={'isStrong' in link ? styles.strong : undefined}
                        lang={'lang' in link ? link.lang : undefined}
                      >
                        {words}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
        </div>
        <p className={styles.last}>
          © {year} {m.match_name()}
          {setting.demonstration && <span>{m.match_demonstration()}</span>}
        </p>
      </div>
    </footer>
  )
}
