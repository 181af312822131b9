import { useCallback, useEffect, useState } from 'react'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ProgrammeBadge } from '../parts/company/programme-badge.tsx'
import { FairApplicationForm } from './fair-application-form.tsx'
import { IntroductionForm } from './introduction-form.tsx'
import styles from './join-page.module.css'
import { type JoinState, loadJoinState } from './join-state.ts'

export interface JoinFormProps {
  side: 'seller' | 'buyer'
  /** Fairs open to this role. */
  fairs: readonly { _id: string; title: string }[]
  languages: readonly { value: string; label: string }[]
}

/** Steps that a member still needs to participate in a role, one at a time. */
export function JoinForm({ side, fairs, languages }: JoinFormProps) {
  const [own, setOwn] = useState<JoinState | null>(null)
  const [error, setError] = useState('')
  const load = useCallback(() => {
    setError('')
    loadJoinState(side).then(setOwn, (refused: unknown) => setError(errorMessage(refused)))
  }, [side])
  useEffect(load, [load])
  if (error)
    return (
      <Notice
        kind="error"
        title={m.match_join_failed()}
        text={error}
        act={<Button onClick={load}>{m.match_again()}</Button>}
      />
    )
  if (!own)
    return (
      <p role="status" className={styles.loading}>
        {m.match_loading()}
      </p>
    )
  if (!own.company) return <NoCompany />
  if (own.introduction)
    return (
      <>
        <p className={styles.found}>
          <Icon name="check" small />
          <span>
            <b>{m.match_join_done({ name: own.company.name })}</b>
          </span>
        </p>
        <FairApplicationForm
          side={side}
          fairs={fairs}
          taken={own.fairs}
          onTaken={(fair) => setOwn({ ...own, fairs: [...own.fairs.filter(({ _id }) => _id !== fair._id), fair] })}
        />
      </>
    )
  if (side === 'seller' && own.entries.length === 0) return <NotListed own={own} />
  return (
    <>
      {own.entries.length > 0 && (
        <p className={styles.found}>
          <Icon name="check" small />
          <span>
            <b>{m.match_join_listed({ name: own.company.name })}</b>
            <span className={styles.seals}>
              {own.entries.map(({ programme, year }) => (
                <ProgrammeBadge key={`${programme} ${year}`} programme={programme} year={year} />
              ))}
            </span>
          </span>
        </p>
      )}
      <IntroductionForm
        side={side}
        company={own.company}
        languages={languages}
        onJoined={(introduction) => setOwn({ ...own, introduction })}
      />
    </>
  )
}

function NoCompany() {
  return (
    <Notice
      title={m.match_join_person()}
      text={m.match_join_person_text()}
      act={
        <p className={styles.actions}>
          <ButtonLink to={localizePath('/join')} reloadDocument>
            {m.match_join_account_new()}
          </ButtonLink>
        </p>
      }
    />
  )
}

/**
 * The company is not on the programme list: shows entries with the same name but another business number, and a link to
 * join as a buyer.
 */
function NotListed({ own: { near } }: { own: JoinState }) {
  return (
    <section className={styles.card} aria-labelledby="listed">
      <h2 id="listed" className={styles.cardTitle}>
        {m.match_join_unlisted()}
      </h2>
      <p>{m.match_join_unlisted_text()}</p>
      {near.length > 0 && (
        <>
          <p className={styles.near}>{m.match_join_near()}</p>
          <ul>
            {near.map(({ company, programme, year }) => (
              <li key={`${company} ${programme} ${year}`}>
                {company} <ProgrammeBadge programme={programme} year={year} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={styles.actions}>
        <ButtonLink to={localizePath('/match/join/buyer')}>{m.match_join_buyer()}</ButtonLink>
      </p>
    </section>
  )
}
