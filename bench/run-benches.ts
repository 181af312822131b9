import { fuzzProduct } from './fuzz-api.ts'
import { measureAuction } from './measure-auction.ts'
import { measureBoardFrames } from './measure-board-frames.ts'
import { measureEditVisibility } from './measure-edit-visibility.ts'
import { measureFairPapers } from './measure-fair-papers.ts'
import { measureFairScreens } from './measure-fair-screens.ts'
import { measureFaults } from './measure-faults.ts'
import { measureLists } from './measure-lists.ts'
import { measureLogin } from './measure-login.ts'
import { measureMembers } from './measure-members.ts'
import { measureMemory } from './measure-memory.ts'
import { measurePageLoad } from './measure-page-load.ts'
import { measureSearch } from './measure-search.ts'
import { measureServing } from './measure-serving.ts'
import { measureShop } from './measure-shop.ts'
import { raceMatchings } from './race-matchings.ts'

/**
 * `npm run bench -- [serve] [lists] [members] [page] [edits] [desk] [board] [login] [search] [shop] [memory] [auction]
 * [fuzz] [match] [papers] [faults]` runs the named benches, or all of them. `shop:25000` sets the number of orders.
 * Fails if a goal is missed.
 */
const benches: Record<string, (size?: string) => Promise<unknown>> = {
  serve: () => measureServing(),
  lists: () => measureLists(),
  members: () => measureMembers(),
  page: () => measurePageLoad(),
  edits: () => measureEditVisibility(),
  desk: () => measureFairScreens(),
  board: () => measureBoardFrames(),
  login: () => measureLogin(),
  search: () => measureSearch(),
  shop: (orders) => measureShop(orders),
  memory: measureMemory,
  auction: measureAuction,
  fuzz: fuzzProduct,
  match: raceMatchings,
  papers: measureFairPapers,
  faults: measureFaults,
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
