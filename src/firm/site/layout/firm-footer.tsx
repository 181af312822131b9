import { Link } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { OfficeAddress } from '#firm/offices/public/office-address.tsx'
import { m } from '#messages/messages.js'
import { foreignLang, joinDotted } from '#ui/format/language-attributes.ts'
import { UnbrokenText } from '#ui/text/unbroken-text.tsx'
import { FirmLogo } from '../header/firm-logo.tsx'
import styles from './firm-footer.module.css'
import type { LayoutData } from './load-layout.ts'

export function FirmFooter({ shell: { setting, offices, year } }: { shell: LayoutData }) {
  return (
    <footer className={styles.footer} data-ground="ink">
      <div className={styles.inside}>
        <span lang={foreignLang(setting.lang)}>
          <FirmLogo name={setting.name} />
        </span>
        {offices.length > 0 && (
          <ul className={styles.offices}>
            {offices.map((office) => (
              <li key={office._id} lang={foreignLang(office.lang)}>
                <Link className={styles.office} to={localizePath(`/contact/${office.key}`)}>
                  {office.title}
                </Link>
                <address className={styles.address}>
                  <OfficeAddress office={office} />
                </address>
                <a className={styles.phone} href={`tel:${office.phone}`}>
                  {office.phone}
                </a>
              </li>
            ))}
          </ul>
        )}
        <hr className={styles.rule} />
        <ul className={styles.links}>
          <li>
            <Link to={localizePath('/terms/service')}>{m.site_terms()}</Link>
          </li>
          <li>
            <Link className={styles.privacy} to={localizePath('/terms/privacy')}>
              {m.site_privacy()}
            </Link>
          </li>
          <li>
            <Link to={localizePath('/center/notices')}>{m.center_title()}</Link>
          </li>
          <li>
            <Link to={localizePath('/terms/email')}>{m.site_no_harvest()}</Link>
          </li>
          {setting.modules.match && (
            <li>
              <Link to={localizePath('/match')} reloadDocument>
                {m.site_match()}
              </Link>
            </li>
          )}
          {setting.modules.auction && (
            <li>
              <Link to={localizePath('/auction')} reloadDocument>
                {m.site_auction()}
              </Link>
            </li>
          )}
          {setting.modules.shop && (
            <li>
              <Link to={localizePath('/shop')} reloadDocument>
                {m.shop_name()}
              </Link>
            </li>
          )}
          {setting.social.map(({ name, url, lang }) => (
            <li key={url}>
              <a href={url} rel="noopener" lang={foreignLang(lang)}>
                {name}
              </a>
            </li>
          ))}
        </ul>
        <p className={styles.lines} lang={foreignLang(setting.lang)}>
          <UnbrokenText
            text={joinDotted([
              setting.advertisingLawyer && m.site_advertising({ name: setting.advertisingLawyer }),
              setting.registration,
            ])}
          />
          <br />© {year} {setting.name}
        </p>
        {setting.demonstration && <p className={styles.demonstration}>{m.site_demonstration()}</p>}
      </div>
    </footer>
  )
}
