import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { boards } from '#content/boards/contract.ts'
import { offices } from '#firm/offices/contract.ts'
import { practices } from '#firm/practices/contract.ts'
import { clientOf } from '#session/session.ts'
import { type Lawyer, type LawyerInput, type LawyerLine, lawyers } from '../contract.ts'

export const resource = consoleResource(lawyers)

export type LawyerShape = z.output<typeof LawyerInput>

export const getLawyerName = (lawyer: LawyerLine): string => lawyer.title.ko

export const toInput = ({ _id, createdAt, updatedAt, picture, ...fields }: Lawyer): LawyerShape => ({
  ...fields,
  picture: picture?._id ?? null,
})

export const blank: LawyerShape = {
  key: '',
  title: { ko: '' },
  titleEn: '',
  comment: {},
  greeting: {},
  info: { ko: [] },
  ceo: false,
  representative: false,
  practices: [],
  stories: [],
  office: null,
  picture: null,
  position: 0,
  visible: true,
}

interface Option {
  value: string
  label: string
}

const publicClients = { practices: clientOf(practices), offices: clientOf(offices) }
const noOptions: { practices: readonly Option[]; offices: readonly Option[] } = { practices: [], offices: [] }
const toOption = ({ key, title }: { key: string; title: string }): Option => ({ value: key, label: title })

/** Loads practices and offices from the public lists, so that editors of lawyers need no permission for them. */
export const usePracticesAndOffices = () => {
  const { data } = useQuery({
    queryKey: ['public', 'practices and offices'],
    queryFn: async ({ signal }) => {
      const [fields, officeList] = await Promise.all([
        publicClients.practices.published(undefined, { signal }),
        publicClients.offices.published(undefined, { signal }),
      ])
      return { practices: fields.practices.map(toOption), offices: officeList.offices.map(toOption) }
    },
    staleTime: 60_000,
  })
  return data ?? noOptions
}

export const joinLabels = (options: readonly Option[], keys: readonly string[]): string =>
  keys.map((key) => options.find(({ value }) => value === key)?.label ?? key).join(', ')

const posts = clientOf(boards)

/** Returns the slugs of the newest stories. */
export const useStories = (): readonly string[] => {
  const { data } = useQuery({
    queryKey: ['public', 'stories'],
    queryFn: ({ signal }) => posts.published({ query: { code: 'news', limit: 100 } }, { signal }),
    staleTime: 60_000,
  })
  return data?.boards.map(({ slug }) => slug) ?? []
}
