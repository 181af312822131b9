// Builds the pages and the server if they are older than their sources.
import { build, install } from './setup/prepare-product.mjs'

await install({ development: false })
await build()
console.log('The pages in build/ are of these sources.')
