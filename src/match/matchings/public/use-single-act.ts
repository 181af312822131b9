import { useState } from 'react'
import type { Matching } from '../contract.ts'

/** Sends a change and resolves to true if it was accepted; the page shows why it was not. */
export type Act = (call: () => Promise<{ matching: Matching }>) => Promise<boolean>

/** Like `Act`, but ignores calls while one is pending; `busy` is the key of the pending call. */
export type SingleAction = (key: string, call: () => Promise<{ matching: Matching }>) => Promise<boolean>

export const useSingleAct = (act: Act): { busy: string | undefined; runOnce: SingleAction } => {
  const [busy, setBusy] = useState<string>()
  const runOnce: SingleAction = async (key, call) => {
    if (busy) return false
    setBusy(key)
    const isDone = await act(call)
    setBusy(undefined)
    return isDone
  }
  return { busy, runOnce }
}
