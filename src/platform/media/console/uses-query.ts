import { queryOptions } from '@tanstack/react-query'
import { media } from '#kit/files/contract.ts'
import { client } from './resource.tsx'

/** Where a file is used, and what would become of these records with another in its place. */
export const usesQuery = (id: string) =>
  queryOptions({
    queryKey: [media.uses.path, id],
    queryFn: ({ signal }) => client.uses({ params: { id } }, { signal }),
  })
