import { Link } from 'react-router'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { DottedList } from '#ui/text/dotted-list.tsx'
import { useUnitRule } from '#ui/text/non-breaking-units.ts'
import { UnbrokenText } from '#ui/text/unbroken-text.tsx'
import type { PublicLawyer } from '../contract.ts'
import styles from './lawyer-card.module.css'
import { getLawyerTitle } from './lawyer-title.tsx'

interface LawyerCardProps {
  lawyer: PublicLawyer
  /** Lines of facts in the language of the page: practices, and office. */
  facts: readonly (readonly string[])[]
  /** URL of the profile. */
  to: string
  /** In the first row: load the portrait eagerly. */
  first?: boolean
}

/** Card of a lawyer in a list. The portrait relief shows the family name only, so it is decorative. */
export function LawyerCard({ lawyer, facts, to, first = false }: LawyerCardProps) {
  const bindUnits = useUnitRule()
  const { title, titleEn, picture, lang, ceo } = lawyer
  return (
    <article className={styles.card}>
      {picture && (
        <Picture
          className={styles.portrait}
          picture={picture}
          alt=""
          sizes="(min-width: 1200px) 296px, (min-width: 1024px) 30vw, 46vw"
          isFirst={first}
        />
      )}
      <p className={styles.title} data-ceo={ceo || undefined}>
        {bindUnits(getLawyerTitle(lawyer))}
      </p>
      <h2 className={styles.names}>
        <Link className={styles.name} to={to} lang={foreignLang(lang)}>
          <UnbrokenText text={title} />
        </Link>
        {titleEn !== title && (
          <span className={styles.latin} lang="en">
            {titleEn}
          </span>
        )}
      </h2>
      <p className={styles.facts}>
        {facts.map((fact) => (
          <span key={fact.join(' ')} className={styles.fact}>
            <DottedList parts={fact.map(bindUnits)} />{' '}
          </span>
        ))}
      </p>
    </article>
  )
}
