import { useQuery } from '@tanstack/react-query'
import { acts } from './sendings-resource.tsx'

/** What a sending may be addressed by, the channels that can be used, and who may approve. */
export const useSendingOptions = () =>
  useQuery({
    queryKey: ['sendings-options'],
    queryFn: ({ signal }) => acts.options(undefined, { signal }),
    staleTime: 60_000,
  })
