export { searchTerms } from './rules.ts'
