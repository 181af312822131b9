import { type ComponentType, useEffect, useState } from 'react'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { PublicFaq } from '#people/faqs/contract.ts'
import { findSession, watchSession } from '#session/session-tokens.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './questions.module.css'

export interface QuestionsProps {
  /** Address of this page in its language. */
  address: string
  /** Source of suggestions while a question is being written. */
  faqs: readonly PublicFaq[]
}

type OwnQuestions = ComponentType<QuestionsProps & { member: string }>

/** Returns the account logged in in this browser; undefined while unknown. An expired session still counts. */
const useMember = (): string | null | undefined => {
  const [member, setMember] = useState<string | null>()
  useEffect(() => {
    void findSession().then((session) => setMember(session?.userId ?? null))
    return watchSession((session, ending) => {
      if (session) setMember(session.userId)
      else if (ending === 'logout') setMember(null)
    })
  }, [])
  return member
}

/** The member's questions, or a link to log in. The HTML is the same for everybody. */
export function Questions(props: QuestionsProps) {
  const member = useMember()
  const [memberView, setMemberView] = useState<{ default: OwnQuestions }>()
  useEffect(() => {
    if (member) import('./member-questions.tsx').then(setMemberView, () => undefined)
  }, [member])
  if (member && memberView) return <memberView.default {...props} key={member} member={member} />
  if (member) return <Skeleton width="100%" height="320px" />
  return (
    <div className={styles.prompt}>
      <h2 className={styles.promptTitle}>{m.questions_guest_title()}</h2>
      <p>{m.error_login_required()}</p>
      <ButtonLink to={`${inLocale(getLocale(), '/login')}?next=${encodeURIComponent(props.address)}`} reloadDocument>
        {m.questions_guest_login()}
      </ButtonLink>
      <noscript>
        <p className={styles.small}>{m.questions_no_script()}</p>
      </noscript>
    </div>
  )
}
