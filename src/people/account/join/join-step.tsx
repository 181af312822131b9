import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import parts from '../forms/parts.module.css'
import { currentLocalePath } from '../layout/account-page-frame.tsx'
import styles from './join.module.css'
import { isProofValid, type JoinDraft, useDraft } from './join-draft.ts'

/** Heading of a step. Takes the focus when the step changes, so that screen readers announce it. */
export function StepHead({ title, step }: { title: string; step: 1 | 2 | 3 | 4 }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const began = useRef(false)
  useEffect(() => {
    // Not on a page that was opened directly by its address.
    if (!began.current && window.history.state?.idx > 0) heading.current?.focus()
    began.current = true
  }, [])
  return (
    <div className={styles.head}>
      <h1 className={parts.title} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <span className={styles.count}>{step} / 4</span>
    </div>
  )
}

export const findFirstIncompleteStep = (draft: JoinDraft): string => {
  if (!draft.kind) return '/join'
  if (!draft.over14) return '/join/consents'
  return isProofValid(draft) ? '/join/details' : '/join/code'
}
const order = ['/join', '/join/consents', '/join/code', '/join/details']

/** Redirects to the first incomplete step once the stored draft is read. */
export function StepGate({ path, children }: { path: string; children: ReactNode }) {
  const { draft, ready } = useDraft()
  const navigate = useNavigate()
  const open = findFirstIncompleteStep(draft)
  const isAhead = order.indexOf(path) > order.indexOf(open)
  useEffect(() => {
    if (ready && isAhead) void navigate(currentLocalePath(open), { replace: true })
  }, [ready, isAhead, open, navigate])
  return isAhead ? null : children
}

export function StepActs({ children }: { children: ReactNode }) {
  return <div className={styles.acts}>{children}</div>
}
