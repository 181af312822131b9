import { useQuery } from '@tanstack/react-query'
import { sendingActionClient } from './resource.tsx'

/** Loads the audience options, available channels and possible approvers. */
export const useSendingOptions = () =>
  useQuery({
    queryKey: ['sendings-options'],
    queryFn: ({ signal }) => sendingActionClient.options(undefined, { signal }),
    staleTime: 60_000,
  })
