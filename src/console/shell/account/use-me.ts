import { useQuery } from '@tanstack/react-query'
import { users } from '#people/users/contract.ts'
import { clientOf } from '#session/session.ts'
import { useSession } from '#session/use-session.ts'

const client = clientOf(users)

/** Loads the logged-in account. */
export const useMe = () => {
  const session = useSession()
  return useQuery({
    queryKey: ['me', session?.userId],
    queryFn: ({ signal }) => client.me(undefined, { signal }),
    enabled: session !== null,
    staleTime: 300_000,
  })
}
