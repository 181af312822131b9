export { Missing as default } from './screen-failure.tsx'
