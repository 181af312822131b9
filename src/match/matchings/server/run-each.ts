/** Processes every row even if some fail, then throws the first error, so that the job counts as failed. */
export const runEach = async <Row>(rows: AsyncIterable<Row>, work: (row: Row) => Promise<void>): Promise<void> => {
  const failed: unknown[] = []
  for await (const row of rows) await work(row).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}
