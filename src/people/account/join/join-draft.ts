import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { Uploaded } from '#people/users/contract.ts'

/** An identity verification in progress, and the values that open the provider's window. */
export interface IdentityVerification {
  _id: string
  /** Secret known only to this browser. */
  key: string
  expiresAt: string
  script: string
  store: string
  channel: string
}

/** Input of the join form so far. The password is never stored. */
export interface JoinDraft {
  kind: 'PERSON' | 'COMPANY' | ''
  /** Accepted texts: code to the version that was shown. */
  terms: Record<string, string>
  over14: boolean
  channels: Partial<Record<'EMAIL' | 'SMS' | 'PHONE', boolean>>
  channel: 'EMAIL' | 'SMS'
  contact: string
  certification: { _id: string; contact: string; expiresAt: string; resendAt: string } | null
  verification: IdentityVerification | null
  /** `name` is set if the proof is an identity verification. */
  proof: { token: string; contact: string; expiresAt: string; name?: string } | null
  /** Typed details, by field. */
  fields: Record<string, string>
  files: Partial<Record<'businessRegistration' | 'logo' | 'photo', Uploaded>>
}

const empty: JoinDraft = {
  kind: '',
  terms: {},
  over14: false,
  channels: {},
  channel: 'EMAIL',
  contact: '',
  certification: null,
  verification: null,
  proof: null,
  fields: {},
  files: {},
}

const storageKey = 'join-draft'
/** Lifetime of the draft in ms; matches the time that uploads wait for their record. */
const draftLifetime = 7 * 24 * 3_600_000

const readStoredDraft = (): JoinDraft => {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '') as { at: number; draft: Partial<JoinDraft> }
    if (Date.now() - stored.at < draftLifetime) return { ...empty, ...stored.draft }
  } catch {
    // No draft, a draft of another release, or storage is blocked.
  }
  return empty
}

const storeDraft = (draft: JoinDraft): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ at: Date.now(), draft }))
  } catch {
    // Storage is full or blocked; the draft still lives in memory.
  }
}

interface JoinState {
  draft: JoinDraft
  /** False until the stored draft is read; server rendering has none. */
  ready: boolean
  change: (changes: Partial<JoinDraft>) => void
  finish: () => void
}

/** Holds the draft for all steps and stores it in this browser on each change. */
export const useJoinState = (): JoinState => {
  const [draft, setDraft] = useState(empty)
  const [ready, setReady] = useState(false)
  const isRead = useRef(false)
  const current = useRef(empty)
  /** Changes of a form submitted before hydration; they override the stored draft. */
  const beforeRead = useRef<Partial<JoinDraft>>({})
  useEffect(() => {
    isRead.current = true
    const mergedDraft = { ...readStoredDraft(), ...beforeRead.current }
    if (Object.keys(beforeRead.current).length > 0) storeDraft(mergedDraft)
    current.current = mergedDraft
    setDraft(mergedDraft)
    setReady(true)
  }, [])
  const change = useCallback((changes: Partial<JoinDraft>) => {
    if (!isRead.current) Object.assign(beforeRead.current, changes)
    current.current = { ...current.current, ...changes }
    // Store immediately: the caller may leave this document next.
    if (isRead.current) storeDraft(current.current)
    setDraft(current.current)
  }, [])
  const finish = useCallback(() => {
    localStorage.removeItem(storageKey)
    current.current = empty
    setDraft(empty)
  }, [])
  return { draft, ready, change, finish }
}

export const JoinContext = createContext<JoinState | null>(null)

/** Returns the join draft of the surrounding layout. */
export const useDraft = (): JoinState => {
  const joining = useContext(JoinContext)
  if (!joining) throw new Error('useDraft is used outside of the join pages')
  return joining
}

/** True while the proof of the contact can still be used. */
export const isProofValid = ({ proof }: JoinDraft): boolean =>
  proof !== null && Date.parse(proof.expiresAt) > Date.now()
