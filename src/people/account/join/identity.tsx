import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, type MetaDescriptor, redirect } from 'react-router'
import { CallRefused } from '#kit/client.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { pageContext } from '#kit/web/page-context.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { certify } from '#people/certify/contract.ts'
import { errorMessage } from '#session/error-message.ts'
import { formatWait } from '#session/retry-wait.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '../forms/notice.tsx'
import parts from '../forms/parts.module.css'
import { currentLocalePath } from '../layout/account-page-frame.tsx'
import { loadFrame, readIdentityWindow } from '../layout/frame-data.ts'
import { accountHandle } from '../theme/account-theme.ts'
import { AlreadyRegistered } from './already-registered.tsx'
import { openIdentityWindow, readReturnedId } from './identity-window.ts'
import { type IdentityVerification, isProofValid, useDraft } from './join-draft.ts'
import { JoinFrame } from './join-frame.tsx'
import { findFirstIncompleteStep, StepHead } from './join-step.tsx'

export { AccountPageFailure as ErrorBoundary } from '../layout/account-failure.tsx'

// The provider's script runs in this document, so it contains no password field and no other content.
export const handle: PageHandle = { ...accountHandle, alone: true }

export const meta = (): MetaDescriptor[] => [
  { title: `${m.join_identity()} · ${m.login_brand()}` },
  { name: 'robots', content: 'noindex' },
]

export const loader = async (args: LoaderFunctionArgs) => {
  const page = args.context.get(pageContext)
  const window = await readIdentityWindow(args.context)
  if (!window) throw redirect(inLocale(page.locale, '/join/code'))
  page.admittedSources = window
  return loadFrame(args)
}

const client = clientOf(certify)

/** Loads a new document, so that the next page has its own security policy again. */
const replaceLocation = (path: string) => window.location.replace(currentLocalePath(path))

const getErrorText = (failed: unknown): string => {
  if (failed instanceof CallRefused && failed.status === 429)
    return m.join_code_wait({ time: formatWait(failed.retryAfter ?? 60) })
  if (failed instanceof CallRefused) return failed.refusal.fields?.identity ?? failed.message
  return errorMessage(failed)
}

type IdentityProgress = 'opening' | 'checking' | null

/** Proves name and phone number in the provider's window, instead of by a code. */
function Identity() {
  const { draft, ready, change } = useDraft()
  const [doing, setDoing] = useState<IdentityProgress>(null)
  const [message, setMessage] = useState('')
  /** The window reported success, but the server could not verify it yet. */
  const [unsure, setUnsure] = useState(false)
  const [registeredName, setRegisteredName] = useState<string>()
  const isRead = useRef(false)
  /** Pressed before hydration; `AccountPageFrame` submits the form again, before the stored draft is read. */
  const isPressedEarly = useRef(false)

  const checkIdentity = async ({ _id, key }: IdentityVerification) => {
    setDoing('checking')
    setMessage('')
    try {
      const { proof } = await client.endIdentity({ params: { id: _id }, body: { key } })
      setUnsure(false)
      if (!proof.registered) {
        change({ proof, verification: null })
        return replaceLocation('/join/details')
      }
      change({ verification: null })
      setRegisteredName(proof.contact)
    } catch (failed) {
      const isDecided = failed instanceof CallRefused && failed.status === 400
      if (isDecided) change({ verification: null })
      setUnsure(!isDecided)
      setMessage(getErrorText(failed))
    }
    setDoing(null)
  }

  const open = async () => {
    setDoing('opening')
    setMessage('')
    try {
      const stored = draft.verification
      const isOpen = stored && Date.parse(stored.expiresAt) > Date.now()
      const current = isOpen ? stored : (await client.beginIdentity({ body: { purpose: 'join' } })).verification
      // Store before the browser leaves for the window.
      change({ verification: current })
      const isOver = await openIdentityWindow(
        current,
        window.location.origin + currentLocalePath('/join/identity'),
      ).catch(() => {
        throw new Error(m.join_identity_script())
      })
      if (isOver) return await checkIdentity(current)
    } catch (failed) {
      setMessage(getErrorText(failed))
    }
    setDoing(null)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the stored draft is read
  useEffect(() => {
    if (!ready || isRead.current) return
    isRead.current = true
    const returned = readReturnedId(window.location.search)
    if (returned === null) {
      if (!draft.kind || !draft.over14) replaceLocation(findFirstIncompleteStep(draft))
      else if (isProofValid(draft)) replaceLocation('/join/code')
      else if (isPressedEarly.current) void open()
      return
    }
    // Once only: a reload must not check again.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (draft.verification?._id === returned) void checkIdentity(draft.verification)
    else setMessage(m.certify_identity_unknown())
  }, [ready])

  // The user came back with the browser's Back button and the page was restored from the back/forward cache.
  useEffect(() => {
    const handlePageShow = (event: PageTransitionEvent) => event.persisted && setDoing(null)
    window.addEventListener('pageshow', handlePageShow)
    return () => window.removeEventListener('pageshow', handlePageShow)
  }, [])

  if (registeredName)
    return <AlreadyRegistered contact={registeredName} onOther={() => replaceLocation('/join/code')} />
  const { verification } = draft
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!ready) isPressedEarly.current = true
    else void (unsure && verification ? checkIdentity(verification) : open())
  }
  return (
    <>
      <StepHead title={m.join_identity()} step={3} />
      <p>{m.join_identity_text()}</p>
      <p className={parts.meta}>{m.join_identity_window()}</p>
      <div role="alert">{message && <Notice wrong>{message}</Notice>}</div>
      <p role="status" className={parts.meta}>
        {doing === 'opening' && m.join_identity_opening()}
        {doing === 'checking' && m.join_identity_checking()}
      </p>
      <form className={parts.acts} onSubmit={submit}>
        <Button type="submit" busy={doing !== null}>
          {unsure && verification ? m.join_identity_check() : m.join_identity_open()}
        </Button>
        <a className={parts.link} href={currentLocalePath('/join/code')}>
          {m.join_identity_other()}
        </a>
      </form>
    </>
  )
}

export default function JoinIdentity() {
  return (
    <JoinFrame at={2}>
      <Identity />
    </JoinFrame>
  )
}
