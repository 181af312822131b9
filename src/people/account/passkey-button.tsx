import { useEffect, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { canUsePasskeys, isAborted, logInByPasskey } from '#session/passkey.ts'
import { ServerUnreached } from '#session/send.ts'

interface PasskeyButtonProps {
  className?: string | undefined
  onFailed: (sentence: string) => void
}

/** What to say of a passkey that did not log in; nothing where the person closed the browser's question. */
export const passkeyFault = (error: unknown): string => {
  if (isAborted(error)) return ''
  if (error instanceof CallRefused) return Object.values(error.refusal.fields ?? {})[0] ?? error.refusal.message
  return error instanceof ServerUnreached ? error.message : m.passkey_failed()
}

/** Logs in with a passkey, where the browser has them. The session that begins leaves the page. */
export function PasskeyButton({ className, onFailed }: PasskeyButtonProps) {
  // As if it were: nearly every browser has them, and what comes later moves what is below.
  const [offered, setOffered] = useState(true)
  // Until the page is hydrated a press would be lost.
  const [busy, setBusy] = useState(true)
  useEffect(() => {
    setOffered(canUsePasskeys())
    setBusy(false)
  }, [])
  if (!offered) return null
  const ask = async () => {
    setBusy(true)
    try {
      await logInByPasskey()
    } catch (error) {
      onFailed(passkeyFault(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={className} disabled={busy} onClick={() => void ask()}>
      {m.passkey_login()}
    </button>
  )
}
