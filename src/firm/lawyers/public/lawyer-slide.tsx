import { m } from '#messages/messages.js'
import { Tag } from '#ui/controls/tag.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { foreignLang, joinList } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { RichText } from '#ui/text/rich-text.tsx'
import type { PublicLawyer } from '../contract.ts'
import { getFirstSentence } from '../rules.ts'
import styles from './lawyer-slide.module.css'
import { getLawyerTitle } from './lawyer-title.tsx'

interface LawyerSlideProps {
  lawyer: PublicLawyer
  /** Names of the practices and of the office in the language of the page. */
  practices: string[]
  office: string | undefined
  /** URL of the profile. */
  to: string
}

/** Slide of a lawyer on the home page. The portrait relief shows the family name only, so it is decorative. */
export function LawyerSlide({ lawyer, practices, office, to }: LawyerSlideProps) {
  return (
    <article className={styles.slide}>
      {lawyer.picture && (
        <Picture
          className={styles.portrait}
          picture={lawyer.picture}
          alt=""
          sizes="(min-width: 1440px) 352px, (min-width: 768px) 296px, 92vw"
        />
      )}
      <div className={styles.words}>
        <Tag>{getLawyerTitle(lawyer)}</Tag>
        <h3 className={styles.name} lang={foreignLang(lawyer.lang)}>
          {lawyer.title}
        </h3>
        {lawyer.titleEn !== lawyer.title && (
          <p className={styles.latin} lang="en">
            {lawyer.titleEn}
          </p>
        )}
        {lawyer.comment && (
          <p className={styles.comment} lang={foreignLang(lawyer.lang)}>
            <RichText html={getFirstSentence(lawyer.comment)} />
          </p>
        )}
        <dl className={styles.facts}>
          {practices.length > 0 && (
            <div>
              <dt>{m.home_lawyer_practice()}</dt>
              <dd>{joinList(practices)}</dd>
            </div>
          )}
          {office && (
            <div>
              <dt>{m.home_lawyer_office()}</dt>
              <dd>{office}</dd>
            </div>
          )}
        </dl>
        <TextLink className={styles.profile} to={to} aria-label={`${lawyer.title}: ${m.home_lawyer_profile()}`}>
          {m.home_lawyer_profile()}
        </TextLink>
      </div>
    </article>
  )
}
