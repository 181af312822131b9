import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Recorded } from '#kit/resource.ts'
import type { Section } from '#kit/scopes.ts'
import { m } from '#messages/messages.js'
import { recordKey } from '../list/state/use-list.ts'
import { Screen } from '../screen/screen.tsx'
import { FailureScreen } from '../screen/screen-failure.tsx'
import { Notice } from '../screen/screen-notice.tsx'
import { useMayWrite } from '../use-rights.ts'
import { FormSkeleton } from './form-skeleton.tsx'

interface RecordLoaderProps<Item extends Recorded> {
  resource: { path: string; access: Section; get: (id: string, options?: { signal?: AbortSignal }) => Promise<Item> }
  title: string
  note: string
  /** Id of the only record of a singleton module. */
  only?: string | undefined
  /** `record` is undefined for a new record, which may start as a copy (`copied`). */
  children: (record: Item | undefined, copied: Item | undefined) => ReactNode
}

/** Loads the record of the address (`:id`), nothing (new), or the record to copy (`?from=`). */
export function RecordLoader<Item extends Recorded>(props: RecordLoaderProps<Item>) {
  const { id } = useParams()
  const [parameters] = useSearchParams()
  const mayWrite = useMayWrite(props.resource.access)
  const own = props.only ?? id
  const source = own ?? parameters.get('from') ?? undefined
  if (own === undefined && !mayWrite)
    return (
      <Screen title={props.title} note={props.note}>
        <Notice title={m.shell_forbidden_title()} text={m.shell_forbidden_who()} back />
      </Screen>
    )
  if (source === undefined) return props.children(undefined, undefined)
  return <Loaded key={source} {...props} source={source} isCopy={own === undefined} />
}

function Loaded<Item extends Recorded>({
  resource,
  title,
  note,
  source,
  isCopy,
  children,
}: RecordLoaderProps<Item> & { source: string; isCopy: boolean }) {
  const { data, error, errorUpdatedAt, isFetchedAfterMount, refetch } = useQuery({
    queryKey: recordKey(resource.path, source),
    queryFn: ({ signal }) => resource.get(source, { signal }),
    // Always edit the newest version, and never refetch it while it is edited.
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (error && !data)
    return (
      <Screen title={title} note={note}>
        <FailureScreen title={m.form_error_title()} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      </Screen>
    )
  if (!data || !isFetchedAfterMount) return <FormSkeleton title={title} note={note} />
  return isCopy ? children(undefined, data) : children(data, undefined)
}
