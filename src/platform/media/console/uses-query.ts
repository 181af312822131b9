import { queryOptions } from '@tanstack/react-query'
import { media } from '#kit/files/contract.ts'
import { client } from './resource.tsx'

/** Query for the uses of a file and the effect of replacing it. */
export const usesQuery = (id: string) =>
  queryOptions({
    queryKey: [media.uses.path, id],
    queryFn: ({ signal }) => client.uses({ params: { id } }, { signal }),
  })
