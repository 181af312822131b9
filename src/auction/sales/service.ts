export { closeLots } from './server/close-lots.ts'
