// Only for the editor of posts, until it imports the hook by its own name.
export { useKnownFiles as useShelf } from './known-files.ts'
