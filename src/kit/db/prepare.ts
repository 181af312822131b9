import { convertPhones } from '../phone/convert-phones.ts'
import { prepareJobs } from '../ports/jobs.ts'
import { migrate } from './migrate.ts'

/**
 * Migrates a database to this version: the application's tables, objects and phone numbers, then the tables of the job queue. Safe to repeat.
 */
export const prepareDatabase = async (directUrl: string): Promise<void> => {
  await migrate(directUrl)
  await convertPhones(directUrl)
  await prepareJobs(directUrl)
}
