import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { clientOf } from '#session/session.ts'
import { type Category, type CategoryInput, categories } from '../contract.ts'
import { type Branch, buildTree } from '../rules.ts'

export const client = clientOf(categories)
export const resource = consoleResource(categories)

export type CategoryShape = z.output<typeof CategoryInput>

export const treeKey = [resource.path, 'tree'] as const

export const useCategories = () =>
  useQuery({
    queryKey: treeKey,
    queryFn: ({ signal }) =>
      readAllPages('categories', (page) => client.list({ query: { ...page, sort: 'position' } }, { signal })).then(
        (list) => list.categories,
      ),
    refetchOnWindowFocus: false,
  })

/** Category in tree order. */
export interface CategoryBranch extends Branch {
  /** Path from the root: 'Tea ware › Cups'. */
  words: string
}

export const createBranches = (rows: readonly Category[]): CategoryBranch[] => {
  const byId = new Map(rows.map((row) => [row._id, row]))
  const wordsOf = (id: string): string => {
    const row = byId.get(id)
    if (!row) return ''
    return row.parent ? `${wordsOf(row.parent)} › ${row.name.ko}` : row.name.ko
  }
  return buildTree(rows).map((branch) => ({ ...branch, words: wordsOf(branch._id) }))
}

export const toInput = ({ _id, createdAt, updatedAt, goods, ...fields }: Category): CategoryShape => fields

/** Position 9999 puts a new category after its siblings until it is moved. */
export const blank: CategoryShape = { key: '', name: { ko: '' }, parent: null, position: 9999, visible: true }
