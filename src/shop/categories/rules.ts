/**
 * The category tree as a flat list, each parent before its children. Staff's moves change this list, which is saved as
 * a whole.
 */

/** Maximum number of levels. */
export const maxLevels = 3

export interface Placed {
  _id: string
  parent: string | null
}

export interface Branch extends Placed {
  /** 0 for a root category. */
  depth: number
}

/** Sorts categories into tree order; siblings by position, then by id. */
export const buildTree = (rows: readonly (Placed & { position: number })[]): Branch[] => {
  const listBelow = (parent: string | null, depth: number): Branch[] =>
    rows
      .filter((row) => row.parent === parent)
      .sort((a, b) => a.position - b.position || (a._id < b._id ? -1 : 1))
      .flatMap(({ _id }) => [{ _id, parent, depth }, ...listBelow(_id, depth + 1)])
  return listBelow(null, 0)
}

/** Returns the number of rows of a branch, descendants included. */
export const branchSize = (tree: readonly Branch[], index: number): number => {
  const depth = tree[index]?.depth ?? 0
  const next = tree.findIndex((one, place) => place > index && one.depth <= depth)
  return (next < 0 ? tree.length : next) - index
}

/** Returns the number of levels below a branch. */
export const branchHeight = (tree: readonly Branch[], index: number): number =>
  Math.max(...tree.slice(index, index + branchSize(tree, index)).map(({ depth }) => depth)) - (tree[index]?.depth ?? 0)

/**
 * Moves a branch with its descendants to index `at`, at the allowed depth nearest to `wantedDepth`. Returns
 * the same array if nothing changes or the branch does not fit.
 */
export const moveBranch = (tree: readonly Branch[], id: string, at: number, wantedDepth: number): readonly Branch[] => {
  const from = tree.findIndex(({ _id }) => _id === id)
  const own = tree[from]
  if (!own) return tree
  const block = tree.slice(from, from + branchSize(tree, from))
  const rest = [...tree.slice(0, from), ...tree.slice(from + block.length)]
  const place = Math.max(0, Math.min(at, rest.length))
  const deepest = Math.min((rest[place - 1]?.depth ?? -1) + 1, maxLevels - 1 - branchHeight(tree, from))
  // The rows that follow must not become children of the inserted branch.
  const highest = rest[place]?.depth ?? 0
  if (deepest < highest) return tree
  const depth = Math.max(highest, Math.min(wantedDepth, deepest))
  const parent = rest.slice(0, place).findLast((one) => one.depth === depth - 1)?._id ?? null
  if (place === from && depth === own.depth) return tree
  const moved = block.map((one, index) => ({
    ...one,
    depth: one.depth - own.depth + depth,
    parent: index === 0 ? parent : one.parent,
  }))
  return [...rest.slice(0, place), ...moved, ...rest.slice(place)]
}

/** Returns the index at which a branch lands when it is dropped on another row. */
export const dropIndex = (tree: readonly Branch[], id: string, over: string): number => {
  const from = tree.findIndex(({ _id }) => _id === id)
  const to = tree.findIndex(({ _id }) => _id === over)
  const size = branchSize(tree, from)
  if (to < from) return to
  return to < from + size ? from : to - size + 1
}

export type Step = 'up' | 'down' | 'in' | 'out'

/** Moves a branch one step: among its siblings, below its previous sibling, or to its parent's level. */
export const stepBranch = (tree: readonly Branch[], id: string, step: Step): readonly Branch[] => {
  const from = tree.findIndex(({ _id }) => _id === id)
  const own = tree[from]
  if (!own) return tree
  const size = branchSize(tree, from)
  const isSibling = (one: Branch | undefined) => one?.parent === own.parent
  if (step === 'up' || step === 'in') {
    const before = tree.findLastIndex((one, index) => index < from && isSibling(one))
    if (before < 0) return tree
    return step === 'up' ? moveBranch(tree, id, before, own.depth) : moveBranch(tree, id, from, own.depth + 1)
  }
  if (step === 'down')
    return isSibling(tree[from + size]) ? moveBranch(tree, id, from + branchSize(tree, from + size), own.depth) : tree
  const parent = tree.findIndex(({ _id }) => _id === own.parent)
  return parent < 0 ? tree : moveBranch(tree, id, parent + branchSize(tree, parent) - size, own.depth - 1)
}
