import { benchFuzz } from './fuzz-api.ts'
import { benchAuction } from './measure-auction.ts'
import { benchBoard } from './measure-board-frames.ts'
import { benchEdits } from './measure-edit-visibility.ts'
import { benchPapers } from './measure-fair-papers.ts'
import { benchDesk } from './measure-fair-screens.ts'
import { faults } from './measure-faults.ts'
import { benchLists } from './measure-lists.ts'
import { benchLogin } from './measure-login.ts'
import { benchMembers } from './measure-members.ts'
import { benchMemory } from './measure-memory.ts'
import { benchPage } from './measure-page-load.ts'
import { benchSearch } from './measure-search.ts'
import { benchServe } from './measure-serving.ts'
import { benchShop } from './measure-shop.ts'
import { benchMatch } from './race-matchings.ts'

/**
 * `npm run bench -- [serve] [lists] [members] [page] [edits] [desk] [board] [login] [search] [shop] [memory] [auction]
 * [fuzz] [match] [papers] [faults]` runs the named benches, or all of them. `shop:25000` sets the number of orders.
 * Fails if a goal is missed.
 */
const benches: Record<string, (size?: string) => Promise<unknown>> = {
  serve: () => benchServe(),
  lists: () => benchLists(),
  members: () => benchMembers(),
  page: () => benchPage(),
  edits: () => benchEdits(),
  desk: () => benchDesk(),
  board: () => benchBoard(),
  login: () => benchLogin(),
  search: () => benchSearch(),
  shop: (orders) => benchShop(orders),
  memory: benchMemory,
  auction: benchAuction,
  fuzz: benchFuzz,
  match: benchMatch,
  papers: benchPapers,
  faults,
}

const named = process.argv.slice(2).map((one) => one.split(':') as [string, string?])
const unknown = named.map(([name]) => name).filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}

const missed: string[] = []
for (const [name, size] of named.length > 0 ? named : Object.keys(benches).map((one): [string, string?] => [one]))
  if ((await benches[name]?.(size)) === false) missed.push(name)
if (missed.length > 0) {
  console.error(`\nGoals missed: ${missed.join(', ')}`)
  process.exit(1)
}
