import { AgreementList } from '#match/matchings/follow-up/public/agreement-list.tsx'
import { TaskList } from '#match/matchings/follow-up/public/task-list.tsx'
import { useMatching } from '#match/matchings/public/use-matching.ts'
import { m } from '#messages/messages.js'
import styles from './meeting-room.module.css'

/** Agreements and tasks of the two companies, as on the page of their matching. */
export function MeetingAgreements({ id }: { id: string }) {
  const { matching, error, reload, errorText, act } = useMatching(id)
  return (
    <div className={styles.agreed}>
      <div role="alert">{errorText && <p className={styles.error}>{errorText}</p>}</div>
      {matching ? (
        <>
          <AgreementList matching={matching} act={act}>
            <h2>{m.meetings_agreed()}</h2>
          </AgreementList>
          <TaskList matching={matching} act={act} />
        </>
      ) : (
        <p role="status">
          {error ?? m.me_loading()}{' '}
          {error && (
            <button type="button" className={styles.close} onClick={reload}>
              {m.account_retry()}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
