/**
 * Yields the rows of a query in batches, so that memory use is bounded: `read` returns at most `limit` rows, in the order
 * of a key, that follow the last one. A row that could not be processed is therefore not read again.
 */
export async function* readInBatches<Row>(
  read: (last: Row | undefined, limit: number) => PromiseLike<readonly Row[]>,
  limit = 500,
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last, limit)
    yield* rows
    last = rows.at(-1)
    if (rows.length < limit) return
  }
}
