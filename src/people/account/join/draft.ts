import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { Uploaded } from '#people/users/contract.ts'

/** A verification of an identity that is under way, and what the provider's window is opened with. */
export interface Verification {
  _id: string
  /** Only this browser has it. */
  key: string
  expiresAt: string
  script: string
  store: string
  channel: string
}

/** What somebody who joins has given so far. The password is never kept. */
export interface JoinDraft {
  kind: 'PERSON' | 'COMPANY' | ''
  /** The texts agreed to, by code, with the version that was shown. */
  terms: Record<string, string>
  over14: boolean
  channels: Partial<Record<'EMAIL' | 'SMS' | 'PHONE', boolean>>
  channel: 'EMAIL' | 'SMS'
  contact: string
  certification: { _id: string; contact: string; expiresAt: string; resendAt: string } | null
  verification: Verification | null
  /** With the name where it is the proof of an identity. */
  proof: { token: string; contact: string; expiresAt: string; name?: string } | null
  /** What is typed into the details, by field. */
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

const place = 'join-draft'
/** As long as uploads wait for their record. */
const life = 7 * 24 * 3_600_000

const read = (): JoinDraft => {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? '') as { at: number; draft: Partial<JoinDraft> }
    if (Date.now() - kept.at < life) return { ...empty, ...kept.draft }
  } catch {
    // None, of another release, or a browser that keeps nothing.
  }
  return empty
}

const keep = (draft: JoinDraft): void => {
  try {
    localStorage.setItem(place, JSON.stringify({ at: Date.now(), draft }))
  } catch {
    // Full or closed: the steps still have it.
  }
}

interface Joining {
  draft: JoinDraft
  /** False until what this browser kept is read: the server knows nothing of it. */
  ready: boolean
  change: (changes: Partial<JoinDraft>) => void
  finish: () => void
}

/** Holds the draft for all steps, and keeps it in this browser with each change. */
export const useJoining = (): Joining => {
  const [draft, setDraft] = useState(empty)
  const [ready, setReady] = useState(false)
  const isRead = useRef(false)
  const current = useRef(empty)
  /** Changes of a form that was sent before this page was awake: they come before what was kept is read. */
  const early = useRef<Partial<JoinDraft>>({})
  useEffect(() => {
    isRead.current = true
    const known = { ...read(), ...early.current }
    if (Object.keys(early.current).length > 0) keep(known)
    current.current = known
    setDraft(known)
    setReady(true)
  }, [])
  const change = useCallback((changes: Partial<JoinDraft>) => {
    if (!isRead.current) Object.assign(early.current, changes)
    current.current = { ...current.current, ...changes }
    // At once: the next line of the caller may leave this document.
    if (isRead.current) keep(current.current)
    setDraft(current.current)
  }, [])
  const finish = useCallback(() => {
    localStorage.removeItem(place)
    current.current = empty
    setDraft(empty)
  }, [])
  return { draft, ready, change, finish }
}

export const JoiningContext = createContext<Joining | null>(null)

/** The draft of the joining this step is part of. */
export const useDraft = (): Joining => {
  const joining = useContext(JoiningContext)
  if (!joining) throw new Error('Outside of the steps')
  return joining
}

/** Whether the proof of the contact can still be used. */
export const isProven = ({ proof }: JoinDraft): boolean => proof !== null && Date.parse(proof.expiresAt) > Date.now()
