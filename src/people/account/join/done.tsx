import { useEffect } from 'react'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import parts from '../forms/parts.module.css'
import { currentLocalePath } from '../layout/account-page-frame.tsx'
import styles from './join.module.css'
import { useDraft } from './join-draft.ts'

/** Final page with one next action. */
export default function JoinDone() {
  const { finish } = useDraft()
  // Clear the draft here, not earlier: a step without its draft redirects to the first one.
  useEffect(finish, [finish])
  return (
    <>
      <p className={styles.done}>{m.join_done()}</p>
      <h1 className={parts.title}>{m.join_done_title()}</h1>
      <p className={parts.lead}>{m.join_done_text()}</p>
      <div className={parts.acts}>
        <ButtonLink to={currentLocalePath('/me')} reloadDocument>
          {m.account_me()}
        </ButtonLink>
      </div>
    </>
  )
}
