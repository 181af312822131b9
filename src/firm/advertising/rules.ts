import type { DoubtfulWord } from '#console/kit/manifest/console-manifest.ts'
import type { Locale } from '#kit/contract.ts'
import { m } from '#messages/messages.js'

/**
 * Words that the bar association's advertising rules make doubtful (변호사 광고에 관한 규정, articles 4 and 5: superlatives, sole
 * claims, titles not granted, success rates, bait). A match is a hint for the author, never a ban: the word may be
 * correct in its context.
 */
interface Rule {
  word: RegExp
  reason: () => string
  /** Suggested replacements. */
  instead: readonly string[]
}

const rules: Record<Locale, readonly Rule[]> = {
  ko: [
    { word: /최고|최상|최강|으뜸/gu, reason: m.editor_rule_superlative, instead: ['다수의 사건을 수행한', '세심한'] },
    {
      word: /유일(?=한|하게|무이)|국내\s?1위|업계\s?1위|넘버\s?원/gu,
      reason: m.editor_rule_sole,
      instead: ['많지 않은', '일찍부터 수행한'],
    },
    {
      word: /전문(?!\s?(?:건설|공사|관리업|직|성|감정|심리|위원|의\b|을 싣|은 별첨))/gu,
      reason: m.editor_rule_title,
      instead: ['주로 수행하는', '경험이 있는'],
    },
    { word: /승소율|성공률|승률|100\s?%/gu, reason: m.editor_rule_rate, instead: ['수행 사례', '맡았던 사건'] },
    { word: /무료/gu, reason: m.editor_rule_free, instead: ['사전 검토', '상담'] },
    {
      word: /반드시 (?:이깁|승소)|보장(?:합니다|해 드)|전액 (?:보상|회수)/gu,
      reason: m.editor_rule_promise,
      instead: ['최선을 다해', '청구를 검토할 수 있습니다'],
    },
  ],
  en: [
    {
      word: /\b(?:the best|No\.\s?1|number one|top-ranked|leading)\b/giu,
      reason: m.editor_rule_superlative,
      instead: ['experienced', 'careful'],
    },
    { word: /\b(?:the only|sole)\b/giu, reason: m.editor_rule_sole, instead: ['one of the few', 'an'] },
    {
      word: /\b(?:specialist|expert)s?\b/giu,
      reason: m.editor_rule_title,
      instead: ['lawyers who handle', 'practitioners'],
    },
    {
      word: /\b(?:success rate|win rate|100\s?%)/giu,
      reason: m.editor_rule_rate,
      instead: ['past cases', 'matters handled'],
    },
    {
      word: /\b(?:free of charge|free consultation)\b/giu,
      reason: m.editor_rule_free,
      instead: ['first consultation', 'consultation'],
    },
    { word: /\bguarantee(?:d|s)?\b/giu, reason: m.editor_rule_promise, instead: ['work towards', 'seek'] },
  ],
  cn: [
    { word: /最佳|最好|最强|顶级/gu, reason: m.editor_rule_superlative, instead: ['经验丰富的', '细致的'] },
    { word: /唯一|第一(?=品牌|名)/gu, reason: m.editor_rule_sole, instead: ['少有的', '较早的'] },
    { word: /专家|专门律师/gu, reason: m.editor_rule_title, instead: ['主要办理', '律师'] },
    { word: /胜诉率|成功率|百分之百|100\s?%/gu, reason: m.editor_rule_rate, instead: ['案例', '办理过的案件'] },
    { word: /免费/gu, reason: m.editor_rule_free, instead: ['初步', '咨询'] },
    { word: /保证(?![金书机责期])|必胜/gu, reason: m.editor_rule_promise, instead: ['尽力', '可以主张'] },
  ],
}

/** Returns the doubtful words of a text, in order. */
export const findDoubtfulWords = (text: string, locale: Locale): DoubtfulWord[] =>
  rules[locale]
    .flatMap(({ word, reason, instead }) =>
      [...text.matchAll(word)].map((match) => ({
        from: match.index,
        to: match.index + match[0].length,
        word: match[0],
        reason: reason(),
        instead,
      })),
    )
    .sort((a, b) => a.from - b.from)
