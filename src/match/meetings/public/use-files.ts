import { useCallback, useEffect, useRef, useState } from 'react'
import { CallRefused, newKey } from '#kit/client.ts'
import { whyOf } from '#match/matchings/public/why.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { meetings } from '../contract.ts'
import { mostFileBytes } from '../rules.ts'

const client = clientOf(meetings)

/** A file on its way to the others in the room. */
interface Sending {
  /** Sent again under it, after an answer that was lost, the file is there once. */
  key: string
  file: File
  /** From 0 to 1. */
  part: number
  /** Why it was not taken, in words. */
  refused?: string
  /** Whether another try can help. */
  isLost?: boolean
}

export interface Files {
  sendings: readonly Sending[]
  add: (files: readonly File[]) => void
  again: (key: string) => void
  remove: (key: string) => void
}

/** What is wrong with the file itself stays wrong. */
const isFinal = (error: unknown) => error instanceof CallRefused && [400, 413, 415].includes(error.status)

/** Sends files one after another, whatever of the room is shown meanwhile; `sent` is told of each that was taken. */
export const useFiles = (matching: string, sent: () => void): Files => {
  const [sendings, setSendings] = useState<readonly Sending[]>([])
  const turn = useRef(Promise.resolve())
  const aborts = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const { current } = aborts
    return () => {
      for (const abort of current.values()) abort.abort()
    }
  }, [])

  const change = useCallback(
    (key: string, values: Partial<Sending>) =>
      setSendings((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one))),
    [],
  )
  const remove = useCallback((key: string) => {
    aborts.current.get(key)?.abort()
    setSendings((before) => before.filter((one) => one.key !== key))
  }, [])
  const send = useCallback(
    (key: string, file: File) => {
      const abort = new AbortController()
      aborts.current.set(key, abort)
      const work = async () => {
        if (abort.signal.aborted) return
        const form = new FormData()
        form.append('file', file, file.name)
        try {
          await client.attach(
            { params: { id: matching }, query: { said: key }, form },
            { signal: abort.signal, onProgress: (part) => change(key, { part }) },
          )
          remove(key)
          sent()
        } catch (error) {
          if (!abort.signal.aborted) change(key, { refused: whyOf(error), isLost: !isFinal(error) })
        }
      }
      turn.current = turn.current.then(work)
    },
    [matching, sent, change, remove],
  )

  const add = useCallback(
    (files: readonly File[]) => {
      const large = m.meetings_file_large({ size: mostFileBytes / 1024 ** 2 })
      const added = files.map((file) => ({
        key: newKey(),
        file,
        part: 0,
        ...(file.size > mostFileBytes && { refused: large }),
      }))
      setSendings((before) => [...before, ...added])
      for (const one of added) if (!one.refused) send(one.key, one.file)
    },
    [send],
  )
  const again = useCallback(
    (key: string) => {
      const one = sendings.find((sending) => sending.key === key)
      if (!one?.isLost) return
      setSendings((before) =>
        before.map((sending) => (sending.key === key ? { key, file: one.file, part: 0 } : sending)),
      )
      send(key, one.file)
    },
    [sendings, send],
  )
  return { sendings, add, again, remove }
}
