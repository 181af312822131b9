export { clockShort, dateLong, dateNear, dateShort, dayWords } from '#content/site/site-shell/format-dates.ts'
