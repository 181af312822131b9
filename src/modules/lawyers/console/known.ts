import { useQuery } from '@tanstack/react-query'
import { clientOf } from '#account/session.ts'
import { offices } from '#modules/offices/contract.ts'
import { practices } from '#modules/practices/contract.ts'

const clients = { offices: clientOf(offices), practices: clientOf(practices) }

interface Known {
  value: string
  label: string
}

/** Practices and offices by key, as the public lists have them: whoever edits lawyers may choose, not change them. */
export const useKnown = (): { practices: Known[]; offices: Known[] } => {
  const { data } = useQuery({
    queryKey: ['public', 'practices and offices'],
    queryFn: async () => {
      const [{ practices: fields }, { offices: places }] = await Promise.all([
        clients.practices.published(),
        clients.offices.published(),
      ])
      const known = ({ key, title }: { key: string; title: string }): Known => ({ value: key, label: title })
      return { practices: fields.map(known), offices: places.map(known) }
    },
    staleTime: 60_000,
  })
  return data ?? { practices: [], offices: [] }
}
