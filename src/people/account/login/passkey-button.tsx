import { useEffect, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { canUsePasskeys, isAborted, logInByPasskey } from '#session/passkey-login.ts'
import { ServerUnreached } from '#session/send-request.ts'

interface PasskeyButtonProps {
  className?: string | undefined
  onFailed: (sentence: string) => void
}

/** Returns the message for a failed passkey log-in; empty if the user closed the browser's prompt. */
export const getPasskeyErrorMessage = (error: unknown): string => {
  if (isAborted(error)) return ''
  return error instanceof CallRefused || error instanceof ServerUnreached ? refusalMessage(error) : m.passkey_failed()
}

/** Button to log in with a passkey, if the browser supports them. The new session leaves the page. */
export function PasskeyButton({ className, onFailed }: PasskeyButtonProps) {
  // Assume support to avoid a layout shift: nearly every browser has passkeys.
  const [offered, setOffered] = useState(true)
  // Disabled until hydration; a click before it would be lost.
  const [busy, setBusy] = useState(true)
  useEffect(() => {
    setOffered(canUsePasskeys())
    setBusy(false)
  }, [])
  if (!offered) return null
  const logInWithPasskey = async () => {
    setBusy(true)
    try {
      await logInByPasskey()
    } catch (error) {
      onFailed(getPasskeyErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={className} disabled={busy} onClick={() => void logInWithPasskey()}>
      {m.passkey_login()}
    </button>
  )
}
