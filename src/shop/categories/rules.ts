/** The tree of categories as a list, a parent before its children. What staff move is moved here and sent as a whole. */

/** Levels of the tree. */
export const mostLevels = 3

export interface Placed {
  _id: string
  parent: string | null
}

export interface Branch extends Placed {
  /** 0 at the top. */
  depth: number
}

/** In the order of the tree; those of one parent by place, then by id. */
export const treeOf = (rows: readonly (Placed & { position: number })[]): Branch[] => {
  const below = (parent: string | null, depth: number): Branch[] =>
    rows
      .filter((row) => row.parent === parent)
      .sort((a, b) => a.position - b.position || (a._id < b._id ? -1 : 1))
      .flatMap(({ _id }) => [{ _id, parent, depth }, ...below(_id, depth + 1)])
  return below(null, 0)
}

/** How many rows a branch is with all below it. */
export const sizeOf = (tree: readonly Branch[], index: number): number => {
  const depth = tree[index]?.depth ?? 0
  const next = tree.findIndex((one, place) => place > index && one.depth <= depth)
  return (next < 0 ? tree.length : next) - index
}

/** Levels below a branch. */
export const heightOf = (tree: readonly Branch[], index: number): number =>
  Math.max(...tree.slice(index, index + sizeOf(tree, index)).map(({ depth }) => depth)) - (tree[index]?.depth ?? 0)

/**
 * Moves a branch, with all below it, to a place among the others; the depth is the nearest that is possible there. The
 * same tree where nothing changes or the branch does not fit.
 */
export const movedTo = (tree: readonly Branch[], id: string, at: number, wanted: number): readonly Branch[] => {
  const from = tree.findIndex(({ _id }) => _id === id)
  const own = tree[from]
  if (!own) return tree
  const block = tree.slice(from, from + sizeOf(tree, from))
  const rest = [...tree.slice(0, from), ...tree.slice(from + block.length)]
  const place = Math.max(0, Math.min(at, rest.length))
  const deepest = Math.min((rest[place - 1]?.depth ?? -1) + 1, mostLevels - 1 - heightOf(tree, from))
  // What follows may not become a child of what is put before it.
  const highest = rest[place]?.depth ?? 0
  if (deepest < highest) return tree
  const depth = Math.max(highest, Math.min(wanted, deepest))
  const parent = rest.slice(0, place).findLast((one) => one.depth === depth - 1)?._id ?? null
  if (place === from && depth === own.depth) return tree
  const moved = block.map((one, index) => ({
    ...one,
    depth: one.depth - own.depth + depth,
    parent: index === 0 ? parent : one.parent,
  }))
  return [...rest.slice(0, place), ...moved, ...rest.slice(place)]
}

/** Where a branch lands that is dropped on another row. */
export const placeOver = (tree: readonly Branch[], id: string, over: string): number => {
  const from = tree.findIndex(({ _id }) => _id === id)
  const to = tree.findIndex(({ _id }) => _id === over)
  const size = sizeOf(tree, from)
  if (to < from) return to
  return to < from + size ? from : to - size + 1
}

export type Step = 'up' | 'down' | 'in' | 'out'

/** One step by keys or buttons: among those of the same parent, below the one before, or beside the parent. */
export const stepped = (tree: readonly Branch[], id: string, step: Step): readonly Branch[] => {
  const from = tree.findIndex(({ _id }) => _id === id)
  const own = tree[from]
  if (!own) return tree
  const size = sizeOf(tree, from)
  const isSibling = (one: Branch | undefined) => one?.parent === own.parent
  if (step === 'up' || step === 'in') {
    const before = tree.findLastIndex((one, place) => place < from && isSibling(one))
    if (before < 0) return tree
    return step === 'up' ? movedTo(tree, id, before, own.depth) : movedTo(tree, id, from, own.depth + 1)
  }
  if (step === 'down')
    return isSibling(tree[from + size]) ? movedTo(tree, id, from + sizeOf(tree, from + size), own.depth) : tree
  const parent = tree.findIndex(({ _id }) => _id === own.parent)
  return parent < 0 ? tree : movedTo(tree, id, parent + sizeOf(tree, parent) - size, own.depth - 1)
}
