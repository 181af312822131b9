export { closeLots } from './service-close.ts'
