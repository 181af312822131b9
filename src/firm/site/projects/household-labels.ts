import type { HouseholdBand } from '#content/boards/rules.ts'
import { m } from '#messages/messages.js'

/** Returns the name of a band: 500세대 이상 1,000세대 미만. */
export const getHouseholdLabel = (band: HouseholdBand): string =>
  ({
    '1-499': m.reading_households_small(),
    '500-999': m.reading_households_middle(),
    '1000-1999': m.reading_households_large(),
    '2000-': m.reading_households_huge(),
  })[band]
