export { clockShort, dateLong, dateNear, dateShort, dayWords } from '#content/site/hall/when.ts'
