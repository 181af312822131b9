import type { Handlers } from '#kit/server/context.ts'
import type { calendarFeed } from '../contract.ts'
import { closeFeed, ownFeed, renewFeed } from './serve-feed.ts'

export const calendarHandlers: Handlers<typeof calendarFeed> = {
  calendar: async (context) => ({ calendar: await ownFeed(context) }),
  renewCalendar: async (context) => ({ calendar: await renewFeed(context) }),
  async closeCalendar(context) {
    await closeFeed(context)
    return undefined
  },
}
