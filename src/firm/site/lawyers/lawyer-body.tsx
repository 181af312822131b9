import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Breadcrumb } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getLawyerTitle } from '#firm/lawyers/public/lawyer-title.tsx'
import { ProfileGroups } from '#firm/lawyers/public/profile-groups.tsx'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { RichText } from '#ui/text/rich-text.tsx'
import { UnbrokenText } from '#ui/text/unbroken-text.tsx'
import { Breadcrumbs } from '../page-parts/page-header.tsx'
import styles from './lawyer-body.module.css'
import type { LawyerPage } from './load-lawyer-page.ts'

interface LawyerBodyProps {
  page: LawyerPage
  crumbs: readonly Breadcrumb[]
  /** Content between the quote and the profile: the greeting of a representative. */
  children?: ReactNode
}

/**
 * Sticky portrait and contact box beside names, quote and profile. On phones the name follows the portrait, and the
 * contact box follows the quote.
 */
export function LawyerBody({ page, crumbs, children }: LawyerBodyProps) {
  const { lawyer, practices } = page
  const lang = foreignLang(lawyer.lang)
  return (
    <div className={styles.page} data-ground="paper">
      <div className={styles.crumbs}>
        <Breadcrumbs crumbs={crumbs} />
      </div>
      <div className={styles.words}>
        <p className={styles.rank}>{getLawyerTitle(lawyer)}</p>
        <div className={styles.names}>
          <h1 className={styles.name} lang={lang}>
            {lawyer.title}
          </h1>
          {lawyer.titleEn !== lawyer.title && (
            <p className={styles.latin} lang="en">
              {lawyer.titleEn}
            </p>
          )}
        </div>
        {lawyer.comment && (
          <p className={styles.comment} lang={lang}>
            <RichText html={lawyer.comment} />
          </p>
        )}
        {practices.length > 0 && (
          <ul className={styles.practices} aria-label={m.people_practices()}>
            {practices.map(({ title, path, lang }) => (
              <li key={path}>
                <Link className={styles.practice} to={localizePath(path)} lang={foreignLang(lang)}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Aside page={page} />
      <div className={styles.more}>
        {children}
        <div className={styles.info}>
          <ProfileGroups groups={lawyer.info} lang={lang} />
        </div>
      </div>
    </div>
  )
}

/** The portrait relief shows the family name only, so it is decorative. */
function Aside({ page: { lawyer, office, phone } }: { page: LawyerPage }) {
  return (
    <div className={styles.aside}>
      {lawyer.picture && (
        <Picture
          className={styles.portrait}
          picture={lawyer.picture}
          alt=""
          sizes="(min-width: 1200px) 405px, (min-width: 768px) 296px, 92vw"
          isFirst
        />
      )}
      <div className={styles.contact}>
        <ButtonLink className={styles.consult} to={localizePath(`/consult?lawyer=${lawyer.key}`)}>
          <UnbrokenText text={m.people_consult_with({ name: lawyer.title })} />
        </ButtonLink>
        <dl className={styles.facts}>
          {office && (
            <div>
              <dt>{m.people_office()}</dt>
              <dd>
                <Link
                  className={styles.office}
                  to={localizePath(`/contact/${office.key}`)}
                  lang={foreignLang(office.lang)}
                >
                  {office.title}
                </Link>
              </dd>
            </div>
          )}
          <div>
            <dt>{m.people_phone()}</dt>
            <dd>
              <a className={styles.phone} href={`tel:${phone}`}>
                {phone}
              </a>
            </dd>
          </div>
        </dl>
      </div>
    </div>
  )
}
