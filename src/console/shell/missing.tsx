export { Missing as default } from './failure.tsx'
