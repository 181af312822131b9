import { z } from 'zod'
import { route } from '#kit/contract.ts'

const path = '/api/v1/me/calendar'
const access = 'member'
const answer = z.object({ calendar: z.object({ address: z.string().nullable() }) })

/** Routes of the caller's calendar feed. */
export const calendarFeed = {
  calendar: route({
    method: 'GET',
    path,
    access,
    owned: true,
    summary: 'The address at which calendars follow the own confirmed meetings; null until one is made.',
    answer,
  }),
  renewCalendar: route({
    method: 'POST',
    path,
    access,
    owned: true,
    summary: 'Make a new address of the own calendar; the one before it is closed.',
    answer,
    status: 200,
    perMinute: 20,
  }),
  closeCalendar: route({
    method: 'DELETE',
    path,
    access,
    owned: true,
    summary: 'Close the address of the own calendar, without a new one.',
    status: 204,
  }),
}
