import { useCallback, useMemo, useState } from 'react'
import type { Recorded } from '#kit/resource.ts'

/** Selected records. The selection survives paging and is cleared when the filters change. */
export interface Selection<Item extends Recorded> {
  records: Item[]
  has: (record: Item) => boolean
  toggle: (record: Item) => void
  replace: (records: Item[]) => void
  clear: () => void
}

/** `scope` identifies the filters; a different scope starts an empty selection. */
export const useSelection = <Item extends Recorded>(scope: string): Selection<Item> => {
  const [kept, setKept] = useState<{ scope: string; chosen: ReadonlyMap<string, Item> }>({ scope, chosen: new Map() })
  const chosen = useMemo(() => (kept.scope === scope ? kept.chosen : new Map<string, Item>()), [kept, scope])

  const replace = useCallback(
    (records: Item[]) => setKept({ scope, chosen: new Map(records.map((record) => [record._id, record])) }),
    [scope],
  )
  const toggle = useCallback(
    (record: Item) =>
      setKept((before) => {
        const next = new Map(before.scope === scope ? before.chosen : [])
        if (!next.delete(record._id)) next.set(record._id, record)
        return { scope, chosen: next }
      }),
    [scope],
  )
  return useMemo(
    () => ({
      records: [...chosen.values()],
      has: (record) => chosen.has(record._id),
      toggle,
      replace,
      clear: () => replace([]),
    }),
    [chosen, toggle, replace],
  )
}
