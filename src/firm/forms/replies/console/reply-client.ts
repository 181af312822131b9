import { useQuery } from '@tanstack/react-query'
import { type Template, templates } from '#firm/templates/contract.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { clientOf } from '#session/session.ts'
import { replies } from '../contract.ts'

export const replyClient = clientOf(replies)
const templateClient = clientOf(templates)
const noTemplates: Template[] = []

/** Returns the templates in list order, those of the practice first. */
export const useTemplates = (practice: string | null): readonly Template[] => {
  const { data } = useQuery({
    queryKey: [templates.list.path, 'all'],
    queryFn: ({ signal }) =>
      readAllPages('templates', (page) => templateClient.list({ query: { ...page, sort: 'position' } }, { signal })),
    staleTime: 60_000,
  })
  const all = data?.templates ?? noTemplates
  const isOwn = (one: Template) => one.practice !== null && one.practice === practice
  return [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))]
}

/** Returns the sender address and the name of the firm; the sender is null if mail is not configured. */
export const useSender = () =>
  useQuery({
    queryKey: [replies.sender.path],
    queryFn: ({ signal }) => replyClient.sender(undefined, { signal }),
    staleTime: 30_000,
  }).data
