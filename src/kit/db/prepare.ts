import { prepareJobs } from '../jobs.ts'
import { migrate } from './migrate.ts'

/** Brings a database to this version: the product's migrations, then the job queue's own tables. Safe to repeat. */
export const prepareDatabase = async (directUrl: string): Promise<void> => {
  await migrate(directUrl)
  await prepareJobs(directUrl)
}
