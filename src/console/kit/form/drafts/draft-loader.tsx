import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import type { Draft, Drafts } from '#kit/drafts/client.ts'
import { m } from '#messages/messages.js'
import { recordKey } from '../../list/state/use-list.ts'
import { Screen } from '../../screen/screen.tsx'
import { FailureScreen } from '../../screen/screen-failure.tsx'
import { FormSkeleton } from '../form-skeleton.tsx'

interface DraftLoaderProps<Item, Shape> {
  calls: Drafts<Item, Shape>
  /** API path of the resource. */
  path: string
  id: string
  /** True if the record has a draft. */
  has: boolean
  title: string
  note: string
  /** `draft` is undefined if another user published or discarded it meanwhile. */
  children: (draft: Draft<Shape> | undefined) => ReactNode
}

/** Loads the draft of a record once: a refetch must not replace it while it is edited. */
export function DraftLoader<Item, Shape>({
  calls,
  path,
  id,
  has,
  title,
  note,
  children,
}: DraftLoaderProps<Item, Shape>) {
  // The form manages the draft after loading, so ignore later changes of `has`.
  const [enabled] = useState(has)
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    queryKey: [...recordKey(path, id), 'draft'],
    queryFn: () =>
      calls.read(id).catch((refused: unknown) => {
        if (refused instanceof CallRefused && refused.status === 404) return null
        throw refused
      }),
    enabled,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (!enabled) return children(undefined)
  if (error)
    return (
      <Screen title={title} note={note}>
        <FailureScreen title={m.form_error_title()} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      </Screen>
    )
  if (data === undefined) return <FormSkeleton title={title} note={note} />
  return children(data ?? undefined)
}
