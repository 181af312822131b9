import { useState } from 'react'
import type { Answer } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { twoStep } from '#people/two-step/contract.ts'
import { recoveryCount } from '#people/two-step/rules.ts'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { formatLongDay } from '#ui/format/format-day.ts'
import parts from '../../forms/parts.module.css'
import { ConfirmForm } from './confirm-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './security.module.css'
import { SetUpTwoStep } from './set-up-two-step.tsx'

const client = clientOf(twoStep)

interface TwoStepPartProps {
  state: Answer<typeof twoStep.twoStep>['twoStep']
  onChanged: () => void
  /** Set if the setup was mandatory: continues to the page that required it. */
  onDone?: (() => void) | undefined
}

/** Two-step verification: set up an app, renew recovery codes, switch off. */
export function TwoStepPart({ state, onChanged, onDone }: TwoStepPartProps) {
  const [act, setAct] = useState<'setUp' | 'codes' | 'off' | undefined>(
    state.required && !state.since ? 'setUp' : undefined,
  )
  const [codes, setCodes] = useState<readonly string[]>()
  const [message, setMessage] = useState('')
  const startAction = (action: 'setUp' | 'codes' | 'off') => () => {
    setMessage('')
    setAct(action)
  }
  const cancelAction = () => setAct(undefined)
  const removeTrust = async () => {
    try {
      await client.forgetDevices({ body: { which: 'all' } })
      setMessage(m.two_step_distrusted())
      onChanged()
    } catch (error) {
      setMessage(errorMessage(error))
    }
  }
  const showCodes = (newCodes: readonly string[]) => {
    setAct(undefined)
    setCodes(newCodes)
  }

  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.two_step_title()}</h2>
      {codes ? (
        <RecoveryCodes
          codes={codes}
          onSaved={() => {
            setCodes(undefined)
            if (onDone) onDone()
            else onChanged()
          }}
        />
      ) : act === 'setUp' ? (
        <SetUpTwoStep
          replaces={state.since !== null}
          onConfirmed={showCodes}
          onCancel={state.required && !state.since ? undefined : cancelAction}
        />
      ) : act === 'codes' ? (
        <ConfirmForm
          text={m.two_step_renew_text()}
          submit={m.two_step_renew()}
          onSubmit={async (body) => showCodes((await client.renewCodes({ body })).codes)}
          onCancel={cancelAction}
        />
      ) : act === 'off' ? (
        <ConfirmForm
          text={m.two_step_off_text()}
          submit={m.two_step_off()}
          onSubmit={async (body) => {
            await client.endTwoStep({ body })
            cancelAction()
            setMessage(m.two_step_off_done())
            onChanged()
          }}
          onCancel={cancelAction}
        />
      ) : (
        <ul className={parts.rows}>
          <li className={styles.line}>
            <span className={parts.name}>{m.two_step_app()}</span>
            <span className={styles.value}>
              {state.since ? m.two_step_on({ day: formatLongDay(state.since) }) : m.two_step_is_off()}
            </span>
            <span className={styles.acts}>
              <button type="button" className={`${parts.link} ${parts.plain}`} onClick={startAction('setUp')}>
                {state.since ? m.two_step_change() : m.two_step_begin()}
              </button>
              {state.since && !state.required && (
                <button type="button" className={styles.quiet} onClick={startAction('off')}>
                  {m.two_step_off()}
                </button>
              )}
            </span>
          </li>
          {state.since && (
            <li className={styles.line}>
              <span className={parts.name}>{m.second_step_recovery()}</span>
              <span className={styles.value}>
                {m.two_step_codes_left({ count: state.codesLeft, all: recoveryCount })}
              </span>
              <span className={styles.acts}>
                <button type="button" className={`${parts.link} ${parts.plain}`} onClick={startAction('codes')}>
                  {m.two_step_renew()}
                </button>
              </span>
            </li>
          )}
          {state.trusted > 0 && (
            <li className={styles.line}>
              <span className={parts.name}>{m.two_step_trusted()}</span>
              <span className={styles.value}>{m.two_step_trusted_count({ count: state.trusted })}</span>
              <span className={styles.acts}>
                <button type="button" className={styles.quiet} onClick={() => void removeTrust()}>
                  {m.two_step_distrust()}
                </button>
              </span>
            </li>
          )}
        </ul>
      )}
      <p className={parts.said} role="status">
        {message}
      </p>
    </section>
  )
}
