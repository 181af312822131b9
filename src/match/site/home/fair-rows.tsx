import { Link } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { type FairView, formatCounts } from '../fairs/fair-view.ts'
import { PhaseTrack } from '../parts/fair/phase-track.tsx'
import styles from './fair-rows.module.css'
import section from './home-section.module.css'

const applications = {
  seller: { words: m.match_apply_seller, to: '/match/join/seller' },
  buyer: { words: m.match_apply_buyer, to: '/match/join/buyer' },
} as const

/** Rows of open fairs with phase track and next step. */
export function FairRows({ fairs }: { fairs: readonly FairView[] }) {
  const first = fairs.findIndex(({ phase, calls }) => phase === 'applying' && calls !== null)
  return (
    <section className={section.section} aria-labelledby="fairs">
      <div className={section.head}>
        <h2 id="fairs" className={section.title}>
          {m.match_home_fairs()}
        </h2>
        <TextLink to={localizePath('/match/fairs')}>{m.match_home_fairs_all()}</TextLink>
      </div>
      <ul className={styles.rows}>
        {fairs.length === 0 && <li className={styles.none}>{m.match_home_fairs_none()}</li>}
        {fairs.map((fair, at) => {
          const act = fair.calls && fair.phase !== 'ongoing' ? applications[fair.calls] : null
          return (
            <li key={fair._id} className={styles.row}>
              <div>
                <p className={styles.phase} data-phase={fair.phase}>
                  {fair.phaseLabel}
                </p>
                <h3 className={styles.name} lang={foreignLang(fair.lang)}>
                  <Link to={localizePath(`/match/fairs/${fair._id}`)}>{fair.title}</Link>
                </h3>
                <p>{fair.period}</p>
                <p className={styles.venue}>{fair.venue}</p>
              </div>
              <div>
                <PhaseTrack track={fair.track} />
                <p className={styles.counts}>{formatCounts(fair.counts)}</p>
              </div>
              <div className={styles.act}>
                {act ? (
                  <ButtonLink
                    low
                    look={at === first ? 'primary' : 'outline'}
                    to={localizePath(`${act.to}?fair=${fair._id}`)}
                    className={styles.button}
                  >
                    {act.words()}
                  </ButtonLink>
                ) : (
                  <ButtonLink
                    low
                    look="outline"
                    to={localizePath(`/match/fairs/${fair._id}`)}
                    className={styles.button}
                  >
                    {m.match_fair_look()}
                  </ButtonLink>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
