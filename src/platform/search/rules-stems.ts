// Korean adds endings to verbs and particles to nouns: 물이 새요, 물이 샌다, 누수가. Words are compared by their stems. There is
// no dictionary: every possible ending is tried, and stems that are no word match nothing.

/** Decomposes syllables to letters: 샌 is 새 with a final ㄴ. */
const decompose = (text: string): string => text.normalize('NFD')
const composeJamo = (text: string): string => text.normalize('NFC')

/** Endings after the stem; a final consonant (ㄴ, ㄹ, ㅂ, ㅆ) joins the stem's last syllable. */
const finalConsonants = { ㄴ: '\u11ab', ㄹ: '\u11af', ㅂ: '\u11b8', ㅆ: '\u11bb' } as const

const compose = (ending: string): string =>
  decompose(ending.replace(/^[ㄴㄹㅂㅆ]/, (letter) => finalConsonants[letter as keyof typeof finalConsonants]))

/** Endings of verbs only. */
const verbEndings =
  'ㄴ다 ㅂ니다 ㅂ니까 ㄹ까요 ㄹ까 ㄴ데 ㄴ데요 는다 는데 는데요 습니다 습니까 네요 나요 니까 어요 아요 여요 어서 아서 요 죠 지요 ' +
  'ㅆ다 ㅆ어요 ㅆ습니다 ㅆ는데 ㅆ네요 었다 었어요 었습니다 았다 았어요 았습니다 었는데 았는데 려고 으려고 던데요'

/** Endings that nouns may have too. */
const looseEndings = '다 는 은 을 고 면 으면 서 지 기 네 ㄴ ㄹ'

const sortByLength = (list: string): string[] =>
  list
    .split(' ')
    .map(compose)
    .sort((a, b) => b.length - a.length)
const longEndings = sortByLength(verbEndings)
const allEndings = sortByLength(`${verbEndings} ${looseEndings}`)

/** Vowels contracted with the 어 of an ending: 갈라져 is 갈라지, 해 is 하; 새 remains. */
const openedSyllables = [
  [decompose('여').slice(1), decompose('이').slice(1)],
  [decompose('와').slice(1), decompose('오').slice(1)],
  [decompose('워').slice(1), decompose('우').slice(1)],
  [decompose('해'), decompose('하')],
] as const

const isHangul = (text: string): boolean => /^[가-힣]+$/.test(text)

/** Possible stems of a word without these endings, as they are and with the contracted vowel restored. */
const findStems = (endings: readonly string[], word: string): string[] => {
  if (!isHangul(word)) return []
  const letters = decompose(word)
  return endings.flatMap((ending) => {
    if (!letters.endsWith(ending) || letters.length === ending.length) return []
    const rest = letters.slice(0, -ending.length)
    const stem = composeJamo(rest)
    if (!isHangul(stem)) return []
    const vowel = openedSyllables.find(([closed]) => rest.endsWith(closed))
    return vowel ? [composeJamo(rest.slice(0, -vowel[0].length) + vowel[1]), stem] : [stem]
  })
}

const particles = /(에서는|에서|에게|으로|까지|부터|이나|은|는|이|가|을|를|에|의|도|로|와|과|만)$/

const removeParticle = (word: string): string => (isHangul(word) ? word.replace(particles, '') || word : word)

/** Auxiliary verbs and question words, which carry no search meaning. */
const auxiliaryVerbs = new Set(['있다', '하다', '되다', '싶다', '주다', '받다', '알다', '궁금하다'])
const asking =
  /^(어떻게|얼마|얼마나|언제|무엇|뭐|왜|좀|어디|어디서|누가|how|what|when|where|much|is|are|the|a|an|my|for|of|in|does|do|i|to)$/

const listLemmas = (word: string): string[] => findStems(allEndings, word).map((stem) => `${stem}다`)

/** Nouns with 되다 or 하다: 누수돼요, 누수합니다. */
const listNouns = (word: string): string[] =>
  findStems(allEndings, word).flatMap((stem) => (/..[하되해돼]$/.test(stem) ? [stem.slice(0, -1)] : []))

const english = /^[a-z]{4,}$/
const stemEnglish = (word: string): string => word.replace(/(ies|ing|ed|es|s)$/, (end) => (end === 'ies' ? 'y' : ''))

/** Every word that the input may be a form of, including itself; words that share one count as equal. */
export const listForms = (word: string): ReadonlySet<string> =>
  new Set(
    english.test(word)
      ? [word, stemEnglish(word)]
      : [word, removeParticle(word), ...listLemmas(word), ...listNouns(word)],
  )

/** True if a word may be dropped when not all words are found: 있어요, 얼마예요, how. */
export const isFiller = (word: string): boolean =>
  asking.test(word) ||
  asking.test(word.replace(/(예요|에요|인가요|입니까|이에요|죠|나요)$/, '')) ||
  listLemmas(word).some((lemma) => auxiliaryVerbs.has(lemma))

/**
 * Reduces words to parts that occur in every inflection: verbs to their stem (갈라졌어요 → 갈라지), a one-syllable stem joined
 * to the preceding word (물이 새요 → 물이새), nouns without particle.
 */
export const reduceWords = (words: readonly string[]): string[] => {
  const basic: string[] = []
  for (const word of words) {
    const [stem] = findStems(longEndings, word)
    const [noun] = listNouns(word)
    const before = basic.at(-1)
    if (noun) basic.push(noun)
    else if (stem && stem.length > 1) basic.push(stem)
    // `before` has lost its particle, but texts contain it, so take the original word.
    else if (stem && before !== undefined) basic.splice(-1, 1, (words[words.indexOf(word) - 1] ?? before) + stem)
    else {
      const bare = removeParticle(word)
      basic.push(bare.length > 1 ? bare : word)
    }
  }
  return basic
}

/** Words of a phrase with a final verb reduced to its stem: 물이 새다 → 물이새, which also matches 물이 새는. */
export const toPhrase = (words: readonly string[]): string[] => {
  const last = words.at(-1) ?? ''
  return /^[가-힣]+다$/.test(last) && (words.length > 1 || last.length > 2)
    ? [...words.slice(0, -1), last.slice(0, -1)]
    : [...words]
}
