import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { consoleResource } from '#console/parts/resource.ts'
import { textIn } from '#kit/i18n.ts'
import { getLocale } from '#messages/runtime.js'
import { offices } from '#modules/offices/contract.ts'
import { practices } from '#modules/practices/contract.ts'
import { type Lawyer, type LawyerInput, lawyers } from '../contract.ts'

export const resource = consoleResource(lawyers)

export type LawyerShape = z.output<typeof LawyerInput>

export const lawyerName = (lawyer: Lawyer): string => lawyer.title.ko

export const toInput = ({ _id, createdAt, updatedAt, picture, ...fields }: Lawyer): LawyerShape => ({
  ...fields,
  picture: picture?._id ?? null,
})

export const blank: LawyerShape = {
  key: '',
  title: { ko: '' },
  titleEn: '',
  comment: {},
  info: { ko: [] },
  ceo: false,
  representative: false,
  practices: [],
  office: null,
  picture: null,
  position: 0,
  visible: true,
}

interface Option {
  value: string
  label: string
}
const none: readonly Option[] = []

interface Keyed {
  list: (
    query: { limit: number; sort: string },
    options: { signal: AbortSignal },
  ) => Promise<{ records: { key: string; title: { ko: string; en?: string | undefined; cn?: string | undefined } }[] }>
  path: string
}

/** Records that are named by a key: practices and offices. */
const useOptions = ({ path, list }: Keyed): readonly Option[] => {
  const { data } = useQuery({
    queryKey: [path, 'options'],
    queryFn: ({ signal }) => list({ limit: 100, sort: 'position' }, { signal }),
    staleTime: 60_000,
  })
  return data?.records.map(({ key, title }) => ({ value: key, label: textIn(getLocale(), title) })) ?? none
}

const practiceResource = consoleResource(practices)
const officeResource = consoleResource(offices)

export const usePractices = () => useOptions(practiceResource)
export const useOffices = () => useOptions(officeResource)

export const labelsOf = (options: readonly Option[], keys: readonly string[]): string =>
  keys.map((key) => options.find(({ value }) => value === key)?.label ?? key).join(', ')
