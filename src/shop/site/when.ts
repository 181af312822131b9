export { clockShort, dateLong, dateShort, dayWords } from '#content/site/hall/when.ts'
