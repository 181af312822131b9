import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#messages/messages.js'
import { auth } from '#people/auth/contract.ts'
import { passkeys } from '#people/passkeys/contract.ts'
import { twoStep } from '#people/two-step/contract.ts'
import { safeNext } from '#session/page-guard.ts'
import { clientOf } from '#session/session.ts'
import { LoadState } from '../../forms/load-state.tsx'
import { Notice } from '../../forms/notice.tsx'
import parts from '../../forms/parts.module.css'
import { useLoaded } from '../../forms/use-loaded.ts'
import { currentLocalePath } from '../../layout/account-page-frame.tsx'
import { DevicesPart } from './devices-part.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { TwoStepPart } from './two-step-part.tsx'

const twoStepClient = clientOf(twoStep)
const authClient = clientOf(auth)
const passkeyClient = clientOf(passkeys)

const load = async () => {
  const { twoStep: state } = await twoStepClient.twoStep()
  // Other requests are refused until the required two-step verification is set up.
  if (state.required && !state.since) return { state, sessions: [], passkeys: [] }
  const [{ sessions }, { passkeys: keys }] = await Promise.all([authClient.sessions(), passkeyClient.passkeys()])
  return { state, sessions, passkeys: keys }
}

/** Security page: two-step verification, passkeys, password and sessions. */
export default function Security() {
  const { value, error, reload } = useLoaded(load)
  const [search] = useSearchParams()
  const next = search.get('next')
  /** Device that the user reported as not theirs; its session has been ended. */
  const [revokedSession, setRevokedSession] = useState<string>()
  const report = useCallback((device: string) => {
    setRevokedSession(device)
    requestAnimationFrame(() => document.getElementById('password')?.focus())
  }, [])
  const isHeld = value?.state.required === true && !value.state.since
  return (
    <>
      <h1 className={parts.title}>{m.me_security()}</h1>
      {(error || !value) && <LoadState error={error} reload={reload} />}
      {value && (
        <>
          <p className={parts.lead}>
            {isHeld
              ? m.security_held()
              : value.state.since
                ? m.security_strong({ count: value.state.codesLeft })
                : value.passkeys.length > 0
                  ? m.security_passkey_only()
                  : m.security_weak()}
          </p>
          <TwoStepPart
            state={value.state}
            onChanged={reload}
            onDone={
              next && isHeld
                ? () => window.location.replace(safeNext(next, currentLocalePath('/me/security')))
                : undefined
            }
          />
          {!isHeld && (
            <>
              <PasskeysPart passkeys={value.passkeys} onChanged={reload} />
              {revokedSession !== undefined && (
                <div className={parts.part} role="status">
                  <Notice wrong>{m.security_stranger_out({ device: revokedSession })}</Notice>
                </div>
              )}
              <PasswordPart onChanged={reload} />
              <DevicesPart sessions={value.sessions} onChanged={reload} onStranger={report} />
            </>
          )}
        </>
      )}
    </>
  )
}
