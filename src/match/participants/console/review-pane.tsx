import { ActionIcon } from '@mantine/core'
import { Link } from 'react-router'
import { Icon } from '#console/kit/parts/icon.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import type { Participation, ParticipationLine } from '../contract-review.ts'
import { countryName, formatLanguages, localeName, roleLabels, stateMarks } from './participation-resource.tsx'
import { ReviewActions } from './review-actions.tsx'
import { ReviewFacts } from './review-facts.tsx'
import styles from './review-pane.module.css'
import { ReviewSidebar } from './review-sidebar.tsx'
import { stateLabels } from './state-labels.ts'

interface ReviewPaneProps {
  participation: Participation
  /** URL of the list with its filters. */
  back: string
  /** Opens the next record; undefined at the end of the list. */
  next: (() => void) | undefined
  onDecided: (line: ParticipationLine) => void
  refetch: () => void
  /** True while records are selected: the shortcuts apply to the selection. */
  hasSelection: boolean
}

/** One application with everything needed to decide, and the decision in the footer. */
export function ReviewPane({ participation, back, next, onDecided, refetch, hasSelection }: ReviewPaneProps) {
  const { profile, introduction, fair, state, createdAt } = participation
  const { seller, buyer } = approvalEffect(participation)
  return (
    <>
      <header className={styles.head}>
        <ActionIcon
          component={Link}
          to={back}
          className={styles.back}
          variant="subtle"
          aria-label={m.participants_title()}
          preventScrollReset
        >
          <Icon name="back" />
        </ActionIcon>
        <span className={styles.fair}>{fair.title}</span>
        <span className={styles.applied}>
          {m.participants_applied({ time: fullInstant(createdAt) })}
          {introduction.languages.length > 0 && ` · ${formatLanguages(introduction.languages)}`}
        </span>
      </header>
      <div className={styles.scroll}>
        <div className={styles.main}>
          <h1 className={styles.name} id="screen-title" tabIndex={-1}>
            {profile.name}
          </h1>
          <p className={styles.subtitle}>
            <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>
            <span>
              {[
                roleLabels[profile.role](),
                introduction.names.en !== profile.name && introduction.names.en,
                countryName(profile.country),
                introduction.category,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </p>
          <ReviewFacts participation={participation} />
          {state !== 'approved' && state !== 'withdrawn' && (
            <section>
              <h2>{m.participants_if_approved()}</h2>
              <p className={styles.effect}>
                {profile.role === 'buyer' ? buyer : seller}{' '}
                {m.participants_if_mail({ language: localeName(participation.locale) })}
              </p>
            </section>
          )}
        </div>
        <ReviewSidebar participation={participation} />
      </div>
      {!hasSelection && (
        <ReviewActions participation={participation} next={next} onDecided={onDecided} refetch={refetch} />
      )}
    </>
  )
}

const approvalEffect = ({ checks, requestLimit }: Participation) => {
  const count = checks.find(({ kind }) => kind === 'fits')?.count ?? 0
  return {
    buyer: m.participants_if_buyer({ count, limit: requestLimit }),
    seller: m.participants_if_seller({ count }),
  }
}
