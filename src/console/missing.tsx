export { Missing as default } from './shell/failure.tsx'
