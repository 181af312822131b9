import type { Context } from '#kit/server/context.ts'
import { initialsOf, toSearchKey } from '#platform/search/rules.ts'

/** Deterministic random numbers (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export const randomBelow = createRandom(7)
const oneOf = <T>(things: readonly T[]): T => things[randomBelow(things.length)] as T

const common = (
  '하자 보수 담보책임 기간 아파트 입주자 대표회의 소송 감정 균열 누수 지하 주차장 옥상 방수 설계 도면 시공 회사 분양 ' +
  '계약 조합 재건축 재개발 총회 등기 관리 단지 세대 공사 대금 판결 법원 항소 기록 사진 조사 보고서 외벽 타일 창호 결로 소음 층간 배관'
).split(' ')
const endings = ['', '', '을', '를', '은', '는', '에', '의', '이', '가', '에서', '으로', '하고', '했다', '한다']
const syllables = Array.from({ length: 900 }, () => String.fromCharCode(0xac00 + randomBelow(11_172)))

/** Returns a word by Zipf's law: a few words are in nearly every text, most in very few. */
const word = (): string => {
  const rank = Math.floor(4000 ** (randomBelow(10_000) / 10_000))
  const stem = rank <= common.length ? (common[rank - 1] ?? '하자') : rareWord(rank)
  return stem + oneOf(endings)
}
const rareWord = (rank: number): string => {
  const randomOfRank = createRandom(rank)
  return Array.from({ length: 2 + randomOfRank(2) }, () => syllables[randomOfRank(syllables.length)]).join('')
}
/** Returns `count` words with the same distribution as the texts. */
export const generateWords = (count: number): string => Array.from({ length: count }, word).join(' ')

/** Text of a post in one language. */
export interface GeneratedPost {
  id: string
  code: 'news' | 'project'
  locale: 'ko' | 'en'
  title: string
  summary: string
  body: string
  /** Publication date in epoch milliseconds. */
  place: number
}

/**
 * Creates seven stories for every three projects. Some also have an English text, some are scheduled for the future.
 */
export const generatePosts = (context: Context, amount: number): GeneratedPost[] => {
  const now = context.now().getTime()
  return Array.from({ length: amount }, (_, index): GeneratedPost[] => {
    const post = { id: context.newId(), code: index % 10 < 7 ? ('news' as const) : ('project' as const) }
    // Random dates, some of them equal.
    const minutes = index % 2500 === 0 ? -1440 : 1 + randomBelow(amount)
    const text = (locale: 'ko' | 'en') => ({
      ...post,
      locale,
      title: generateWords(3 + randomBelow(5)),
      summary: generateWords(8 + randomBelow(8)),
      body: generateWords(50 + randomBelow(50)),
      place: now - minutes * 60_000 - (index % 2),
    })
    return index % 20 === 0 ? [text('ko'), text('en')] : [text('ko')]
  }).flat()
}

const keys = 'rRseEfaqQtTdwWczxvg'
/** One or two Korean syllables typed with the keyboard left in English: 하자 → gkwk. */
const unswitched = () => `${oneOf([...keys])}k${oneOf([...keys])}k`

const pieceOf = (posts: GeneratedPost[], length: number): string => {
  const { title, body } = oneOf(posts)
  const key = toSearchKey(randomBelow(2) === 0 ? title : body)
  const from = randomBelow(Math.max(1, key.length - length))
  return key.slice(from, from + length)
}

/** Query generators by class. */
export const queryClasses = (posts: GeneratedPost[]): Record<string, () => string> => ({
  'one syllable': () => pieceOf(posts, 1),
  'two syllables': () => pieceOf(posts, 2),
  'three syllables': () => pieceOf(posts, 3),
  'four to eight': () => pieceOf(posts, 4 + randomBelow(5)),
  'two words': () => `${oneOf(common)} ${pieceOf(posts, 2)}`,
  'common words': () => oneOf(common),
  initials: () => initialsOf(pieceOf(posts, 2 + randomBelow(3))),
  'swapped keyboard': unswitched,
  'whole titles': () => oneOf(posts).title,
  rare: () => rareWord(1000 + randomBelow(3000)),
  absent: () => `${oneOf(syllables)}${oneOf(syllables)}${oneOf(common)}`,
})
