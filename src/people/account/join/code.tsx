import { useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import parts from '../forms/parts.module.css'
import { ProveContact } from '../forms/prove-contact.tsx'
import { currentLocalePath } from '../layout/account-page-frame.tsx'
import { AlreadyRegistered } from './already-registered.tsx'
import styles from './join.module.css'
import { isProofValid, useDraft } from './join-draft.ts'
import { StepActs, StepGate, StepHead } from './join-step.tsx'

/** Proves the contact before the page reveals whether an account has it. */
function Code() {
  const { draft, change } = useDraft()
  const navigate = useNavigate()
  const [registeredContact, setRegisteredContact] = useState<string>()
  const openDetails = () => void navigate(currentLocalePath('/join/details'))

  if (registeredContact)
    return (
      <AlreadyRegistered
        contact={registeredContact}
        onOther={() => {
          change({ certification: null, proof: null, contact: '' })
          setRegisteredContact(undefined)
        }}
      />
    )
  if (isProofValid(draft))
    return (
      <>
        <StepHead title={m.join_code_title()} step={3} />
        <p className={styles.done}>{m.join_proven({ contact: draft.proof?.contact ?? '' })}</p>
        <button
          type="button"
          className={`${parts.link} ${parts.plain}`}
          onClick={() => change({ proof: null, certification: null })}
        >
          {m.join_change_contact()}
        </button>
        <StepActs>
          <Button look="outline" onClick={() => void navigate(currentLocalePath('/join/consents'))}>
            {m.join_back()}
          </Button>
          <Button onClick={openDetails}>{m.join_next()}</Button>
        </StepActs>
      </>
    )
  return (
    <>
      <StepHead title={m.join_code_title()} step={3} />
      <ProveContact
        channel={draft.channel}
        contact={draft.contact}
        certification={draft.certification}
        identity={currentLocalePath('/join/identity')}
        onChange={change}
        onProven={(proof) => {
          if (proof.registered) return setRegisteredContact(proof.contact)
          change({ proof })
          openDetails()
        }}
      />
      <button
        type="button"
        className={`${parts.link} ${parts.plain}`}
        onClick={() => void navigate(currentLocalePath('/join/consents'))}
      >
        {m.join_back()}
      </button>
    </>
  )
}

export default function JoinCode() {
  return (
    <StepGate path="/join/code">
      <Code />
    </StepGate>
  )
}
