/** Rows of a page: the most that the API returns. */
const limit = 100

/**
 * Reads all pages of a list one after another. Returns the last answer with the rows of all pages under `key`, so that
 * totals beside the list are as new as possible. A row added meanwhile moves others to the next page: each is returned
 * once.
 */
export const readAllPages = async <Key extends string, Row, List extends { total: number } & Record<Key, Row[]>>(
  key: Key,
  read: (page: { page: number; limit: number }) => Promise<List>,
): Promise<List> => {
  const rows = new Map<unknown, Row>()
  let count = 0
  for (let page = 1; ; page += 1) {
    const answer = await read({ page, limit })
    const found = answer[key]
    // Rows without an id are told apart by themselves.
    for (const row of found) rows.set((row as { _id?: unknown })._id ?? row, row)
    count += found.length
    if (found.length === 0 || count >= answer.total) return { ...answer, [key]: [...rows.values()] }
  }
}
