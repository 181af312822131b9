import { useQuery } from '@tanstack/react-query'
import { clientOf } from '#account/session.ts'
import { useSession } from '#account/use-session.ts'
import { auth } from '#modules/auth/contract.ts'

const client = clientOf(auth)

/** The account that is logged in. */
export const useMe = () => {
  const session = useSession()
  return useQuery({
    queryKey: ['me', session?.userId],
    queryFn: ({ signal }) => client.me(undefined, { signal }),
    enabled: session !== null,
    staleTime: 300_000,
  })
}
