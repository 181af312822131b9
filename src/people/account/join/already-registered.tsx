import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import parts from '../forms/parts.module.css'
import { currentLocalePath } from '../layout/account-page-frame.tsx'
import { StepActs, StepHead } from './join-step.tsx'

/** Shown when an account already has the proven contact. */
export function AlreadyRegistered({ contact, onOther }: { contact: string; onOther: () => void }) {
  return (
    <>
      <StepHead title={m.join_registered_title()} step={3} />
      <p>{m.join_registered({ contact })}</p>
      <p>
        <a className={parts.link} href={currentLocalePath('/login')}>
          {m.login_submit()}
        </a>{' '}
        ·{' '}
        <a className={parts.link} href={currentLocalePath('/recovery')}>
          {m.recovery_title()}
        </a>
      </p>
      <StepActs>
        <Button look="outline" onClick={onOther}>
          {m.join_other_contact()}
        </Button>
      </StepActs>
    </>
  )
}
