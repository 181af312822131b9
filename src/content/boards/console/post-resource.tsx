import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { textIn } from '#kit/i18n.ts'
import { locales } from '#kit/locale.ts'
import { getLocale } from '#messages/runtime.js'
import { clientOf } from '#session/session.ts'
import { type Board, boards, type Post, type PostInput, type PostLine, type PostText } from '../contract.ts'
import { getEffectiveState } from '../rules.ts'

export const client = clientOf(boards)

/** Path of the list of posts. */
export const boardsPath = '/console/boards'

export type PostShape = z.output<typeof PostInput>

const crudResource = consoleResource(boards)

/** Resource of posts. An update of `texts` names every language: `null` removes a translation. */
export const resource = {
  ...crudResource,
  update: async (id: string, { texts, ...change }: Partial<PostShape>, updatedAt: string): Promise<Post> => {
    const all = texts && { ko: texts.ko, en: texts.en ?? null, cn: texts.cn ?? null }
    const { board } = await client.update({
      params: { id },
      body: { ...change, ...(all && { texts: all }), updatedAt },
    })
    return board
  },
}

export const getPostName = (post: PostLine): string => post.texts.ko.subject

export const toInput = ({ code, category, slug, pinned, comments, thumb, files, texts }: Post): PostShape => ({
  code,
  category,
  slug,
  pinned,
  comments,
  thumb: thumb?._id ?? null,
  files: files.map(({ _id }) => _id),
  texts,
})

export const blankText: PostText = {
  subject: '',
  summary: '',
  body: '',
  state: 'draft',
  publishFrom: null,
  publishTo: null,
  facts: {},
}

export const createBlankPost = (code: string): PostShape => ({
  code,
  category: null,
  slug: null,
  pinned: false,
  comments: false,
  thumb: null,
  files: [],
  texts: { ko: blankText },
})

/** Public path prefix by board: `/story` for news, `/project` for projects. Other boards have no public page. */
export const publicPathPrefixes: Record<string, string> = { news: '/story/', project: '/project/' }

/** Returns all boards. */
export const useBoards = (): readonly Board[] => {
  const { data } = useQuery({
    queryKey: ['boards', 'codes'],
    queryFn: ({ signal }) => client.codes(undefined, { signal }),
    staleTime: 60_000,
  })
  return data?.codes ?? noBoards
}
const noBoards: readonly Board[] = []

export const getBoardTitle = (list: readonly Board[], code: string): string => {
  const board = list.find((candidate) => candidate.code === code)
  return board ? textIn(getLocale(), board.title) : code
}

export const listCategoryOptions = (
  list: readonly Board[],
  code: string | undefined,
): { value: string; label: string }[] =>
  (list.find((candidate) => candidate.code === code)?.categories ?? []).map(({ key, title }) => ({
    value: key,
    label: textIn(getLocale(), title),
  }))

/** Returns the categories of all boards by key; a key that several boards share is one filter option. */
export const listAllCategories = (list: readonly Board[]): { value: string; label: string }[] => {
  const slugsByCode = new Map<string, string[]>()
  for (const { code } of list)
    for (const { value, label } of listCategoryOptions(list, code))
      slugsByCode.set(value, [...(slugsByCode.get(value) ?? []), `${getBoardTitle(list, code)} · ${label}`])
  return [...slugsByCode].map(([value, labels]) => ({ value, label: labels.join(', ') }))
}

/**
 * Returns the public address in the first visible language; null if no language is visible or the board has no page.
 */
export const getSitePath = ({ code, slug, _id, trashedAt, texts }: Post): string | null => {
  const prefix = publicPathPrefixes[code]
  const locale = locales.find((one) => {
    const text = texts[one]
    return text && getEffectiveState(text, new Date()) === 'published'
  })
  if (!prefix || !locale || trashedAt) return null
  return `${locale === 'ko' ? '' : `/${locale}`}${prefix}${slug ?? _id}`
}

export const getCategoryTitle = (
  list: readonly Board[],
  { code, category }: Pick<Post, 'code' | 'category'>,
): string | null =>
  category === null
    ? null
    : (listCategoryOptions(list, code).find(({ value }) => value === category)?.label ?? category)

/** Returns a copy with every language as a draft and without a slug. */
export const copyAsDraft = (post: PostShape): PostShape => {
  const toDraft = (text: PostText): PostText => ({ ...text, state: 'draft', publishFrom: null, publishTo: null })
  const { ko, en, cn } = post.texts
  return { ...post, slug: null, texts: { ko: toDraft(ko), en: en && toDraft(en), cn: cn && toDraft(cn) } }
}
