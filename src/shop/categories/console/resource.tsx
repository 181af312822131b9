import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/resource.ts'
import { clientOf } from '#session/session.ts'
import { type Category, type CategoryInput, categories } from '../contract.ts'
import { type Branch, treeOf } from '../rules.ts'

export const client = clientOf(categories)
export const resource = consoleResource(categories)

export type CategoryShape = z.output<typeof CategoryInput>

export const treeKey = [resource.path, 'tree'] as const

/** All categories, a hundred a page, as many pages as there are. */
const readAll = async (signal: AbortSignal): Promise<Category[]> => {
  const read: Category[] = []
  for (let page = 1; ; page += 1) {
    const answer = await client.list({ query: { page, limit: 100, sort: 'position' } }, { signal })
    read.push(...answer.categories)
    if (read.length >= answer.total || answer.categories.length === 0) return read
  }
}

/** Every category there is. */
export const useCategories = () =>
  useQuery({ queryKey: treeKey, queryFn: ({ signal }) => readAll(signal), refetchOnWindowFocus: false })

/** A category in the order of the tree. */
export interface CategoryBranch extends Branch {
  /** From the top: 'Tea ware › Cups'. */
  words: string
}

export const branchesOf = (rows: readonly Category[]): CategoryBranch[] => {
  const byId = new Map(rows.map((row) => [row._id, row]))
  const wordsOf = (id: string): string => {
    const row = byId.get(id)
    if (!row) return ''
    return row.parent ? `${wordsOf(row.parent)} › ${row.name.ko}` : row.name.ko
  }
  return treeOf(rows).map((branch) => ({ ...branch, words: wordsOf(branch._id) }))
}

export const toInput = ({ _id, createdAt, updatedAt, goods, ...fields }: Category): CategoryShape => fields

/** Behind the others of its parent until it is moved. */
export const blank: CategoryShape = { key: '', name: { ko: '' }, parent: null, position: 9999, visible: true }
