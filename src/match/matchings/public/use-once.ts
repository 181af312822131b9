import { useState } from 'react'
import type { Matching } from '../contract.ts'

/** Sends a change and says whether it was taken; why it was not, the page says. */
export type Act = (call: () => Promise<{ matching: Matching }>) => Promise<boolean>

/** As an `Act` by which one thing is sent at a time; `busy` says which. */
export type Once = (key: string, call: () => Promise<{ matching: Matching }>) => Promise<boolean>

export const useOnce = (act: Act): { busy: string | undefined; once: Once } => {
  const [busy, setBusy] = useState<string>()
  const once: Once = async (key, call) => {
    if (busy) return false
    setBusy(key)
    const isDone = await act(call)
    setBusy(undefined)
    return isDone
  }
  return { busy, once }
}
