export {
  formatLongDate,
  formatNearDate,
  formatShortDate,
  formatTime,
  formatWeekday,
} from '#content/site/site-shell/format-dates.ts'
