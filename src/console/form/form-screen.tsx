import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import type { Recorded } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { Failure } from '../failure.tsx'
import { recordKey } from '../list/use-list.ts'
import { Screen } from '../screen.tsx'
import type { FormDeclaration } from './declaration.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { RecordForm } from './record-form.tsx'

/**
 * The form of a module. The address says which record (`:id`), or that a new one is made: blank, or from a copy
 * (`?from=`).
 */
export function FormScreen<Item extends Recorded, Shape extends Record<string, unknown>>(
  declaration: FormDeclaration<Item, Shape>,
) {
  const { id } = useParams()
  const [parameters] = useSearchParams()
  const source = id ?? parameters.get('from') ?? undefined
  if (source === undefined)
    return <RecordForm key="new" declaration={declaration} record={undefined} begin={declaration.blank} />
  return <Loaded key={source} declaration={declaration} source={source} copy={id === undefined} />
}

function Loaded<Item extends Recorded, Shape extends Record<string, unknown>>({
  declaration,
  source,
  copy,
}: {
  declaration: FormDeclaration<Item, Shape>
  source: string
  copy: boolean
}) {
  const { resource, back, newTitle } = declaration
  const { data, error, errorUpdatedAt, isFetchedAfterMount, refetch } = useQuery({
    queryKey: recordKey(resource.path, source),
    queryFn: ({ signal }) => resource.get(source, { signal }),
    // What is edited must be the newest; while it is edited it must not change under the hands.
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (error && !data)
    return (
      <Screen title={newTitle} note={back.label}>
        <Failure title={m.form_error_title()} error={error} at={errorUpdatedAt} again={() => void refetch()} />
      </Screen>
    )
  if (!data || !isFetchedAfterMount) return <FormSkeleton title={newTitle} note={back.label} />
  const begin = copy ? declaration.toInput(data) : declaration.blank
  return <RecordForm declaration={declaration} record={copy ? undefined : data} begin={begin} />
}
