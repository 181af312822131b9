import { join } from 'node:path'
import type { Settings } from '#kit/process/settings.ts'

/** Returns the folder of requests accepted while the database was unavailable. */
export const getSpoolDirectory = (settings: Settings): string => join(settings.dataDirectory, 'spool')
